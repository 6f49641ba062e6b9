import { readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import {
  type Browser,
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
} from '@playwright/test'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { dataFolder } from '#tests/support/database/data-folder.ts'
import { anotherPerson } from '#tests/support/factories.ts'
import { ownerEnv, signInOwner } from '#tests/support/owner.ts'
import { sendLead } from '#tests/support/send-lead.ts'
import { type ServerProcess, startWithDatabase } from '#tests/support/server-process.ts'
import { findUntoldData } from './untold-data.ts'

/** The admin that every test server has. */
export const owner = { email: ownerEnv.ADMIN_EMAIL, password: ownerEnv.ADMIN_PASSWORD }

/** The fields of a lead from the API that the tests read. */
type StoredLead = {
  id: number
  name: string
  message: string | null
  address: string | null
}

type WorkerFixtures = { server: ServerProcess; ownerCookie: string }
type TestFixtures = {
  /** Matches the console messages that this test expects. */
  expectedConsoleErrors: RegExp | undefined
  /**
   * Reads the leads with a name from the server. Waits for one, or as many as are said: on a busy machine
   * a request may be in the journal when the visitor reads that it was received.
   */
  leadsNamed: (name: string, atLeast?: number) => Promise<StoredLead[]>
}

/** Google's maps are not to be reached from tests: `playwright.config.ts` sees to that. */
const isOfMaps = (message: ConsoleMessage) =>
  message.location().url.startsWith('https://www.google.com/')

/** Starts a server with an owner, on a folder of its own. */
async function startSite(env: Record<string, string>) {
  const folder = dataFolder()
  const server = await startWithDatabase({ ...ownerEnv, DATA_DIR: folder.path, ...env })
  const end = () => server.end('SIGTERM').then(folder.remove)
  return { server, dataDir: folder.path, end }
}

/**
 * Playwright's `test`, with a server for each worker. A test fails on unexpected console messages, and
 * on a route of its page that no request met, for then what it disturbs was never disturbed.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from the pattern
    async ({}, use) => {
      const { server, end } = await startSite({ LOG_LEVEL: 'error' })
      await use(server)
      await end()
    },
    { scope: 'worker' },
  ],
  ownerCookie: [
    async ({ server }, use) => {
      await use((await signInOwner(server.url)).headers.cookie)
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => {
    await use(server.url)
  },
  expectedConsoleErrors: [undefined, { option: true }],
  page: async ({ page, expectedConsoleErrors }, use) => {
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('console', (message) => {
      const isProblem = ['error', 'warning'].includes(message.type()) && !isOfMaps(message)
      const isExpected = expectedConsoleErrors?.test(message.text())
      if (isProblem && !isExpected) problems.push(message.text())
    })
    const unmet = new Set<Parameters<Page['route']>[0]>()
    const setRoute = page.route.bind(page)
    page.route = (address, answer, options) => {
      unmet.add(address)
      const meet: typeof answer = (...met) => {
        unmet.delete(address)
        return answer(...met)
      }
      return setRoute(address, meet, options)
    }
    await use(page)
    expect([...unmet], 'each route that was set has been met').toEqual([])
    expect(problems, 'the console stays silent').toEqual([])
    expect(await findUntoldData(page), 'the privacy policy tells what is kept').toEqual([])
  },
  leadsNamed: async ({ server, ownerCookie }, use) => {
    await use(async (name, atLeast = 1) => {
      let named: StoredLead[] = []
      const count = async () => {
        const headers = { cookie: ownerCookie }
        const response = await fetch(`${server.url}/api/admin/leads`, { headers })
        const { data } = (await response.json()) as { data: StoredLead[] }
        named = data.filter((lead) => lead.name === name)
        return named.length
      }
      await expect.poll(count).toBeGreaterThanOrEqual(atLeast)
      return named
    })
  },
})

/** A site for the tests of a file or of a group, for what they change concerns everybody on it. */
export function ownSite(
  envOf: () => Record<string, string> | Promise<Record<string, string>> = () => ({}),
): { url: string; dataDir: string } {
  const site = { url: '', dataDir: '' }
  let end: () => Promise<unknown>
  test.beforeAll(async () => {
    const started = await startSite({ LOG_LEVEL: 'fatal', ...(await envOf()) })
    Object.assign(site, { url: started.server.url, dataDir: started.dataDir })
    end = started.end
  })
  test.afterAll(() => end())
  return site
}

/** Sends a request as a visitor's browser does. Fails if it is not answered 201. */
export async function sendRequest(
  server: Pick<ServerProcess, 'url'>,
  overrides: Record<string, unknown>,
): Promise<void> {
  expect((await sendLead(server.url, { ...anotherPerson(), ...overrides })).status).toBe(201)
}

/**
 * Does what sends a request to an address, and waits until it is held back. Requests to there are held
 * until the function is called that this returns.
 */
export async function holdBack(
  page: Page,
  address: string | RegExp,
  send: () => Promise<unknown>,
): Promise<() => void> {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  let held = 0
  await page.route(address, async (route) => {
    held += 1
    await isReleased
    await route.continue()
  })
  await send()
  await expect.poll(() => held, `requests held back from ${address}`).toBeGreaterThan(0)
  return release
}

/** Opens the menu of a small screen, with what is not used every day, and the account. */
export async function openMore(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible()
}

/** A row of the list of leads. */
export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** The panel of the lead that is open. */
export const panelOf = (page: Page) => page.locator('.lead-panel')

/** Signs the owner in without the form, and opens the inbox with all leads, the newest first. */
export async function signIn(page: Page, siteUrl = ''): Promise<void> {
  const response = await page.request.post(siteUrl + api.signIn.path, { data: owner })
  expect(response.ok()).toBe(true)
  await page.goto(`${siteUrl}${adminPaths.leads}?waitsFor=anyone`)
  await expect(page.getByRole('heading', { name: 'Form Fills Management' })).toBeVisible()
}

/** Somebody whom the owner has invited to a site as an admin, in a browser of their own. */
export async function inviteColleague(
  page: Page,
  siteUrl: string,
  { email, name }: { email: string; name: string },
): Promise<BrowserContext> {
  const data = { email, role: 'admin' }
  const invited = await page.request.post(siteUrl + api.invite.path, { data })
  const token = (await invited.json()).data.link.split('#')[1]
  const browser = page.context().browser()
  const context = await (browser as Browser).newContext({ viewport: { width: 320, height: 700 } })
  const accepted = await context.request.post(siteUrl + api.acceptInvitation.path, {
    data: { token, name, password: 'lantern orchard seventeen' },
  })
  expect(accepted.status()).toBe(200)
  return context
}

/** Signs the owner in as people do, from the address of the inbox or of one lead. */
export async function signInByForm(page: Page, from: string = adminPaths.leads): Promise<void> {
  await page.goto(from)
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Form Fills Management' })).toBeVisible()
}

/**
 * Opens a page as a visitor who moves the pointer, and waits until its script runs, which sets the
 * header's attribute, and until the form is sent by script, if there is one.
 */
export async function openWithScripts(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.mouse.move(100, 100)
  await page.mouse.move(120, 120)
  await page.waitForFunction(() => {
    const header = document.querySelector<HTMLElement>('.header')
    const form = document.querySelector<HTMLFormElement>('form')
    return header?.dataset.scrolled !== undefined && form?.noValidate !== false
  })
}

/** Opens a page as a browser that runs no script and has a small screen. */
export async function openPlainly(browser: Browser, url: string): Promise<Page> {
  const viewport = { width: 320, height: 700 }
  const context = await browser.newContext({ javaScriptEnabled: false, viewport })
  const page = await context.newPage()
  await page.goto(url)
  return page
}

/** Fails if a page can be scrolled sideways. */
export async function expectToFit(page: Page, when = 'all of it'): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, when).toBe(0)
}

/** Fills in the estimate form, and waits until sending it would not look like spam. */
export async function fillIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('Full Name').fill(name)
  await page.getByLabel('Email Address').fill('maria@example.com')
  await page.getByLabel('Phone Number').fill('(386) 555-0123')
  await page.getByLabel('Service Needed').selectOption('ac-repair')
  await page.getByLabel('Project Details').fill('It hums but does not start.')
  await untilPlausible(page)
}

/**
 * Waits a second after the page was opened, because a form that is sent earlier looks like spam.
 */
export async function untilPlausible(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(1000)
}

const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

/** Fails if axe finds a violation of WCAG 2.2 AA, in the whole page or in what a selector names. */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  // The builder would load axe twice for each run, and it is larger than all that a page has.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const { violations } = await new AxeBuilder({ page, axeSource: ';' })
    .include(within)
    .options({
      // There are none but the maps, and axe would wait for an answer from those.
      iframes: false,
      resultTypes: ['violations'],
      // What axe loads in advance is for sound that plays by itself, and nothing here plays.
      preload: false,
      // Axe leaves it out unless asked: who speaks what is to be seen must be understood.
      rules: { 'label-content-name-mismatch': { enabled: true } },
    })
    .withTags(tags)
    // Without it axe opens a second page for each run, to check frames from other sites.
    .setLegacyMode(true)
    .analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
}

export { expect }

/** Removes the contractors of earlier tests: they would fit too, and only three are shown at first. */
export async function removeContractors(page: Page): Promise<void> {
  const { data } = await (await page.request.get(api.contractors.path)).json()
  for (const { id } of data)
    expect(
      (await page.request.delete(pathTo(api.changeContractor, { contractorId: id }))).ok(),
      `contractor ${id}`,
    ).toBe(true)
}
