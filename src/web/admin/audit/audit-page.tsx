import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { navigate, useSearch } from 'wouter/use-browser-location'
import type { AuditEntry, AuditFilters, AuditPage as Entries } from '#/contracts/audit/audit.ts'
import { type AuditResult, auditInWords } from '#/contracts/audit/audit-words.ts'
import { apiPaths, contractorOfficePath, leadPagePath } from '#/contracts/routes.ts'
import { request } from '../../request.ts'
import { useSite } from '../../words.ts'
import { ExportButton } from '../shell/export-button.tsx'
import { ToolButton } from '../shell/filters.tsx'
import { Loading, QueryFailure } from '../shell/query-states.tsx'
import { ExactTime } from '../shell/times.tsx'
import { auditExport } from './audit-csv.ts'
import { auditParams, auditPath, parseAuditFilters } from './audit-filters.ts'
import { AuditToolbar } from './audit-toolbar.tsx'

function setFilters(filters: AuditFilters): void {
  const query = auditParams(filters).toString()
  navigate(query ? `${location.pathname}?${query}` : location.pathname, { replace: true })
}

/** The audit log, page after page, read anew each time it is opened. */
function useAuditEntries(filters: AuditFilters) {
  const { apiBaseUrl } = useSite()
  return useInfiniteQuery({
    queryKey: [auditPath(apiPaths.auditEntries, filters)],
    queryFn: ({ pageParam, signal }) =>
      request<Entries>('GET', auditPath(apiPaths.auditEntries, filters, pageParam), {
        apiBaseUrl,
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    gcTime: 0,
    staleTime: 0,
  })
}

/** Who did what, when and from where, newest first. The filters are in the address. */
export function AuditPage() {
  const { apiBaseUrl } = useSite()
  const filters = parseAuditFilters(new URLSearchParams(useSearch()))
  const query = useAuditEntries(filters)
  const entries = query.data?.pages.flatMap(({ data }) => data)
  return (
    <section className="audit" aria-label="Entries">
      <p className="audit-lead">
        Who did what in the back office, when and from where, and what was denied. No one can change
        an entry, and entries are kept for 400 days.
      </p>
      <AuditToolbar filters={filters} onChange={(part) => setFilters({ ...filters, ...part })} />
      <div className="list-head">
        <p className="count" role="status">
          {entries && !query.isFetching && countInWords(entries.length, query.hasNextPage)}
        </p>
        <div className="list-actions">
          <ToolButton
            isOff={auditParams(filters).size === 0}
            onPress={() => setFilters(parseAuditFilters(new URLSearchParams()))}
          >
            Clear Filters
          </ToolButton>
          <ExportButton
            what={auditExport(filters, apiBaseUrl)}
            fileName="audit-log.csv"
            total={undefined}
            progressLabel="Entries in the file"
            failure="Failed to fetch the audit log"
            isOff={!entries?.length}
          />
        </div>
      </div>
      <QueryFailure query={query} text="Failed to fetch the audit log" />
      {query.isPending && <Loading />}
      {entries?.length === 0 && (
        <div className="empty">
          <p>No entries match these filters.</p>
        </div>
      )}
      {entries && entries.length > 0 && (
        <ol className="audit-list">
          {entries.map((entry) => (
            <EntryRow key={entry.id} {...entry} />
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <button
          className="btn btn-line btn-small audit-more"
          type="button"
          aria-disabled={query.isFetching}
          onClick={() => query.isFetching || void query.fetchNextPage()}
        >
          {query.isFetchingNextPage ? 'Fetching…' : 'Show older entries'}
        </button>
      )}
    </section>
  )
}

function countInWords(count: number, hasMore: boolean): string {
  if (hasMore) return `The newest ${count.toLocaleString('en-US')} entries`
  return count === 1 ? '1 entry' : `${count.toLocaleString('en-US')} entries`
}

/** The label of a result; undefined for what was simply done. */
const resultLabels: Record<AuditResult, string | undefined> = {
  done: undefined,
  denied: 'Denied',
  refused: 'Refused',
  failed: 'Failed',
}

/** What was done, and links to the request and the contractor that it is about. */
function Deed(entry: AuditEntry) {
  const { leadId, contractorId } = entry
  return (
    <>
      {auditInWords(entry)}{' '}
      {leadId && (
        <Link className="text-button" href={leadPagePath(leadId)}>
          Open the request
        </Link>
      )}{' '}
      {contractorId && (
        <Link className="text-button" href={contractorOfficePath(contractorId)}>
          Open the contractor
        </Link>
      )}
    </>
  )
}

function EntryRow(entry: AuditEntry) {
  const { at, who, role, result, address } = entry
  const label = resultLabels[result]
  return (
    <li className="audit-entry">
      <p className="audit-deed">
        <bdi className="audit-who" aria-description={role ?? undefined}>
          {who}
        </bdi>{' '}
        <Deed {...entry} />
        {label && (
          <>
            {' '}
            <span className="audit-result" data-result={result}>
              {label}
            </span>
          </>
        )}
      </p>
      <p className="audit-origin">
        <ExactTime at={at} />
        {address && <span>from {address}</span>}
      </p>
    </li>
  )
}
