import { type ComponentType, use } from 'react'

/** A page whose code is loaded when it is first needed. */
export type LazyPage = {
  /** Loads the code. Rendering after it has resolved never suspends. */
  preload: () => Promise<void>
  Page: ComponentType
}

/** The address is that of the page already: the server draws it, or the browser says what is wrong. */
function loadWholePage(): Promise<void> {
  location.reload()
  return new Promise(() => {})
}

/**
 * Like React.lazy, but renders at once when the code is there already: the server and the hydrating
 * browser preload the page that they draw, and so draw the same.
 */
export function lazyPage(load: () => Promise<{ default: ComponentType }>): LazyPage {
  let Loaded: ComponentType | undefined
  let loading: Promise<void> | undefined
  let drawing: Promise<void> | undefined

  function preload() {
    loading ??= load().then(
      (module) => {
        Loaded = module.default
      },
      (error: unknown) => {
        // Tried again by the next who asks.
        loading = undefined
        throw error
      },
    )
    return loading
  }

  function Page() {
    if (!Loaded) drawing ??= preload().catch(loadWholePage)
    if (drawing) use(drawing)
    return Loaded ? <Loaded /> : null
  }

  return { preload, Page }
}
