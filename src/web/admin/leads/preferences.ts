import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../../browser-storage.ts'

/** What each person decides for themselves, in this browser. */
const defaults = {
  sound: false,
  notices: false,
  singleKeys: true,
  plot: false,
  compact: false,
}

/** The name of something that each person decides for themselves. */
export type Preference = keyof typeof defaults

const keyOf = (name: Preference) => `inbox-${name}` as const

/** What was decided, or the default. */
export function readPreference(name: Preference): boolean {
  const stored = readStored('local', keyOf(name))
  return stored === undefined ? defaults[name] : stored === 'true'
}

/** Stores a decision, for every open window. */
export function setPreference(name: Preference, value: boolean): void {
  writeStored('local', keyOf(name), String(value))
  // The browser itself tells only the other windows.
  dispatchEvent(new Event('storage'))
}

function subscribe(listener: () => void): () => void {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

/** What was decided, also in another window. */
export function usePreference(name: Preference): boolean {
  return useSyncExternalStore(
    subscribe,
    () => readPreference(name),
    () => defaults[name],
  )
}
