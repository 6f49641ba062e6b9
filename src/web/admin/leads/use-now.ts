import { useSyncExternalStore } from 'react'

const stepMs = 30_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for however many rows. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const notify of listeners) notify()
  }, stepMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const readNow = () => Math.floor(Date.now() / stepMs) * stepMs

/** The time in milliseconds since 1970, in steps of half a minute. 0 while hydrating. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, readNow, () => 0)
}
