import { beforeAll, beforeEach, inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    mode: 'dry-run' | 'mutant'
    globalNamespace: string
  }
}

/** How often each mutant was reached: by a test, or outside of all tests. */
type Reached = Record<string, number>

type Stryker = {
  mutantCoverage?: { static: Reached; perTest: Record<string, Reached> }
  currentTestId?: string
}

/*
 * Stryker credits what runs in `beforeAll` to no test, and there many tests build the application. It
 * is credited here to each test of the file that comes after: the mutant is at work in the hook, too,
 * when these tests judge it.
 */
if (inject('mode') === 'dry-run') {
  const stryker = (globalThis as Record<string, unknown>)[inject('globalNamespace')] as Stryker
  let whenLoaded: Reached = {}
  beforeAll(() => {
    whenLoaded = { ...stryker.mutantCoverage?.static }
  })
  beforeEach(() => {
    const { mutantCoverage, currentTestId } = stryker
    if (!mutantCoverage || currentTestId === undefined) return
    const ofTest = mutantCoverage.perTest[currentTestId] ?? {}
    mutantCoverage.perTest[currentTestId] = ofTest
    for (const [mutant, times] of Object.entries(mutantCoverage.static)) {
      if (times > (whenLoaded[mutant] ?? 0)) ofTest[mutant] ??= 1
    }
  })
}
