import type { Page } from '@playwright/test'
import { apiPaths } from '#/contracts/routes.ts'
import {
  expect,
  expectAccessible,
  owner,
  panelOf,
  rowOf,
  sendRequest,
  signIn,
  test,
} from './fixtures.ts'
import { findTextFaults } from './text-faults.ts'

test('on a phone the first lead and every tab are on the first screen of the first day, and the tab stays', {
  tag: '@slow',
}, async ({ page, server }) => {
  await sendRequest(server, {
    ...{ name: 'First Seen', email: 'seen@example.com', phone: '(386) 555-0123' },
    message: '',
  })
  // A busy machine may have a slow database to tell of.
  await page.route(`**${apiPaths.findings}`, (route) => route.fulfill({ json: { data: [] } }))
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  // It stands above the leads, and may come after them.
  await expect(page.getByRole('button', { name: /things? needs? you/ })).toBeVisible()
  const lead = rowOf(page, 'First Seen')
  for (const part of ['First Seen', '(386) 555-0123', 'AC Repair & Installation'])
    await expect(lead.getByText(part).first()).toBeInViewport({ ratio: 1 })
  for (const tab of await page.getByRole('tab').all())
    await expect(tab).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  const notifications = page.getByRole('tab', { name: 'Email Notifications' })
  await notifications.click()
  await page.reload()
  await expect(notifications).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(rowOf(page, 'First Seen')).toBeVisible()
  // The press alone: a notice that arrives may move the tab away before it ends.
  await notifications.dispatchEvent('mousedown')
  await expect(notifications).toHaveAttribute('aria-selected', 'true')
})

const screens = [
  { width: 390, height: 844, rows: 2, firstAbove: 360 },
  { width: 768, height: 1024, rows: 4, firstAbove: 430 },
  { width: 1366, height: 768, rows: 6, firstAbove: 400 },
  { width: 1920, height: 1080, rows: 10, firstAbove: 400 },
]

const at = new Date(0).toISOString()

const finding = (severity: string, text: string, more = {}) => ({
  ...{ key: 'probe-failed', severity, text, detail: null, advice: 'Look at it.' },
  ...{ since: at, links: [] },
  ...more,
})

const findings = [
  finding('bad', 'The site sent itself a request, and it did not arrive.', {
    detail: 'Browsers do not trust the certificate of site.example (CERT_HAS_EXPIRED).',
  }),
  finding('bad', '2 requests wait on the server’s disk to be stored.', { key: 'requests-wait' }),
  finding('warn', 'The embedded PostgreSQL is 195 days old.', {
    key: 'postgres-aged',
  }),
]

const news = {
  id: 1,
  ...{
    kind: 'handed-back',
    detail: 'Lakeside Air',
    leadId: 1,
    name: 'Maria',
    service: 'ac-repair',
  },
  ...{ reference: '123-4567', isUrgent: false, at },
}

/** Answers for what stands above the list, with the card of two lines. */
const noticesOf = (shown: 'none' | 'three' | 'all'): Record<string, unknown> => ({
  [apiPaths.findings]: { none: [], three: findings, all: [...findings, ...findings] }[shown],
  [apiPaths.news]: shown === 'all' ? { items: [news], total: 30 } : { items: [], total: 0 },
  [apiPaths.leadSpeed]: {
    ...{ medianMinutes: 61, answered: 3, withinPromise: 3, overdue: 3, share: 0.5 },
    ...{ lateBefore: at, overdueBefore: at },
  },
})

/** Has every row of the list be one that takes the most room: asked, matched, late, an emergency. */
async function showBusyRows(page: Page): Promise<void> {
  const soon = new Date(Date.now() + 36e5).toISOString()
  const lead = { companyName: 'Orange Grove Comfort Cooling Co.', until: soon, callAt: soon }
  const kinds = [
    { stage: 'asked', waitsFor: 'contractor', lateness: 'overdue' },
    { stage: 'matched', waitsFor: 'contractor', isContacted: true },
    { stage: 'nobody-left', waitsFor: 'us', reason: 'handed-back', isUrgent: true },
  ]
  await page.route('**/api/admin/leads?*', async (route) => {
    const response = await route.fetch()
    const list = (await response.json()) as { data: object[] }
    const data = list.data.map((each, index) => ({ ...each, ...lead, ...kinds[index % 3] }))
    await route.fulfill({ response, json: { ...list, data } })
  })
}

async function expectOnFirstScreen(page: Page, state: string): Promise<void> {
  // With others, as this machine has them, the text needs more lines.
  await page.waitForFunction(() => document.fonts.status === 'loaded')
  for (const { width, height, rows, firstAbove } of screens) {
    await page.setViewportSize({ width, height })
    const list = page.locator('tbody .lead')
    const bar = page.getByRole('navigation', { name: 'Back office' })
    const places = async () => {
      const [first, last, bottom] = await Promise.all(
        [list.first(), list.nth(rows - 1), bar].map((each) => each.boundingBox()),
      )
      if (!first || !last || !bottom) return 'nothing there'
      const end = width < 768 ? bottom.y : height
      const isWhole = last.y + last.height <= end
      return first.y < firstAbove && isWhole
        ? 'right'
        : `${first.y} to ${last.y + last.height} of ${end}`
    }
    await expect.poll(places, `${state}, at ${width} px`).toBe('right')
  }
}

/** Beside the panel of a lead too, on the usual screen, and more of them in compact rows. */
async function expectBesidePanel(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.getByRole('button', { name, exact: true }).press('Enter')
  await expect(panelOf(page).getByRole('heading', { name })).toBeVisible()
  for (const [isCompact, rows] of [
    [true, 6],
    [false, 5],
  ] as const) {
    await page.evaluate((value) => {
      localStorage.setItem('inbox-compact', String(value))
      dispatchEvent(new Event('storage'))
    }, isCompact)
    const last = page.locator('tbody .lead').nth(rows - 1)
    const end = async () => {
      const box = await last.boundingBox()
      return box ? box.y + box.height : 9_999
    }
    await expect.poll(end, `${rows} rows`).toBeLessThanOrEqual(768)
    await expectAccessible(page, '.inbox-list')
  }
  await page.getByRole('button', { name: 'Close lead' }).press('Enter')
  await expect(page).not.toHaveURL(/lead=/)
}

test('the list is on the first screen, whatever has happened: all that asks for something is one line', {
  tag: '@slow',
}, async ({ page, server }) => {
  for (let count = 0; count < 10; count += 1)
    await sendRequest(server, { name: `Row ${count}`, email: `row${count}@example.com` })
  await sendRequest(server, { name: 'Below Notices', email: 'below@example.com', message: '' })
  await showBusyRows(page)
  let answers = noticesOf('none')
  for (const path of Object.keys(answers))
    await page.route(`**${path}`, (route) => route.fulfill({ json: { data: answers[path] } }))
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  await expect(rowOf(page, 'Below Notices')).toContainText('Waits for the contractor')
  await expectOnFirstScreen(page, 'no notices')
  answers = noticesOf('all')
  await page.reload()
  await expect(page.getByRole('button', { name: /^\d things need you/ })).toBeVisible()
  await expectOnFirstScreen(page, 'all notices')
  await expectBesidePanel(page, 'Below Notices')
  answers = noticesOf('three')
  await page.reload()
  const line = page.getByRole('button', { name: /^\d things need you/ })
  const first = page.getByText('The site sent itself a request, and it did not arrive.').last()
  const second = page.getByText('2 requests wait on the server’s disk to be stored.')
  await expect(line).toContainText('The site sent itself a request, and it did not arrive.')
  await expect(second).toBeHidden()
  await expectOnFirstScreen(page, 'three notices')
  await expectAccessible(page)
  await line.press('Enter')
  await expect(first).toBeVisible()
  await expect(second).toBeVisible()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  expect((await page.evaluate(findTextFaults)).join()).not.toContain('Form Fills')
  await expectAccessible(page)
  await line.press('Enter')
  await expect(second).toBeHidden()
  await expect(line).toBeFocused()
})

test.describe('with a finger, and in an outage', () => {
  test.use({ expectedConsoleErrors: /status of 503/, hasTouch: true, isMobile: true })

  test('two cards are on the first screen', { tag: '@slow' }, async ({ page, server }) => {
    for (let count = 1; count <= 10; count += 1)
      await sendRequest(server, { name: `Touched ${count}`, email: `t${count}@example.com` })
    await showBusyRows(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page)
    await expect(rowOf(page, 'Touched 10')).toContainText('Waits for the contractor')
    const button = rowOf(page, 'Touched 10').getByRole('button', { name: /^Mark/ })
    await expect.poll(async () => (await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    // The list stands as it was read; all that is read after it fails.
    const away = (path: string) =>
      page.route(path, (route) => route.fulfill({ status: 503, json: { message: 'Away' } }))
    for (const path of [apiPaths.findings, apiPaths.news, apiPaths.deliverySummary])
      await away(`**${path}*`)
    await page.reload()
    await expect(page.getByRole('button', { name: /things? needs? you/ })).toBeVisible()
    await expect(rowOf(page, 'Touched 10')).toBeVisible()
    await expectOnFirstScreen(page, 'outage')
    await expectAccessible(page)
  })
})

test('paper has every row of the list, or the whole lead; beside the panel no word is broken', {
  tag: '@slow',
}, async ({ page, server }) => {
  const send = (name: string, more: object) =>
    sendRequest(server, { name, email: `${name}@paper.example`.replaceAll(' ', '.'), ...more })
  for (let count = 1; count < 105; count += 1) {
    await send(`Printed ${count}`, { message: `Number ${count}`, service: 'not-sure' })
  }
  await send('Printed Last', { message: '', address: 'Not required', service: 'ac-repair' })
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn(page)
  // Paper is asked for while only the first hundred have been read.
  await page.route('**/api/admin/leads?*', (route) => {
    const url = route.request().url()
    if (!url.includes('cursor='))
      return route.continue({ url: url.replace(/limit=\d+/, 'limit=100') })
  })
  await page.getByRole('searchbox').fill('paper.example')
  await expect(page.getByText(/^Showing .* total leads$/)).toHaveText(/^Showing 105 of/)
  const rows = page.locator('.lead')
  await expect(rows.first()).toContainText('Printed Last')
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(rows).toHaveCount(100)
  await expect(page.getByText('These are the first 100 of 105 leads.')).toBeVisible()
  await expect(rows.last()).toContainText('Printed 6')
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect.poll(() => rows.count()).toBeLessThan(40)

  await rowOf(page, 'Printed Last').click()
  const panel = panelOf(page)
  await expect(panel.getByText('History')).toBeVisible()
  await expect(panel).toContainText('None given')
  await panel.getByRole('button', { name: 'Mark Contacted' }).click()
  await expect(panel.getByText('Answered', { exact: true })).toBeVisible()
  await panel.getByRole('button', { name: 'Mark New' }).click()
  await expect(panel.getByText('New again')).toBeVisible()
  await expect(panel.getByText('First answered')).toBeVisible()
  const broken = await page.evaluate(() => {
    const texts = [...document.querySelectorAll<HTMLElement>('.lead-service, .inbox-list .switch')]
    for (const text of texts) text.style.overflowWrap = 'normal'
    return texts.filter((text) => text.scrollWidth > text.clientWidth).length
  })
  expect(broken, 'words that do not fit their place').toBe(0)

  await page.emulateMedia({ media: 'print' })
  await expect(panel).toHaveCSS('position', 'static')
  await expect(page.locator('.inbox-list')).toBeHidden()
})

test.describe('a session that ends in the middle', () => {
  test.use({ expectedConsoleErrors: /status of 401/ })

  test('leads back to the same lead and to what was typed', { tag: '@slow' }, async ({
    page,
    context,
    server,
    leadsNamed,
  }) => {
    await sendRequest(server, { name: 'Half Done', email: 'half@example.com', message: '' })
    const [lead] = await leadsNamed('Half Done')
    await signIn(page)
    await page.goto(`/admin/form-fills?lead=${lead?.id}`)
    const note = panelOf(page).getByLabel('Add a note')
    await note.fill('Typed before it ended')
    await context.clearCookies()
    const ended = page.getByText('Your session has ended.')
    // The page may notice by itself, before the button is pressed.
    await page.getByRole('button', { name: 'Add note' }).or(ended).first().click()
    await expect(ended).toBeVisible()
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(note).toHaveValue('Typed before it ended')
    await expect(page).toHaveURL(new RegExp(`lead=${lead?.id}$`))
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(panelOf(page).locator('.notes')).toContainText('Typed before it ended')
    await page.reload()
    await expect(panelOf(page).locator('.notes')).toContainText('Typed before it ended')
    await expect(note).toHaveValue('')
  })
})
