import { afterEach, beforeEach } from 'vitest'
import { type Page, pageOf } from './page.ts'
import type { Session } from './session.ts'
import { startWebKit } from './webkit.ts'

/** Gives each test a new browser, which has nothing in its cache. */
export function usePage(): () => Page {
  let session: Session | undefined
  let page: Page

  beforeEach(async () => {
    session = await startWebKit()
    page = pageOf(session)
    await page.resize(1366, 900)
  })
  afterEach(async () => {
    await session?.end()
    session = undefined
  })
  return () => page
}
