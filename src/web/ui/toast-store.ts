/** A short message that shows for a while at the edge of the screen. */
export type Toast = { id: number; title: string; text: string; tone: 'default' | 'destructive' }

let current: Toast | undefined
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a toast in place of the one before: one is visible at a time. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  current = { ...toast, id: lastId }
  for (const listener of listeners) listener()
}

/** For useSyncExternalStore. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The newest toast, whether it still shows or not. */
export function newestToast(): Toast | undefined {
  return current
}
