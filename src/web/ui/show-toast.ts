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

const shown = createStore<Toast | undefined>(undefined)
const place = createStore<HTMLElement | null>(null)
let lastId = 0

/** Shows a toast in place of the one before: one is visible at a time. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  shown.set({ ...toast, id: lastId })
}

export const hideToast = () => shown.set(undefined)

/**
 * For `ref`: while this element is in the document, toasts stand in it, so that on small screens
 * they cover nothing that people need.
 */
export function placeToastsIn(element: HTMLElement | null): () => void {
  place.set(element)
  return () => place.set(null)
}

export const useShownToast = shown.use
export const useToastPlace = place.use
