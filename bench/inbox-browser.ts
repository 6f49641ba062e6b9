/**
 * `npm run bench:inbox-browser`: with 100,000 leads in PostgreSQL it opens the inbox, scrolls,
 * goes to its end, searches, filters and exports. It prints the longest tasks of the page from
 * Chromium's trace, and fails if a task uses more processor time than the limit. Elapsed time has
 * no limit, because other programs on a busy machine lengthen it. `--database` names a PostgreSQL
 * that was filled before.
 */
import { parseArgs } from 'node:util'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { openDatabase } from '#/server/db/connect/client.ts'
import { findChromium } from '#tests/support/chromium.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { startServer } from '#tests/support/server-process.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { buildIfStale } from '../scripts/build.ts'
import { fillInbox } from './fill-leads.ts'
import { traceTasks } from './page-tasks.ts'

const limitMs = 100
const owner = { email: 'owner@example.com', password: 'correct horse battery' }
const { values } = parseArgs({
  options: { leads: { type: 'string', default: '100000' }, database: { type: 'string' } },
})
const count = Number(values.leads)

const printLine = (line: string) => void process.stdout.write(`${line}\n`)
const countLine = (page: Page) => page.getByText(/^Showing .* total leads$/)

async function makeDatabase(databaseUrl: string, dataDir: string) {
  const database = await openDatabase({ databaseUrl, dataDir }, silentLogger)
  await database.close()
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await fillInbox(drizzle(client), count)
  await client.end()
}

async function signIn(page: Page) {
  await page.goto('/admin/form-fills')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
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
  async 'throw the scroll bar down and up'(page) {
    for (let turn = 0; turn < 15; turn += 1) {
      await page.evaluate((down) => scrollTo(0, down ? document.body.scrollHeight : 0), turn % 2)
      await page.locator('.lead[data-lead]').first().waitFor()
    }
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
  async 'mark contacted'(page) {
    await page.getByRole('button', { name: /^Mark/ }).first().click()
    await page.getByText('Lead status updated successfully', { exact: true }).waitFor()
  },
  async 'export and cancel'(page) {
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await page.locator('.export-count', { hasText: /,\d\d\d$/ }).waitFor()
    await page.getByRole('button', { name: 'Cancel export' }).click()
    await page.getByRole('button', { name: 'Export CSV' }).waitFor()
  },
  async 'export all'(page) {
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 600_000 }),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    await download.path()
  },
}

async function run(page: Page, session: CDPSession): Promise<string[]> {
  const missed: string[] = []
  const columns = (texts: string[]) => texts.map((text) => text.padStart(10)).join('')
  const head = columns(['tasks', 'p50', 'p99', 'longest', 'on clock', 'in all'])
  printLine(`  ${'tasks of the page, ms'.padEnd(34)}${head}`)
  for (const [name, step] of Object.entries(steps)) {
    const start = performance.now()
    const tasks = await traceTasks(session, () => step(page))
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    const busy = tasks.map(({ busyMs }) => busyMs).sort((a, b) => a - b)
    const at = (share: number) => busy[Math.ceil(busy.length * share) - 1] ?? 0
    const slowest = tasks.reduce((most, { tookMs }) => Math.max(most, tookMs), 0)
    const isMissed = at(1) > limitMs
    if (isMissed) missed.push(name)
    const numbers = [at(0.5).toFixed(2), at(0.99).toFixed(1), at(1).toFixed(1), slowest.toFixed(1)]
    const line = columns([String(tasks.length), ...numbers, `${seconds} s`])
    printLine(`  ${name.padEnd(34)}${line}${isMissed ? '  MISSED' : ''}`)
  }
  return missed
}

/** Starts a server on this database and runs the steps. */
async function runOn(databaseUrl: string, dataDir: string): Promise<string[]> {
  const server = await startServer({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
    LOG_LEVEL: 'error',
  })
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
  try {
    const viewport = { width: 1440, height: 900 }
    const page = await browser.newPage({ baseURL: server.url, viewport })
    await signIn(page)
    return await run(page, await browser.newBrowserCDPSession())
  } finally {
    await browser.close()
    await server.end('SIGTERM')
  }
}

/** Starts a PostgreSQL, fills it with leads, and runs the steps. */
async function runOnNew(dataDir: string): Promise<string[]> {
  const postgres = await startPostgres()
  try {
    await makeDatabase(postgres.urlOf('postgres'), dataDir)
    return await runOn(postgres.urlOf('postgres'), dataDir)
  } finally {
    await postgres.remove()
  }
}

await buildIfStale()
printLine(`The inbox in Chromium, ${count.toLocaleString('en')} leads`)
const folder = temporaryFolder()
const missed = await (values.database
  ? runOn(values.database, folder.path)
  : runOnNew(folder.path)
).finally(folder.remove)
printLine(missed.length === 0 ? `\nNo task over ${limitMs} ms.` : `\nMissed: ${missed.join('; ')}`)
process.exit(missed.length === 0 ? 0 : 1)
