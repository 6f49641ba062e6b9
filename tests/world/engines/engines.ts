import { afterEach, beforeEach } from 'vitest'
import { startFirefox } from './firefox.ts'
import { type Page, pageOf } from './page.ts'
import type { Session } from './session.ts'
import { startWebKit } from './webkit.ts'

/** A kind of browser. */
type Engine = { name: string; start: () => Promise<Session> }

/** The browsers that each flow runs in. Chromium has tests of its own in tests/e2e. */
export const engines: readonly Engine[] = [
  { name: 'Firefox', start: startFirefox },
  { name: 'WebKit', start: startWebKit },
]

/**
 * Gives each test a new browser, which has nothing in its cache. A test that fails leaves a picture
 * of its page in `test-results`.
 */
export function usePage(engine: Engine): () => Page {
  let session: Session | undefined
  let page: Page

  beforeEach(async () => {
    session = await engine.start()
    page = pageOf(session)
    await page.resize(1366, 900)
  })
  afterEach(async ({ task }) => {
    if (session && task.result?.state === 'fail') {
      const name = `${engine.name} ${task.name}`.replaceAll(/\W+/g, '-')
      await page.photograph(`test-results/world/${name}.png`).catch(() => undefined)
    }
    await session?.end()
    session = undefined
  })
  return () => page
}
