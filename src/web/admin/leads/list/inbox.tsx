import { useCallback, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { LeadFilters } from '#/contracts/inbox.ts'
import type { LeadEntry } from '#/contracts/leads.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { Failure } from '../../shell/failure.tsx'
import { Loading } from '../../shell/loading.tsx'
import { LeadPanel } from '../panel/lead-panel.tsx'
import { openSettings } from '../settings/settings-state.ts'
import { useLeadCount, useLeadSpeed } from '../use-inbox-counts.ts'
import { noFilters } from './lead-filters.ts'
import { isWhole } from './lead-list.ts'
import { LeadTable } from './lead-table.tsx'
import { LeadToolbar } from './lead-toolbar.tsx'
import { ListHead } from './list-head.tsx'
import { useInboxView } from './use-inbox-view.ts'
import { useLeadKeys } from './use-lead-keys.ts'
import { useLeadList } from './use-lead-list.ts'
import { useLeadStatus } from './use-lead-status.ts'
import { useListWindow } from './use-list-window.ts'
import { useRowSelection } from './use-row-selection.ts'
import { WaitingLeads } from './waiting-leads.tsx'

/** The list of leads with all that belongs to it, and the panel of the one that is open. */
export function Inbox() {
  const [view, change] = useInboxView()
  const { filters, leadId } = view
  // What a search finds has one order.
  const order = filters.q ? 'newest' : view.order
  const body = useRef<HTMLTableSectionElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const note = useRef<HTMLTextAreaElement>(null)

  const firstSeen = useRef(0)
  const leads = useLeadList({ filters, order }, () => firstSeen.current > 0)
  const { list, store } = leads
  const count = useLeadCount(filters).data
  const speed = useLeadSpeed().data
  const selection = useRowSelection(list, body, leadId)
  const onShow = useCallback(
    (from: number, to: number) => {
      firstSeen.current = from
      store.show(from, to)
      if (from === 0) store.showWaiting()
    },
    [store],
  )
  const window = useListWindow({ list, body, keptIndex: selection.index, onShow })
  const toggle = useLeadStatus(store.update)

  const setFilters = (part: Partial<LeadFilters>) => {
    change((before) => ({ filters: { ...before.filters, ...part } }))
    goToTop()
  }
  const setOrder = (next: LeadOrder) => {
    change({ order: next })
    goToTop()
  }
  /** The first row, below everything that stands above the list. */
  function goToTop() {
    const list = body.current?.closest('.inbox-list')
    if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView({ block: 'start' })
  }

  const { select } = selection
  const open = useCallback(
    (id: number) => {
      select(id)
      change({ leadId: id })
    },
    [change, select],
  )
  const close = () => {
    if (leadId === undefined) return
    change({ leadId: undefined })
    const last = selection.selected?.id ?? leadId
    // The panel takes the focus with it when it goes.
    ;(document.activeElement as HTMLElement | null)?.blur()
    selection.focusRow(last)
  }
  const actions = useMemo(
    () => ({ onSelect: select, onOpen: open, onToggle: toggle }),
    [select, open, toggle],
  )

  useLeadKeys({
    search: () => search.current?.select(),
    move(step) {
      const { index, lead } = selection.neighbour(step)
      if (!lead) return
      window.scrollToRow(index)
      selection.focusRow(lead.id)
      if (leadId !== undefined) change({ leadId: lead.id })
    },
    goToEnd(end) {
      // Where the whole list is there, its end is a row; else the list is read from that end.
      if (end === 'oldest' && (isWhole(list) || filters.q)) window.scrollToRow(list.rowCount - 1)
      else if (order === end) scrollTo({ top: 0 })
      else setOrder(end)
    },
    toggle() {
      if (selection.selected) toggle(selection.selected)
    },
    note() {
      if (leadId !== undefined) note.current?.focus()
      else if (selection.selected) open(selection.selected.id)
    },
    close,
    help: openSettings,
  })

  const clearFilters = () => {
    setFilters(noFilters)
    // The button that was pressed has nothing more to do, and loses the focus.
    search.current?.focus()
  }

  const isFirstRead = list.next === undefined
  const rowCount = count && !count.isFloor ? count.matching : undefined
  return (
    <div className="inbox" data-panel={leadId === undefined ? undefined : true}>
      <section className="inbox-list" aria-label="Leads">
        <LeadToolbar filters={filters} onChange={setFilters} searchRef={search} />
        <ListHead
          filters={filters}
          order={order}
          list={list}
          count={count}
          isOld={leads.isOld}
          onClear={clearFilters}
        />
        <WaitingLeads
          leads={leads.waiting}
          onShow={() => {
            // Drawn first: the browser holds on to the rows in sight when others come above them.
            flushSync(store.showWaiting)
            goToTop()
          }}
        />
        {isFirstRead && !leads.hasFailed && <Loading />}
        {!isFirstRead && list.rowCount === 0 && !leads.hasFailed && (
          <p className="empty" aria-busy={leads.isOld}>
            No leads found matching your criteria
          </p>
        )}
        {list.rowCount > 0 && (
          <LeadTable
            list={list}
            window={window}
            bodyRef={body}
            rowCount={rowCount}
            selectedId={selection.selectedId}
            newIds={leads.newIds}
            speed={speed}
            isOld={leads.isOld}
            isReading={!leads.hasFailed}
            onOrder={filters.q ? undefined : setOrder}
            actions={actions}
          />
        )}
        {leads.hasFailed && (
          <Failure
            text="Failed to fetch leads"
            isRetrying={leads.isReading}
            onRetry={store.retry}
          />
        )}
      </section>
      {leadId !== undefined && (
        <LeadPanel
          key={leadId}
          leadId={leadId}
          entry={rowOf(selection.selected, leadId)}
          noteRef={note}
          onClose={close}
          onOpen={open}
          onToggle={toggle}
          onChanged={store.update}
        />
      )}
    </div>
  )
}

/** What the row of the open lead knows already. */
const rowOf = (selected: LeadEntry | undefined, leadId: number) =>
  selected?.id === leadId ? selected : undefined
