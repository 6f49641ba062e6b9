import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { LeadFilters } from '#/contracts/leads/inbox.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { pagePaths } from '#/contracts/routes.ts'
import { searchId } from '../../shell/filters.tsx'
import { Failure, Loading } from '../../shell/query-states.tsx'
import { changeFilters, isOpening, type ListView, noFilters } from '../lead-filters.ts'
import { useLeadStats } from '../lead-queries.ts'
import { ManyBar } from '../many/many-bar.tsx'
import { useManyWork } from '../many/use-many-work.ts'
import { LeadPanel, type PanelSections } from '../panel/lead-panel.tsx'
import { usePreference } from '../preferences.ts'
import { useLeadStatus } from '../use-lead-status.ts'
import { LeadTable } from './lead-table.tsx'
import { ChosenExport, LeadToolbar, ListHead, useLeadCount } from './lead-toolbar.tsx'
import { useInboxView } from './use-inbox-view.ts'
import { useLeadKeys } from './use-lead-keys.ts'
import { useLeadList } from './use-lead-list.ts'
import { useListWindow } from './use-list-window.ts'
import { useRowSelection } from './use-row-selection.ts'

type LeadSubmissionsProps = { sections: PanelSections }

/** The tab with the list: filters, export, table, and the panel of one lead with its sections. */
export function LeadSubmissions({ sections }: LeadSubmissionsProps) {
  const { data: stats } = useLeadStats()
  if (stats && stats.total + stats.quarantined === 0) return <NoLeadsYet />
  return <Inbox sections={sections} />
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

type EmptyListProps = { isOpening: boolean; isOld: boolean; onShowAll: () => void }

/** What stands in place of the list where no lead passes its filters. */
function EmptyList({ isOpening, isOld, onShowAll }: EmptyListProps) {
  return (
    <div className="empty" aria-busy={isOld}>
      {isOpening && <p className="strong">Nothing waits for us right now.</p>}
      <p>No leads found matching your criteria</p>
      {isOpening && (
        <button className="btn btn-line btn-small" type="button" onClick={onShowAll}>
          Show all leads
        </button>
      )}
    </div>
  )
}

/** The list and its panel, as dense as this browser's user likes the rows. */
function InboxFrame({ hasPanel, children }: { hasPanel: boolean; children: ReactNode }) {
  const isCompact = usePreference('compact')
  return (
    <div className="inbox" data-panel={hasPanel || undefined} data-compact={isCompact || undefined}>
      {children}
    </div>
  )
}

/** Over the list: how many requests came while the owner read further down. */
function NewRequests({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div className="waiting" role="status">
      {count > 0 && (
        <button className="btn btn-small" type="button" onClick={onShow}>
          {count} new {count === 1 ? 'request' : 'requests'}
        </button>
      )}
    </div>
  )
}

function Inbox({ sections }: LeadSubmissionsProps) {
  const [{ filters, order, leadId }, change] = useInboxView()
  const section = useRef<HTMLElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const leads = useLeadList({ filters, order })
  const { rows, isOld, hasFailed } = leads
  const count = useLeadCount(filters)
  const selection = useRowSelection(leads, body, leadId)
  const { select, selected, selectedId } = selection
  const many = useManyWork(leads, selection)
  const { chosen, onChoose, isOpen: hasBar } = many
  const [keptIndex, hasPanel] = [selection.index, leadId !== undefined]
  const window = useListWindow({ leads, body, keptIndex, hasPanel, hasBar })
  const toggle = useLeadStatus()

  const open = useCallback(
    (id: number) => {
      select(id)
      change({ leadId: id })
    },
    [change, select],
  )
  function close() {
    if (leadId === undefined) return
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    // The panel would take the focus with it.
    change({ leadId: undefined })
    selection.focusRow(selected?.id ?? leadId)
  }

  /** A list that another one replaces, or that grows at its top, is seen from its first row. */
  function goToTop() {
    const { current } = section
    if (current && current.getBoundingClientRect().top < 0) current.scrollIntoView()
  }
  const setFilters = (part: Partial<LeadFilters>) => {
    change((before) => changeFilters(before, part))
    goToTop()
  }
  const show = (part: Partial<ListView>) => {
    change(part)
    goToTop()
  }
  const setOrder = (next: LeadOrder) => show({ order: next })
  const clearFilters = () => {
    setFilters(noFilters)
    // The button that was pressed has nothing more to do, and loses the focus.
    document.getElementById(searchId)?.focus()
  }
  const showWaiting = () => {
    // Drawn first: the browser holds on to the rows in sight when others come above them.
    flushSync(leads.showWaiting)
    goToTop()
  }
  const keys = { leads, order, leadId, window, selection, many, open, close, toggle }
  const move = useLeadKeys({ ...keys, onOrder: setOrder })
  const actions = useMemo(
    () => ({ onSelect: select, onOpen: open, onToggle: toggle, onChoose }),
    [select, open, toggle, onChoose],
  )

  return (
    <InboxFrame hasPanel={hasPanel}>
      <section className="inbox-list" aria-label="Leads" ref={section}>
        <LeadToolbar {...{ filters, order }} onChange={setFilters} onOrder={setOrder} />
        <ListHead
          {...{ filters, order, count }}
          isEmpty={rows.length === 0}
          onClear={clearFilters}
        />
        <NewRequests count={leads.waiting.length} onShow={showWaiting} />
        {leads.isFirstRead && !hasFailed && <Loading />}
        {!leads.isFirstRead && rows.length === 0 && !hasFailed && (
          <EmptyList isOpening={isOpening(filters)} isOld={isOld} onShowAll={clearFilters} />
        )}
        {rows.length > 0 && (
          <LeadTable
            {...{ leads, order, window, count, selectedId, actions, chosen }}
            bodyRef={body}
            onOrder={setOrder}
          />
        )}
        {hasFailed && (
          <Failure
            text="Failed to fetch leads"
            isRetrying={leads.isReading}
            onRetry={leads.retry}
          />
        )}
        <ManyBar many={many} shownCount={rows.length} isOfSpam={filters.quarantined}>
          <ChosenExport ids={chosen.map(({ id }) => id)} />
        </ManyBar>
      </section>
      {leadId !== undefined && (
        <LeadPanel
          key={leadId}
          leadId={leadId}
          entry={selectedId === leadId ? selected : undefined}
          sections={sections}
          {...{ onClose: close, onMove: move, onOpen: open, onToggle: toggle }}
        />
      )}
    </InboxFrame>
  )
}
