import { controlId } from '../../../ui/fields.tsx'

/** Set while the field for a note is waited for: the panel that has it is still loading. */
let observer: MutationObserver | undefined

/** What was typed for the note before its field was there. */
let typed = ''

function focusNote(): boolean {
  const field = document.getElementById(controlId('note')) as HTMLTextAreaElement | null
  field?.focus()
  if (field && typed) {
    const end = field.value.length
    field.setRangeText(typed, end, end, 'end')
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  return field !== null
}

/** True while what is typed is meant for a note whose field is not there yet. */
export const isNoteAwaited = (): boolean => observer !== undefined

/** Keeps a key for the note that is waited for. False for one that types nothing. */
export function typeAhead(key: string): boolean {
  if (key === 'Backspace') typed = typed.slice(0, -1)
  else if (key === 'Enter') typed += '\n'
  else if (key.length === 1) typed += key
  else return false
  return true
}

export function stopAwaitingNote(): void {
  observer?.disconnect()
  observer = undefined
  typed = ''
}

/** Moves the focus to the field for a note, now or as soon as the panel has it. */
export function awaitNote(): void {
  stopAwaitingNote()
  if (focusNote()) return
  observer = new MutationObserver(() => focusNote() && stopAwaitingNote())
  observer.observe(document.body, { childList: true, subtree: true })
}
