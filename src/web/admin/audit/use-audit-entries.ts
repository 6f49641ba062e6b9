import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditFilters, AuditPage } from '#/contracts/audit/audit.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { request } from '../../request.ts'
import { useSite } from '../../words.ts'
import { auditPath } from './audit-filters.ts'

/** The audit log, page after page, read anew each time it is opened. */
export function useAuditEntries(filters: AuditFilters) {
  const { apiBaseUrl } = useSite()
  return useInfiniteQuery({
    queryKey: [auditPath(apiPaths.auditEntries, filters)],
    queryFn: ({ pageParam, signal }) =>
      request<AuditPage>('GET', auditPath(apiPaths.auditEntries, filters, pageParam), {
        apiBaseUrl,
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    gcTime: 0,
    staleTime: 0,
  })
}
