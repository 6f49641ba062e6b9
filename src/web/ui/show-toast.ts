import { createStore } from './store.ts'

/** A short message that shows for a while at the edge of the screen. */
export type Toast = {
  id: number
  title: string
  text: string
  tone: 'default' | 'destructive'
  /** What can still be done about it; then it shows for longer. */
  action?: { label: string; run: () => void } | undefined
}

/** The visible toast, and the element of the page that has room for it. */
type Shown = { toast?: Toast | undefined; place?: HTMLElement | undefined }

const shown = createStore<Shown>({})
let lastId = 0

const change = (changes: Shown) => shown.set({ ...shown.get(), ...changes })

/** Shows a toast in place of the one before: one is visible at a time. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  change({ toast: { ...toast, id: lastId } })
}

export function hideToast(): void {
  change({ toast: undefined })
}

/**
 * For `ref`: while this element is in the document, toasts stand in it, so that on small screens
 * they cover nothing that people need.
 */
export function placeToastsIn(element: HTMLElement | null): () => void {
  change({ place: element ?? undefined })
  return () => change({ place: undefined })
}

/** The visible toast, and its place. */
export const useShownToast = shown.use
