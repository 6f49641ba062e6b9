import { controlId } from '../../../ui/fields.tsx'

/** Set while the field for a note is waited for: the panel that has it is still loading. */
let observer: MutationObserver | undefined

function focusNote(): boolean {
  const field = document.getElementById(controlId('note'))
  field?.focus()
  return field !== null
}

/** True while what is typed is meant for a note whose field is not there yet. */
export const isNoteAwaited = (): boolean => observer !== undefined

export function stopAwaitingNote(): void {
  observer?.disconnect()
  observer = undefined
}

/** Moves the focus to the field for a note, now or as soon as the panel has it. */
export function awaitNote(): void {
  stopAwaitingNote()
  if (focusNote()) return
  observer = new MutationObserver(() => focusNote() && stopAwaitingNote())
  observer.observe(document.body, { childList: true, subtree: true })
}
