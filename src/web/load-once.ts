import type { ComponentType } from 'react'

/** A component whose code is loaded when it is first needed. */
export type LoadedOnce = {
  /** Loads the code; rejects if that fails, and may be called again. */
  load: () => Promise<void>
  /** The component, once it is loaded. */
  loaded: () => ComponentType | undefined
}

/** Remembers what was loaded, but no failure. */
export function loadOnce(load: () => Promise<ComponentType>): LoadedOnce {
  let component: ComponentType | undefined
  let loading: Promise<void> | undefined
  return {
    load() {
      loading ??= load().then(
        (loadedComponent) => {
          component = loadedComponent
        },
        (error: unknown) => {
          // The next caller tries again.
          loading = undefined
          throw error
        },
      )
      return loading
    },
    loaded: () => component,
  }
}
