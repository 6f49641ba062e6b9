import { type ComponentType, use } from 'react'
import type { BelowFold } from './below-fold.tsx'
import { loadOnce } from './load-once.ts'

/** A page whose code is loaded when it is first needed. */
export type LazyPage = {
  /** Loads the code; rejects if that fails, and may be called again. Once loaded, `Page` never suspends. */
  preload: () => Promise<void>
  /** Loads what is needed of it where the server has rendered the page, which is `isFirst` then. */
  preloadFirst: () => Promise<void>
  Page: ComponentType<{ isFirst?: boolean }>
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
export function lazyPage(load: () => Promise<ComponentType>, below?: BelowFold): LazyPage {
  const code = loadOnce(load)
  let loadedOrReloading: Promise<void> | undefined

  async function preload() {
    await Promise.all([code.load(), below?.load()])
  }

  function Page({ isFirst = false }) {
    const Loaded = code.loaded()
    const isComplete = Loaded && (isFirst || !below || below.loaded())
    if (!isComplete) {
      loadedOrReloading ??= preload().catch(reload)
      use(loadedOrReloading)
    }
    return Loaded ? <Loaded /> : null
  }

  return { preload, preloadFirst: code.load, Page }
}
