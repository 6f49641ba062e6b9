import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '#/contracts/endpoints/api.ts'
import type { LeadFilters, LeadPage } from '#/contracts/leads/inbox.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { useSite } from '../../words.ts'
import { call } from '../shell/call.ts'
import { filterParams, pageParams } from './lead-filters.ts'

const pageSize = 100

/** What a list shows, and what can be done with it. */
export type LeadListState = ReturnType<typeof useLeadList>

/**
 * Returns the list of what is asked for, as far as it was read. While another one is fetched the one
 * before stays, and `isOld` says so.
 */
export function useLeadList({ filters, order }: { filters: LeadFilters; order: LeadOrder }) {
  const { apiBaseUrl } = useSite()
  const query = useInfiniteQuery({
    queryKey: [api.leads.path, order, String(filterParams(filters))],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(
        api.leads,
        { params: pageParams(filters, { order, limit: pageSize, cursor }) },
        { apiBaseUrl, signal },
      ) as Promise<LeadPage>,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  const { data, fetchNextPage, isFetchNextPageError, refetch } = query
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data])
  return {
    rows,
    isOld: query.isPlaceholderData,
    hasMore: query.hasNextPage,
    isFirstRead: data === undefined,
    isReading: query.isFetching,
    isReadingMore: query.isFetchingNextPage,
    hasFailed: query.isError,
    readMore: () => void fetchNextPage(),
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  }
}
