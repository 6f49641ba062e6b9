/** A short message that shows for a while at the edge of the screen. */
export type Toast = { id: number; title: string; text: string; tone: 'default' | 'destructive' }

let lastId = 0
let show: ((toast: Toast) => void) | undefined

/** Shows a toast in place of the one before: one is visible at a time. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  show?.({ ...toast, id: lastId })
}

/** Called by the one place where toasts appear. */
export function showToastsWith(showOne: (toast: Toast) => void): void {
  show = showOne
}
