import { type ComponentType, use } from 'react'
import { type LoadedOnce, loadOnce } from './load-once.ts'

/** The sections of a page that nobody sees without scrolling. */
export type BelowFold = LoadedOnce & {
  /** Stands in a boundary of its own, in which it may wait for as long as the page is shown. */
  Sections: ComponentType
}

function untilScrolled(): Promise<void> {
  return new Promise((resolve) => {
    if (scrollY > 0) resolve()
    else addEventListener('scroll', () => resolve(), { once: true, passive: true })
  })
}

/**
 * Sections whose code a page that came from the server does without until it is scrolled: they are in
 * the document, and their links are plain ones. They stay so if the code cannot be loaded then. Every
 * other page waits for their code as for its own.
 */
export function belowFold(load: () => Promise<ComponentType>): BelowFold {
  const code = loadOnce(load)
  let wanted: Promise<void> | undefined

  function Sections() {
    const Loaded = code.loaded()
    if (!Loaded) {
      wanted ??= untilScrolled()
        .then(code.load)
        .catch(() => new Promise(() => {}))
      use(wanted)
    }
    return Loaded ? <Loaded /> : null
  }

  return { ...code, Sections }
}
