import type { KeyboardEvent } from 'react'
import { searchId } from '../../shell/filters.tsx'
import type { useSelectedRow } from './use-selected-row.ts'

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
export function handleListKey(event: KeyboardEvent, inbox: Inbox): void {
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
