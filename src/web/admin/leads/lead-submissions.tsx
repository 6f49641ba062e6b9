import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { Failure } from '../shell/failure.tsx'
import { downloadFile } from './download-file.ts'
import { KeyHints } from './key-hints.tsx'
import { filterLeads, isFiltering, noFilters } from './lead-filters.ts'
import { LeadTable } from './lead-table.tsx'
import { LeadToolbar } from './lead-toolbar.tsx'
import { csvFileName, leadsToCsv } from './leads-csv.ts'
import { NoLeadsYet } from './no-leads-yet.tsx'
import { ToolButton } from './tool-button.tsx'
import { useLeadStats, useLeads, useRefetchLeads } from './use-leads.ts'

/** The tab with the list: filters, export, table. */
export function LeadSubmissions() {
  const leads = useLeads()
  const stats = useLeadStats()
  const refetch = useRefetchLeads()
  const [filters, setFilters] = useState(noFilters)
  const search = useRef<HTMLInputElement>(null)
  // Typing stays quick however long the list is.
  const settledFilters = useDeferredValue(filters)
  const shown = useMemo(
    () => filterLeads(leads.data ?? [], settledFilters),
    [leads.data, settledFilters],
  )

  const failure = (leads.isError || stats.isError) && (
    <Failure
      text="Failed to fetch leads"
      isRetrying={leads.isFetching || stats.isFetching}
      onRetry={refetch}
    />
  )
  if (leads.isPending) {
    return (
      <p className="loading" role="status">
        Loading...
      </p>
    )
  }
  if (!leads.data) return failure
  if (leads.data.length === 0) {
    return (
      <>
        {failure}
        <NoLeadsYet isChecking={leads.isFetching} onCheck={refetch} />
      </>
    )
  }

  // Read when it is pressed: the newest filters, and not those that are still being drawn.
  const exportCsv = () => {
    const csv = leadsToCsv(filterLeads(leads.data, filters))
    downloadFile(csvFileName, 'text/csv;charset=utf-8', csv)
  }

  const clearFilters = () => {
    setFilters(noFilters)
    // The button that was pressed has nothing more to do, and loses the focus.
    search.current?.focus()
  }

  return (
    <>
      <LeadToolbar filters={filters} onChange={setFilters} searchRef={search} />
      <div className="list-head">
        <p className="count" aria-live="polite">
          Showing {shown.length.toLocaleString('en-US')} of{' '}
          {leads.data.length.toLocaleString('en-US')} total leads
        </p>
        <div className="list-actions">
          <ToolButton isOff={!isFiltering(filters)} onPress={clearFilters}>
            Clear Filters
          </ToolButton>
          <ToolButton isOff={leads.isFetching} onPress={refetch}>
            Refresh
          </ToolButton>
          <ToolButton isOff={shown.length === 0} onPress={exportCsv}>
            Export CSV
          </ToolButton>
        </div>
      </div>
      {failure}
      <LeadTable leads={shown} searchRef={search} />
      <KeyHints />
    </>
  )
}
