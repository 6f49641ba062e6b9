/**
 * `npm run bench -- inbox-browser`: with 100,000 leads in PostgreSQL it opens the inbox, scrolls,
 * goes to its end, searches, filters and exports. It prints the longest tasks of the page from
 * Chromium's trace, and fails if a task uses more processor time than the limit. Elapsed time has
 * no limit, because other programs on a busy machine lengthen it.
 */
import { parseArgs } from 'node:util'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { openDatabase } from '#/server/db/connect/client.ts'
import { findChromium } from '#tests/support/chromium.ts'
import { ownerEnv } from '#tests/support/owner.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { fillInboxAt } from './support/fill-leads.ts'
import { type Bench, bench, percentile, printLine } from './support/harness.ts'
import { traceTasks } from './support/page-tasks.ts'

const limitMs = 100
const { ADMIN_EMAIL, ADMIN_PASSWORD } = ownerEnv
const { values } = parseArgs({ options: { leads: { type: 'string', default: '100000' } } })
const count = Number(values.leads)

const countLine = (page: Page) => page.getByText(/^Showing .* total leads$/)

async function signIn(page: Page) {
  await page.goto('/admin/form-fills')
  await page.getByLabel('Email').fill(ADMIN_EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('.lead').first().waitFor()
}

/** The steps of a user in the inbox. Each one waits until its result is shown. */
const steps: Record<string, (page: Page) => Promise<unknown>> = {
  async open(page) {
    await page.goto('/admin/form-fills')
    await page.locator('.lead').first().waitFor()
    await countLine(page).waitFor()
  },
  async 'scroll by the wheel'(page) {
    await page.mouse.move(600, 600)
    for (let turn = 0; turn < 150; turn += 1) await page.mouse.wheel(0, 1_200)
    await page.locator('.lead[data-lead]').first().waitFor()
  },
  async 'go to the end'(page) {
    await page.keyboard.press('End')
    await page.locator('.lead-id', { hasText: /^1$/ }).waitFor()
    await page.keyboard.press('Home')
    await page.locator('.lead-id', { hasText: new RegExp(`^${count}$`) }).waitFor()
  },
  async 'walk with the panel open'(page) {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    for (let row = 0; row < 60; row += 1) await page.keyboard.press('ArrowDown')
    await page.locator('.lead-panel .note-form').waitFor()
    await page.keyboard.press('Escape')
  },
  async search(page) {
    for (const term of [
      'maria',
      'xanthopoulos',
      '(386) 555',
      'z',
      'nobody@example.test',
      'gmail',
    ]) {
      await page.keyboard.press('/')
      await page.keyboard.press('Backspace')
      await page.keyboard.type(term, { delay: 40 })
      await page.locator('.leads-box:not([data-old]), .empty').waitFor()
      await page.waitForURL(/[?&]q=/)
    }
    await page.getByRole('button', { name: 'Clear Filters' }).click()
  },
  async filter(page) {
    await page.getByLabel('Service', { exact: true }).selectOption('ac-repair')
    await page.getByLabel('Status', { exact: true }).selectOption('new')
    await page.getByLabel('Source', { exact: true }).selectOption('yelp')
    await page.waitForURL(/source=yelp/)
    await page.locator('.leads-box:not([data-old]), .empty').waitFor()
    await page.getByRole('button', { name: 'Clear Filters' }).click()
    await page.locator('.leads-box:not([data-old])').waitFor()
  },
  async 'export all'(page) {
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 600_000 }),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    await download.path()
  },
}

async function run({ check }: Bench, page: Page, session: CDPSession): Promise<void> {
  for (const [name, step] of Object.entries(steps)) {
    const start = performance.now()
    const tasks = await traceTasks(session, () => step(page))
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    const busy = tasks.map(({ busyMs }) => busyMs)
    const [middle, most] = [percentile(busy, 0.5), Math.max(0, ...busy)]
    check(
      `${name.padEnd(34)} ${tasks.length} tasks in ${seconds} s: p50 ${middle.toFixed(2)} ms, longest ${most.toFixed(1)} ms (at most ${limitMs})`,
      most <= limitMs,
    )
  }
}

await bench(async (tools) => {
  const postgres = await startPostgres()
  tools.atEnd(postgres.remove)
  const databaseUrl = postgres.urlOf('postgres')
  const database = await openDatabase({ databaseUrl, dataDir: tools.folder() }, silentLogger)
  await database.close()
  await fillInboxAt({ connectionString: databaseUrl }, count)
  const env = { ...ownerEnv, DATABASE_URL: databaseUrl, LOG_LEVEL: 'error' }
  const { url: baseURL } = await tools.startProduct(env)
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  tools.atEnd(() => browser.close())
  const page = await browser.newPage({ baseURL, viewport: { width: 1440, height: 900 } })
  await signIn(page)
  printLine(`The inbox in Chromium, ${count.toLocaleString('en')} leads; processor time of tasks`)
  await run(tools, page, await browser.newBrowserCDPSession())
})
