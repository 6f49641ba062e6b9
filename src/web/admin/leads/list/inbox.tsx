import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { LeadFilters } from '#/contracts/leads/inbox.ts'
import { pagePaths } from '#/contracts/site-routes.ts'
import { Button } from '../../../ui/button.tsx'
import { controlId } from '../../../ui/fields.tsx'
import { searchId } from '../../shell/filters.tsx'
import { Loading, QueryFailure } from '../../shell/query-states.tsx'
import { changeFilters, isOpening, noFilters } from '../lead-filters.ts'
import { LeadPanel, type PanelSections } from '../panel/lead-panel.tsx'
import { type LeadListState, useLeadList } from '../use-lead-list.ts'
import { LeadTable } from './lead-table.tsx'
import { LeadToolbar, ListHead } from './lead-toolbar.tsx'
import { ManyBar } from './many-bar.tsx'
import { useInboxView, useOpenList } from './use-inbox-view.ts'
import { useMany } from './use-many.ts'
import { useSelectedRow } from './use-selected-row.ts'

/** What the keys act on. */
type Inbox = {
  row: ReturnType<typeof useSelectedRow>
  isPanelOpen: boolean
  open: (leadId: number) => void
  /** Ends the selection of several leads, or else closes the panel. */
  close: () => void
  writeNote: (leadId: number) => void
}

type Act = (inbox: Inbox, event: KeyboardEvent) => void

const moveBy =
  (step: 1 | -1): Act =>
  ({ row, isPanelOpen, open }, { repeat }) => {
    const next = row.beside(step)
    row.focusRow(next)
    // Held down, the key would open thirty panels a second.
    if (next && isPanelOpen && !repeat) open(next.id)
  }

const keys: Record<string, Act> = {
  ArrowDown: moveBy(1),
  ArrowUp: moveBy(-1),
  Escape: ({ close }) => close(),
  '/': () => (document.getElementById(searchId) as HTMLInputElement | null)?.select(),
  '?': () => document.getElementById('open-keys')?.click(),
}

/** These act on the row that has the focus. */
const rowKeys: Record<string, (inbox: Inbox, row: HTMLElement) => void> = {
  c: (_inbox, row) => row.querySelector<HTMLElement>('.mark-status')?.click(),
  n: ({ writeNote }, row) => writeNote(Number(row.dataset.lead)),
}

/** Where keys are typed, or choose. */
const fields = 'input:not([type=checkbox]), select'

/** Does what a key means in the list; the keys act only while the focus is in it. */
function handleListKey(event: KeyboardEvent, inbox: Inbox): void {
  const { key, target, ctrlKey, metaKey, altKey } = event
  if (!(target instanceof Element) || ctrlKey || metaKey || altKey) return
  // The field leaves itself; whoever has searched goes on in what was found.
  if (target.id === searchId && key === 'Escape') inbox.row.focusSelected()
  if (event.defaultPrevented || target.matches(fields)) return
  const name = key.length === 1 ? key.toLowerCase() : key
  const row = target.closest<HTMLElement>('[data-lead]')
  if (Object.hasOwn(keys, name)) keys[name]?.(inbox, event)
  else if (row && Object.hasOwn(rowKeys, name) && !event.repeat) rowKeys[name]?.(inbox, row)
  else return
  event.preventDefault()
}

type LeadSubmissionsProps = { sections: PanelSections }

/** The tab with the list: filters, export, table, and the panel of one lead with its sections. */
export function LeadSubmissions({ sections }: LeadSubmissionsProps) {
  const [{ filters, leadId }] = useInboxView()
  // What is held as spam is looked at by its own filter, or by a link to it.
  const looksAtHeld = filters.quarantined || leadId !== undefined
  if (useOpenList().counts?.stats.total === 0 && !looksAtHeld) return <NoLeadsYet />
  return <Inbox sections={sections} />
}

/** What the list shows before the first request that is not held as spam. */
function NoLeadsYet() {
  return (
    <div className="empty">
      <h2>No requests yet</h2>
      <p>
        When a visitor asks for an estimate, the request appears here right away. You’ll see their
        name, phone, email and message. To try it, <a href={pagePaths.contact}>send one yourself</a>
        .
      </p>
    </div>
  )
}

type ListStateProps = { leads: LeadListState; isOpening: boolean; onShowAll: () => void }

/** What stands below the table, or in its place: it failed, it is loading, no lead passes the filters. */
function ListState({ leads, isOpening, onShowAll }: ListStateProps) {
  const { rows, isFirstRead, isReading, isOld, hasFailed, retry } = leads
  if (hasFailed) {
    const query = { isError: true, isFetching: isReading, refetch: retry }
    return <QueryFailure query={query} text="Failed to fetch leads" />
  }
  if (isFirstRead) return <Loading />
  if (rows.length > 0) return null
  return (
    <div className="empty" aria-busy={isOld}>
      {isOpening && <p className="strong">Nothing needs action right now.</p>}
      <p>No leads found matching your criteria</p>
      {isOpening && (
        <Button look="line" onPress={onShowAll}>
          Show all leads
        </Button>
      )}
    </div>
  )
}

/** How a request is opened: in its panel, or there at a part of it. */
function useOpening(select: (id: number) => void, change: ReturnType<typeof useInboxView>[1]) {
  const [goal, setGoal] = useState<{ id: string }>()
  const open = useCallback(
    (id: number) => {
      select(id)
      setGoal(undefined)
      change(() => ({ leadId: id }))
    },
    [change, select],
  )
  const openAt = useCallback(
    (id: number, part: string) => {
      open(id)
      setGoal({ id: part })
    },
    [open],
  )
  return { goal, open, openAt }
}

function Inbox({ sections }: LeadSubmissionsProps) {
  const [{ filters, order, leadId }, change] = useInboxView()
  const body = useRef<HTMLTableSectionElement>(null)
  const leads = useLeadList({ filters, order })
  const { rows } = leads
  const row = useSelectedRow(rows, body, leadId)
  const { selectedId, selected, select } = row
  const many = useMany(rows)
  const { goal, open, openAt } = useOpening(select, change)

  function close() {
    if (leadId === undefined) return
    // Closed first: the dialog gives the focus back to where it was opened, and then it moves.
    flushSync(() => change(() => ({ leadId: undefined })))
    row.focusSelected()
  }
  function move(step: 1 | -1) {
    const next = row.beside(step)
    if (next) open(next.id)
  }

  const setFilters = (part: Partial<LeadFilters>) => change((view) => changeFilters(view, part))
  function clearFilters() {
    setFilters(noFilters)
    // The button that was pressed has nothing more to do, and loses the focus.
    document.getElementById(searchId)?.focus()
  }

  const keys = {
    row,
    open,
    writeNote: (id: number) => openAt(id, controlId('note')),
    isPanelOpen: leadId !== undefined,
    close: many.isOpen ? many.clear : close,
  }
  const actions = useMemo(
    () => ({ onSelect: select, onOpen: open, onGo: openAt, onChoose: many.toggle }),
    [select, open, openAt, many.toggle],
  )

  return (
    <div className="inbox" data-panel={leadId !== undefined || undefined}>
      <section
        className="inbox-list"
        aria-label="Leads"
        onKeyDown={(event) => handleListKey(event, keys)}
      >
        <div className="list-bar">
          <LeadToolbar
            filters={filters}
            order={order}
            onChange={setFilters}
            onOrder={(next) => change(() => ({ order: next }))}
          />
          <ListHead
            filters={filters}
            order={order}
            count={leads.counts?.found}
            isEmpty={rows.length === 0}
            onClear={clearFilters}
          />
        </div>
        {rows.length > 0 && (
          <LeadTable
            leads={leads}
            order={order}
            selectedId={selectedId}
            actions={actions}
            chosen={many.chosen}
            bodyRef={body}
          />
        )}
        <ListState leads={leads} isOpening={isOpening(filters)} onShowAll={clearFilters} />
        <ManyBar
          many={many}
          shownCount={rows.length}
          isOfSpam={filters.quarantined}
          onLeave={row.focusSelected}
        />
      </section>
      {leadId !== undefined && (
        <LeadPanel
          leadId={leadId}
          entry={selectedId === leadId ? selected : undefined}
          sections={sections}
          goal={goal}
          onClose={close}
          onMove={move}
          onOpen={open}
        />
      )}
    </div>
  )
}
