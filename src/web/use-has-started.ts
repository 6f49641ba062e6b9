import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** False in the server's document, true once React runs in the browser and handlers are attached. */
export function useHasStarted(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}
