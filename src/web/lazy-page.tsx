import { type ComponentType, use } from 'react'

/** A page whose code is loaded when it is first needed. */
export type LazyPage = {
  /** Loads the code; rejects if that fails, and may be called again. Once loaded, `Page` never suspends. */
  preload: () => Promise<void>
  Page: ComponentType
}

/** The address is already that of the page, so a reload gets it from the server, or shows why not. */
function reload(): Promise<void> {
  location.reload()
  return new Promise(() => {})
}

/**
 * Like React.lazy, but renders at once when the code is loaded already. The server and the hydrating
 * browser preload the page that they render, and so render the same.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let Loaded: ComponentType | undefined
  let loading: Promise<void> | undefined
  let loadedOrReloading: Promise<void> | undefined

  function preload() {
    loading ??= load().then(
      (component) => {
        Loaded = component
      },
      (error: unknown) => {
        // The next caller tries again.
        loading = undefined
        throw error
      },
    )
    return loading
  }

  function Page() {
    if (!Loaded) loadedOrReloading ??= preload().catch(reload)
    if (loadedOrReloading) use(loadedOrReloading)
    return Loaded ? <Loaded /> : null
  }

  return { preload, Page }
}
