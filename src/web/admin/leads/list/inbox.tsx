import { type KeyboardEvent, useCallback, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { pagePaths } from '#/contracts/site-routes.ts'
import { Button } from '../../../ui/button.tsx'
import { controlId } from '../../../ui/fields.tsx'
import { searchId } from '../../shell/filters.tsx'
import { Fetched } from '../../shell/query-states.tsx'
import { isOpening } from '../lead-filters.ts'
import { LeadPanel, type PanelSections } from '../panel/lead-panel.tsx'
import { LeadTable } from './lead-table.tsx'
import { clearFilters, LeadToolbar, ListHead } from './lead-toolbar.tsx'
import { ManyBar, useMany } from './many-bar.tsx'
import { changeView, useInboxView, useOpenList } from './use-inbox-view.ts'
import { useSelectedRow } from './use-selected-row.ts'

/** What a key does, with the row that has the focus. */
type ListKeys = Record<string, (at: HTMLElement | null, event: KeyboardEvent) => void>

/** What the keys do; `close` ends the selection of several leads, or else closes the panel. */
function keysOf(
  { beside, focusRow }: ReturnType<typeof useSelectedRow>,
  isPanelOpen: boolean,
  open: (leadId: number, part?: string) => void,
  close: () => void,
): ListKeys {
  const moveBy =
    (step: 1 | -1): ListKeys[string] =>
    (_at, { repeat }) => {
      const next = beside(step)
      focusRow(next)
      // Held down, the key would open thirty panels a second.
      if (next && isPanelOpen && !repeat) open(next.id)
    }
  return {
    ArrowDown: moveBy(1),
    ArrowUp: moveBy(-1),
    Escape: close,
    '/': () => (document.getElementById(searchId) as HTMLInputElement | null)?.select(),
    '?': () => document.getElementById('open-keys')?.click(),
    c: (at) => at?.querySelector<HTMLElement>('.mark-status')?.click(),
    n: (at) => at && open(Number(at.dataset.lead), controlId('note')),
  }
}

/** Where keys are typed, or choose. */
const fields = 'input:not([type=checkbox]), select'

/** Does what a key means in the list; the keys act only while the focus is in it. */
function handleListKey(event: KeyboardEvent, keys: ListKeys, leaveSearch: () => void): void {
  const { key, target, ctrlKey, metaKey, altKey } = event
  if (!(target instanceof Element) || ctrlKey || metaKey || altKey) return
  // The field leaves itself; whoever has searched goes on in what was found.
  if (target.id === searchId && key === 'Escape') leaveSearch()
  if (event.defaultPrevented || target.matches(fields)) return
  const act = keys[key.length === 1 ? key.toLowerCase() : key]
  if (!act || (event.repeat && !key.startsWith('Arrow'))) return
  act(target.closest<HTMLElement>('[data-lead]'), event)
  event.preventDefault()
}

type LeadSubmissionsProps = { sections: PanelSections }

/** The tab with the list: filters, export, table, and the panel of one lead with its sections. */
export function LeadSubmissions({ sections }: LeadSubmissionsProps) {
  const { filters, leadId } = useInboxView()
  // What is held as spam is looked at by its own filter, or by a link to it.
  const looksAtHeld = filters.quarantined !== undefined || leadId !== undefined
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

/** In place of the table where no lead passes the filters. */
function NothingFound({ isOld }: { isOld: boolean }) {
  const isAtOpening = isOpening(useInboxView().filters)
  return (
    <div className="empty" aria-busy={isOld}>
      {isAtOpening && <p className="strong">Nothing needs action right now.</p>}
      <p>No leads found matching your criteria</p>
      {isAtOpening && (
        <Button look="line" onPress={clearFilters}>
          Show all leads
        </Button>
      )}
    </div>
  )
}

function Inbox({ sections }: LeadSubmissionsProps) {
  const { leadId } = useInboxView()
  const list = useOpenList()
  const { rows, query } = list
  const row = useSelectedRow(rows, leadId)
  const { selectedId, select } = row
  const many = useMany(rows, row.focusSelected)
  const [goal, setGoal] = useState<{ id: string }>()
  const open = useCallback(
    (id: number, part?: string) => {
      select(id)
      setGoal(part === undefined ? undefined : { id: part })
      changeView({ leadId: id })
    },
    [select],
  )
  const actions = useMemo(
    () => ({ onSelect: select, onOpen: open, onChoose: many.toggle }),
    [select, open, many.toggle],
  )

  function close() {
    if (leadId === undefined) return
    // Closed first: the dialog gives the focus back to where it was opened, and then it moves.
    flushSync(() => changeView({ leadId: undefined }))
    row.focusSelected()
  }
  function move(step: 1 | -1) {
    const next = row.beside(step)
    if (next) open(next.id)
  }
  const keys = keysOf(row, leadId !== undefined, open, many.isOpen ? many.clear : close)

  return (
    <div className="inbox" data-panel={leadId !== undefined || undefined}>
      <section
        className="inbox-list"
        aria-label="Leads"
        onKeyDown={(event) => handleListKey(event, keys, row.focusSelected)}
      >
        <div className="row list-bar">
          <LeadToolbar />
          <ListHead />
        </div>
        {rows.length > 0 && (
          <LeadTable list={list} selectedId={selectedId} chosen={many.chosen} actions={actions} />
        )}
        <Fetched
          query={{
            ...query,
            refetch: query.isFetchNextPageError ? query.fetchNextPage : query.refetch,
          }}
          failure="Failed to fetch leads"
        >
          {() => rows.length === 0 && <NothingFound isOld={query.isPlaceholderData} />}
        </Fetched>
        <ManyBar many={many} shownCount={rows.length} />
      </section>
      {leadId !== undefined && (
        <LeadPanel
          leadId={leadId}
          entry={rows.find(({ id }) => id === leadId)}
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
