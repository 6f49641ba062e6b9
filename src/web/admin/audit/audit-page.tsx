import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { type AuditEntry, auditInWords } from '#/contracts/audit/audit-words.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { contractorOfficePath, leadPagePath } from '#/contracts/routes.ts'
import { Button } from '../../ui/button.tsx'
import { InputField } from '../../ui/fields.tsx'
import { countText } from '../shell/counts.ts'
import { ExportButton, SearchField } from '../shell/filters.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { Time } from '../shell/times.tsx'
import { usePages } from '../shell/use-api.ts'
import { auditExport } from './audit-csv.ts'

/** Writes what is searched, or the day, into the page's address, as the API takes it too. */
function setFilter(name: 'q' | 'day', value = ''): void {
  const params = new URLSearchParams(location.search)
  params.set(name, value)
  navigate(`${location.pathname}?${params}`, { replace: true })
}

/** Who did what, when and from where, newest first. */
export default function AuditPage() {
  const search = useSearch()
  const filters = new URLSearchParams(search)
  const day = filters.get('day') ?? ''
  const dayField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const { current } = dayField
    // The menu or the browser's buttons have changed it; half typed, it is not sent yet.
    if (current && current !== document.activeElement) current.value = day
  }, [day])
  const query = usePages(api.auditEntries, Object.fromEntries(filters))
  const entries = query.data?.rows
  return (
    <section className="column" aria-label="Entries">
      <p className="office-lead">
        See who did what in the back office, when and from where, and what was denied. No one can
        change an entry. Entries are kept for 400 days.
      </p>
      <search className="toolbar" aria-label="Filter entries">
        <SearchField
          q={filters.get('q') || undefined}
          placeholder="Name, email or address"
          onSearch={(typed) => setFilter('q', typed)}
        />
        <InputField
          ref={dayField}
          frame={{ name: 'day', label: 'Day' }}
          type="date"
          min="2000-01-01"
          max="2099-12-31"
          defaultValue={day}
          onChange={({ target }) => target.validity.valid && setFilter('day', target.value)}
        />
      </search>
      <div className="row ends list-head">
        <p className="small muted count" role="status">
          {entries && !query.isFetching && countInWords(entries.length, query.hasNextPage)}
        </p>
        <ExportButton
          what={auditExport(search)}
          fileName="audit-log.csv"
          failure="Failed to fetch the audit log"
          isOff={!entries?.length}
        />
      </div>
      <Fetched query={query} failure="Failed to fetch the audit log">
        {({ rows }) =>
          rows.length === 0 ? (
            <div className="empty">
              <p>No entries match.</p>
            </div>
          ) : (
            <ol className="ruled-list box">
              {rows.map((entry) => (
                <EntryRow key={entry.id} {...entry} />
              ))}
            </ol>
          )
        }
      </Fetched>
      {query.hasNextPage && (
        <p>
          <Button look="line" isBusy={query.isFetching} onPress={() => void query.fetchNextPage()}>
            {query.isFetchingNextPage ? 'Fetching…' : 'Show older entries'}
          </Button>
        </p>
      )}
    </section>
  )
}

const countInWords = (count: number, hasMore: boolean) =>
  count === 1 ? '1 entry' : `${hasMore ? 'The newest ' : ''}${countText(count)} entries`

/** Who did what, when and from where, and the way to the request and the contractor that it is about. */
function EntryRow(entry: AuditEntry) {
  const { at, who, role, result, address, leadId, contractorId } = entry
  return (
    <li className="beside small">
      <p>
        <bdi className="strong" aria-description={role ?? undefined}>
          {who}
        </bdi>{' '}
        {auditInWords(entry)}
        {result !== 'done' && <span className="danger"> ({result})</span>}
      </p>
      <p className="small muted">
        {leadId && <EntryLink href={leadPagePath(leadId)} name={`request ${leadId}`} />}
        {contractorId && (
          <EntryLink
            href={contractorOfficePath(contractorId)}
            name={`contractor ${contractorId}`}
          />
        )}
        <Time at={at} />
        {address && ` from ${address}`}
      </p>
    </li>
  )
}

function EntryLink({ href, name }: { href: string; name: string }) {
  return (
    <>
      <Link className="text-button" href={href}>
        {name}
      </Link>
      ,{' '}
    </>
  )
}
