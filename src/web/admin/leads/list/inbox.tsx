import { useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { LeadCount, LeadFilters } from '#/contracts/leads/inbox.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { pagePaths } from '#/contracts/routes.ts'
import { useHasStarted } from '../../../use-has-started.ts'
import { Failure, Loading } from '../../shell/query-states.tsx'
import { noFilters } from '../lead-filters.ts'
import { useNewIds } from '../live/alerts.ts'
import { useFetchedLead, useLeadStatus } from '../live/use-lead-status.ts'
import { LeadPanel } from '../panel/lead-panel.tsx'
import { useLeadCount, useLeadSpeed, useLeadStats } from '../use-inbox-counts.ts'
import { LeadTable, type LeadTableProps } from './lead-table.tsx'
import { LeadToolbar } from './lead-toolbar.tsx'
import { ListHead, WaitingLeads } from './list-head.tsx'
import { useInboxView } from './use-inbox-view.ts'
import { useLeadKeys } from './use-lead-keys.ts'
import { type LeadListState, useLeadList } from './use-lead-list.ts'
import { useListWindow } from './use-list-window.ts'
import { type RowSelection, useOpenLead, useRowSelection } from './use-row-selection.ts'

/** The tab with the list: filters, export, table, and the panel of one lead. */
export function LeadSubmissions() {
  const hasStarted = useHasStarted()
  const { data: stats } = useLeadStats()
  if (!hasStarted) return <Loading />
  if (stats && stats.total + stats.quarantined === 0) return <NoLeadsYet />
  return <Inbox />
}

/** What the list shows before the first visitor has sent a request. */
function NoLeadsYet() {
  return (
    <div className="empty">
      <h2>No requests yet</h2>
      <p>
        When a visitor asks for a heating or cooling estimate, the request appears here at once with
        their name, phone, email and message. To see how that looks,{' '}
        <a href={pagePaths.contact}>send one yourself</a>.
      </p>
    </div>
  )
}

/** A list that another one replaces, or that grows at its top, is seen from its first row. */
function goToTop(section: HTMLElement | null) {
  if (section && section.getBoundingClientRect().top < 0) section.scrollIntoView({ block: 'start' })
}

function Inbox() {
  const [{ filters, order, leadId }, change] = useInboxView()
  const section = useRef<HTMLElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const note = useRef<HTMLTextAreaElement>(null)

  const leads = useLeadList({ filters, order })
  const { rows, hasMore } = leads
  const count = useLeadCount(filters).data
  const selection = useRowSelection(leads, body, leadId)
  const window = useListWindow({ rows, body, keptIndex: selection.index, onShow: leads.show })
  const { open, close } = useOpenLead(leadId, change, selection)
  const toggle = useLeadStatus()
  const fetchedLead = useFetchedLead()

  const setFilters = (part: Partial<LeadFilters>) => {
    change((before) => ({ filters: { ...before.filters, ...part } }))
    goToTop(section.current)
  }
  const setOrder = (next: LeadOrder) => {
    change({ order: next })
    goToTop(section.current)
  }
  const clearFilters = () => {
    setFilters(noFilters)
    // The button that was pressed has nothing more to do, and loses the focus.
    search.current?.focus()
  }
  const showWaiting = () => {
    // Drawn first: the browser holds on to the rows in sight when others come above them.
    flushSync(leads.showWaiting)
    goToTop(section.current)
  }
  useLeadKeys({
    rows,
    hasMore,
    order,
    leadId,
    window,
    selection,
    search,
    note,
    onOrder: setOrder,
    open,
    close,
    toggle,
    fetchedLead,
  })

  return (
    <div className="inbox" data-panel={leadId === undefined ? undefined : true}>
      <section className="inbox-list" aria-label="Leads" ref={section}>
        <LeadToolbar filters={filters} onChange={setFilters} searchRef={search} />
        <ListHead
          {...{ filters, order, count }}
          isEmpty={rows.length === 0}
          onClear={clearFilters}
        />
        <WaitingLeads leads={leads.waiting} onShow={showWaiting} />
        <ListBody
          {...{ leads, order, count, window, body, selection, open, toggle }}
          onOrder={setOrder}
        />
      </section>
      {leadId !== undefined && (
        <LeadPanel
          key={leadId}
          leadId={leadId}
          entry={selection.selectedId === leadId ? selection.selected : undefined}
          noteRef={note}
          onClose={close}
          onOpen={open}
          onToggle={toggle}
        />
      )}
    </div>
  )
}

type ListBodyProps = Pick<LeadTableProps, 'window' | 'order' | 'onOrder'> & {
  leads: LeadListState
  count: LeadCount | undefined
  body: LeadTableProps['bodyRef']
  selection: RowSelection
  open: (leadId: number) => void
  toggle: (lead: LeadEntry) => void
}

/** The table, or why there is none. */
function ListBody(props: ListBodyProps) {
  const { leads, order, count, window, body, selection, onOrder, open, toggle } = props
  const { rows, hasMore, isFirstRead, isOld, isReading, hasFailed } = leads
  const { select, selectedId } = selection
  const speed = useLeadSpeed().data
  const actions = useMemo(
    () => ({ onSelect: select, onOpen: open, onToggle: toggle }),
    [select, open, toggle],
  )
  const newIds = useNewIds()
  return (
    <>
      {isFirstRead && !hasFailed && <Loading />}
      {!isFirstRead && rows.length === 0 && !hasFailed && (
        <p className="empty" aria-busy={isOld}>
          No leads found matching your criteria
        </p>
      )}
      {rows.length > 0 && (
        <LeadTable
          {...{ rows, hasMore, order, window, selectedId, newIds, speed, isOld, onOrder, actions }}
          bodyRef={body}
          rowCount={count && !count.isFloor ? count.matching : undefined}
          isReading={!hasFailed}
        />
      )}
      {hasFailed && (
        <Failure text="Failed to fetch leads" isRetrying={isReading} onRetry={leads.retry} />
      )}
    </>
  )
}
