import { estimateFormId } from '#/contracts/site-routes.ts'

/** What makes React hydrate at once the part of the page in which it happens. */
const urgent = [
  ...['pointerdown', 'pointerup', 'touchstart', 'touchend', 'mousedown', 'mouseup', 'click'],
  ...['keydown', 'keypress', 'keyup', 'compositionstart', 'compositionend'],
  ...['textInput', 'input', 'change'],
]

function hide(event: Event): void {
  const target = event.target as Element
  if (target.matches?.(`#${estimateFormId} :is(input, textarea, select)`)) event.stopPropagation()
}

/**
 * Hides what happens in the form's fields from React until it has hydrated the form. Fields need no
 * React, and to hydrate in the middle of a word, in one task, would make the keyboard wait.
 */
export function hideFields(): void {
  if (!document.getElementById(estimateFormId)) return
  for (const kind of urgent) addEventListener(kind, hide, true)
}

/** From now on the form hears of its fields. */
export function showFields(): void {
  for (const kind of urgent) removeEventListener(kind, hide, true)
}
