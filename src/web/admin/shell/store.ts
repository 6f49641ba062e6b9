import { useSyncExternalStore } from 'react'

/** A place for a value that lives outside the components that show it. */
export type Store<Value> = ReturnType<typeof createStore<Value>>

/** Makes a store. Its functions may be passed around freely. */
export function createStore<Value>(initial: Value) {
  let current = initial
  const listeners = new Set<() => void>()
  const get = () => current
  function subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    get,
    set(value: Value) {
      current = value
      for (const listener of listeners) listener()
    },
    /** The value, for a component, which renders again when it changes. */
    use: () => useSyncExternalStore(subscribe, get, () => initial),
  }
}
