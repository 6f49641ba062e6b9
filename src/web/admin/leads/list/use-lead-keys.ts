import { useEffect, useEffectEvent } from 'react'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { takeToastAction } from '../../../ui/show-toast.ts'
import { searchId } from '../../shell/filters.tsx'
import { type ManyWork, manyBarId } from '../many/use-many-work.ts'
import { readPreference } from '../preferences.ts'
import { useFetchedLead } from '../use-lead-status.ts'
import { awaitNote, awaitReminder, isPanelAwaited, stopAwaiting, typeAhead } from './await-panel.ts'
import type { LeadListState } from './use-lead-list.ts'
import type { ListWindow } from './use-list-window.ts'
import type { RowSelection } from './use-row-selection.ts'

/** What the keys act on. */
type Inbox = {
  leads: LeadListState
  order: LeadOrder
  /** The lead whose panel is open. */
  leadId: number | undefined
  window: ListWindow
  selection: RowSelection
  onOrder: (order: LeadOrder) => void
  open: (leadId: number) => void
  close: () => void
  toggle: (lead: LeadEntry) => void
  /** What is selected for work on several at once. */
  many: ManyWork
}

type FetchedLead = ReturnType<typeof useFetchedLead>

/** What the keys of the list do. */
function actionsOn(inbox: Inbox, fetchedLead: FetchedLead) {
  const { order, leadId, window, selection, onOrder, toggle, many } = inbox
  const { rows, hasMore } = inbox.leads
  const { selected } = selection
  const rowOf = (id: number) => rows.find((row) => row.id === id)
  const { chosen } = many
  /** Out of sight, a row only comes into sight: a key does nothing to what is not seen. */
  function isSeen(): boolean {
    const isThere = window.isInSight(selection.index)
    if (!isThere && selected) window.scrollToRow(selection.index)
    return isThere
  }
  /** Has the panel open, of the row where it is not; false where there is no row. */
  function openPanel(): boolean {
    if (leadId === undefined && selected) inbox.open(selected.id)
    return leadId !== undefined || selected !== undefined
  }
  return {
    close: () => (many.isOpen ? many.clear() : inbox.close()),
    help: () => document.getElementById('open-settings')?.click(),
    search: () => (document.getElementById(searchId) as HTMLInputElement | null)?.select(),
    /** By one row: 1 is down, -1 is up. */
    move(step: 1 | -1) {
      // Where the panel's lead has left the list, the row in its place comes next.
      const isNext = step === 1 && leadId !== undefined && !rowOf(leadId) && selected
      // The panel that closes gives the focus back to the row from which it was opened.
      const shown = rows.findIndex(({ id }) => id === leadId)
      const beside = shown < 0 ? selection.indexBeside(step) : shown + step
      const index = isNext ? selection.index : beside
      const lead = rows[index]
      if (!lead) return undefined
      window.scrollToRow(index)
      selection.focusRow(lead.id)
      if (leadId !== undefined) inbox.open(lead.id)
      return lead.id
    },
    extend(step: 1 | -1) {
      const from = selected?.id
      const to = this.move(step)
      if (to !== undefined) many.extendTo(to, from)
    },
    choose() {
      if (selected && isSeen()) many.toggle(selected.id)
    },
    /** To what can be done with all that are selected. */
    goToBar: () =>
      document.querySelector<HTMLElement>(`#${manyBarId} .many-actions button:enabled`)?.focus(),
    goToEnd(end: 'newest' | 'oldest') {
      const isByArrival = order === 'newest' || order === 'oldest'
      const isLast = end === 'oldest' && (!isByArrival || (order === 'newest' && !hasMore))
      // Where the whole list is there, its end is a row; else the list is read from that end.
      if (isLast) window.scrollToRow(rows.length - 1)
      else if (order === end || !isByArrival) scrollTo({ top: 0 })
      else onOrder(end)
    },
    toggle() {
      if (chosen.length > 0) {
        // Of spam the bar marks none.
        if (chosen.some(({ isQuarantined }) => isQuarantined)) return
        const isOver = chosen.every(({ isContacted }) => isContacted)
        return many.run(isOver ? 'new' : 'contacted', chosen)
      }
      if (leadId === undefined && !isSeen()) return
      // The panel's lead may have left the list, as one that is marked contacted leaves the new ones.
      const lead = leadId === undefined ? selected : (rowOf(leadId) ?? fetchedLead(leadId))
      if (lead) toggle(lead)
    },
    note() {
      if (chosen.length === 0 && openPanel()) awaitNote()
    },
    remind() {
      if (chosen.length === 0 && openPanel()) awaitReminder()
    },
  }
}

type Act = (actions: ReturnType<typeof actionsOn>) => unknown

const namedKeys: Record<string, Act> = {
  ArrowDown: ({ move }) => move(1),
  ArrowUp: ({ move }) => move(-1),
  Home: ({ goToEnd }) => goToEnd('newest'),
  End: ({ goToEnd }) => goToEnd('oldest'),
  Escape: ({ close }) => close(),
}

/** These can be switched off: someone who speaks to the computer may type them unawares. */
const singleKeys: Record<string, Act> = {
  '/': ({ search }) => search(),
  j: ({ move }) => move(1),
  k: ({ move }) => move(-1),
  x: ({ choose }) => choose(),
  '.': ({ goToBar }) => goToBar(),
  z: () => takeToastAction(),
  c: ({ toggle }) => toggle(),
  n: ({ note }) => note(),
  r: ({ remind }) => remind(),
  '?': ({ help }) => help(),
}

const noRepeat = ['c', 'n', 'r', 'x', 'z']

/** With Shift, these select as they move. */
const shiftKeys: Record<string, Act> = {
  ArrowDown: (actions) => actions.extend(1),
  ArrowUp: (actions) => actions.extend(-1),
}

/** What knows itself what to do with the keys: controls, and a table that they scroll. */
const controls =
  'input:not(.lead-check > *), select, textarea, [contenteditable], [role=tab], .daily-scroller'

function actionOf({ key, shiftKey }: KeyboardEvent): Act | undefined {
  if (shiftKey && Object.hasOwn(shiftKeys, key)) return shiftKeys[key]
  if (Object.hasOwn(namedKeys, key)) return namedKeys[key]
  const single = key.toLowerCase()
  if (!Object.hasOwn(singleKeys, single) || !readPreference('singleKeys')) return undefined
  return singleKeys[single]
}

/**
 * Listens to the keys of the list: never while someone types, never for the browser's own. Returns the
 * move by one row, for buttons.
 */
export function useLeadKeys(inbox: Inbox): (step: 1 | -1) => void {
  const fetchedLead = useFetchedLead()
  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    // Another dialog than the panel has the page to itself.
    if (document.querySelector('dialog:modal:not(.lead-panel)')) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.closest(controls)) return
    // What is typed for a note that is still loading is no command. Perhaps it never comes: Tab leaves it too.
    if (['Escape', 'Tab'].includes(event.key) || inbox.leadId === undefined) stopAwaiting()
    if (isPanelAwaited()) {
      if (typeAhead(event.key)) event.preventDefault()
      return
    }
    // A key that is held down moves on, but it marks once.
    if (event.repeat && noRepeat.includes(event.key.toLowerCase())) return
    const action = actionOf(event)
    if (!action) return
    event.preventDefault()
    action(actionsOn(inbox, fetchedLead))
  })

  useEffect(() => {
    const listen = (event: KeyboardEvent) => act(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (step) => void actionsOn(inbox, fetchedLead).move(step)
}
