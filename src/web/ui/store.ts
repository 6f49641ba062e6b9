import { useSyncExternalStore } from 'react'

/** A value outside of React; `use` has a component follow it, and is `first` in the server's document. */
export function createStore<Value>(first: Value) {
  let value = first
  const listeners = new Set<() => void>()
  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    get: () => value,
    set(next: Value) {
      value = next
      for (const listener of listeners) listener()
    },
    use: () =>
      useSyncExternalStore(
        subscribe,
        () => value,
        () => first,
      ),
  }
}
