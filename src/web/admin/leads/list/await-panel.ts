import { controlId } from '../../../ui/fields.tsx'
import { reminderId } from '../panel/lead-reminder.tsx'

/** Set while something of the panel is waited for: it is still loading. */
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

/** Opens the choice of when to show the lead again. False while the panel has no lead; some have no such choice. */
function openReminder(): boolean {
  const choice = document.getElementById(reminderId) as HTMLDetailsElement | null
  if (choice) choice.open = true
  choice?.querySelector('button')?.focus()
  return document.querySelector('.panel-status') !== null
}

/** True while what is typed is meant for something of the panel that is not there yet. */
export const isPanelAwaited = (): boolean => observer !== undefined

/** Keeps a key for what is waited for. False for one that types nothing. */
export function typeAhead(key: string): boolean {
  if (key === 'Backspace') typed = typed.slice(0, -1)
  else if (key === 'Enter') typed += '\n'
  else if (key.length === 1) typed += key
  else return false
  return true
}

export function stopAwaiting(): void {
  observer?.disconnect()
  observer = undefined
  typed = ''
}

function awaitPanel(goThere: () => boolean): void {
  stopAwaiting()
  if (goThere()) return
  observer = new MutationObserver(() => goThere() && stopAwaiting())
  observer.observe(document.body, { childList: true, subtree: true })
}

/** Moves the focus to the field for a note, now or as soon as the panel has it. */
export const awaitNote = (): void => awaitPanel(focusNote)

/** The same for the choice of when to show the lead again. */
export const awaitReminder = (): void => awaitPanel(openReminder)
