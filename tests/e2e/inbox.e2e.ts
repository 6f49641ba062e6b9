import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { api } from '#/contracts/endpoints/api.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import { buttonFor } from '#/server/health/needs.ts'
import { expect, expectAccessible, panelOf, rowOf, sendRequest, signIn, test } from './fixtures.ts'

const countLine = (page: Page) => page.getByText(/^Showing .* total leads$/)

test('the owner searches, filters and exports, and the address holds the search', async ({
  page,
  server,
}) => {
  await sendRequest(server, {
    name: 'Ana Search',
    service: 'duct-cleaning',
    phone: '(407) 555-0177',
    email: 'ana.search@example.com',
    visit: '/services?utm_source=yelp',
  })
  await sendRequest(server, { name: '=Formula Fred', service: 'duct-cleaning' })
  await sendRequest(server, { name: 'Quiet Quinn', service: 'heating-systems', message: '' })
  await signIn(page)
  await expect(rowOf(page, 'Quiet Quinn')).toContainText('No message')
  for (const card of ['Total Leads', 'New Leads', 'Contacted', 'This Week', 'Held as spam']) {
    await expect(page.locator('.stat', { hasText: card })).toContainText(/\d/)
  }
  await expectAccessible(page)

  await page.getByRole('searchbox').fill('407.555.0177')
  await expect(countLine(page)).toHaveText(/^Showing 1 of \d+ total leads$/)
  await expect(rowOf(page, 'Ana Search')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page.getByRole('searchbox')).toBeFocused()

  await page.getByLabel('Service', { exact: true }).selectOption('Duct Cleaning')
  await expect(countLine(page)).toHaveText(/^Showing 2 of \d+ total leads$/)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('leads.csv')
  const csv = await readFile(await download.path(), 'utf8')
  expect(csv).toContain("'=Formula Fred")
  expect(csv).not.toContain('Quiet Quinn')

  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByLabel('Source', { exact: true }).selectOption('Yelp')
  await expect(countLine(page)).toHaveText(/^Showing 1 of \d+ total leads$/)
  await expect(page).toHaveURL(/\?service=duct-cleaning&source=yelp$/)
  await page.reload()
  await expect(countLine(page)).toHaveText(/^Showing 1 of \d+ total leads$/)
  await expect(page.getByLabel('Service', { exact: true })).toHaveValue('duct-cleaning')
  await page.getByLabel('Status').selectOption('Contacted')
  await expect(page.getByText('No leads found matching your criteria')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(rowOf(page, 'Quiet Quinn')).toBeVisible()

  await page.getByLabel('Service', { exact: true }).selectOption('Duct Cleaning')
  await expect(page.locator('.lead').first()).toContainText('Formula Fred')
  await page.getByLabel('Sort by').selectOption('Sort: oldest first')
  await expect(page).toHaveURL(/order=oldest/)
  await expect(page.locator('.lead').first()).toContainText('Ana Search')
})

test('the owner works by keyboard alone', { tag: '@slow' }, async ({ page, server }) => {
  for (const name of ['Kay Third', 'Kay Second', 'Kay First']) {
    await sendRequest(server, { name, email: 'kay@example.com' })
  }
  await signIn(page)
  await page.goto('/admin/form-fills?q=kay')
  const [first, second, third] = ['Kay First', 'Kay Second', 'Kay Third'].map((name) =>
    rowOf(page, name),
  ) as [Locator, Locator, Locator]
  const { keyboard } = page
  const panel = panelOf(page)
  const heading = (name: string) => panel.getByRole('heading', { name })
  await expect(page.locator('.lead')).toHaveCount(3)
  await keyboard.press('?')
  await keyboard.press('c')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // From the search into the list, and back with a key.
  await page.getByRole('searchbox').focus()
  await keyboard.press('Escape')
  await expect(first).toBeFocused()
  await keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await keyboard.type('c?n')
  await expect(page.getByText('No leads found matching your criteria')).toBeVisible()
  await page.getByRole('searchbox').fill('kay')
  await expect(first).toBeVisible()
  await keyboard.press('Escape')
  await expect(first.getByRole('button', { name: 'Mark Contacted' })).toBeVisible()

  await keyboard.press('c')
  await expect(first.getByRole('button', { name: 'Mark New' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(first.getByRole('button', { name: 'Mark Contacted' })).toBeVisible()

  await first.focus()
  await keyboard.press('ArrowDown')
  await expect(second).toBeFocused()
  await keyboard.press('Enter')
  await expect(heading('Kay Second')).toBeVisible()
  await keyboard.press('ArrowDown')
  await expect(heading('Kay Third')).toBeVisible()
  await expect(third).toBeFocused()
  await keyboard.press('n')
  await expect(panel.getByLabel('Add a note')).toBeFocused()
  await keyboard.type('/c? typed, not obeyed')
  await keyboard.press('Control+Enter')
  await expect(panel.locator('.quotes')).toContainText('/c? typed, not obeyed')
  await keyboard.press('Escape')
  await keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(third).toBeFocused()
  await expect(third.getByRole('button', { name: 'Mark Contacted' })).toBeVisible()

  // The row that leaves the list gives the focus to the one in its place.
  await page.getByLabel('Status').selectOption('New')
  await expect(page).toHaveURL(/status=new/)
  await second.focus()
  await keyboard.press('c')
  await expect(second).toHaveCount(0)
  await expect(third).toBeFocused()
  await keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText(
    'Write a note',
  )
  await page.getByRole('button', { name: 'Close the shortcuts' }).press('Enter')
  await expect(third).toBeFocused()

  // Everything can be reached with Tab, Enter and Space only.
  await keyboard.press('Tab')
  await expect(page.getByRole('checkbox', { name: 'Select Kay Third' })).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect(heading('Kay Third')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(panel).toBeVisible()
  await expectAccessible(page)
  await keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(third).toBeFocused()
})

test('what is clicked reads the list and the open request, and nothing else', async ({
  page,
  server,
}) => {
  await sendRequest(server, { name: 'Rita Reads' })
  await signIn(page)
  const row = rowOf(page, 'Rita Reads')
  const mark = (on: Locator, as: string) => on.getByRole('button', { name: `Mark ${as}` })
  await expect(row).toBeVisible()
  const reads = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // What needs somebody has a clock of its own, and the browser reads the icon when it likes.
    const isData = pathname.startsWith('/api/') && pathname !== api.needs.path
    if (request.method() === 'GET' && isData) reads.add(pathname)
  })
  await mark(row, 'Contacted').click()
  await expect(mark(row, 'New')).toBeVisible()
  expect([...reads]).toEqual([api.leads.path])
  await row.click()
  await mark(panelOf(page), 'New').click()
  await expect(mark(row, 'Contacted')).toBeVisible()
  const opened = `${api.leads.path}/${await row.getAttribute('data-lead')}`
  expect([...reads].toSorted()).toEqual([api.leads.path, opened, api.mailSetup.read.path])
})

test('a hundred rows are there at first, and more on request', { tag: '@slow' }, async ({
  page,
  server,
}) => {
  for (let count = 0; count < 103; count += 1)
    await sendRequest(server, { name: `Row ${count}`, email: `row${count}@hundred.example` })
  await signIn(page)
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto('/admin/form-fills?q=hundred.example')
  await expect(countLine(page)).toHaveText(/^Showing 103 of/)
  await expect(page.locator('.lead').nth(6)).toBeInViewport({ ratio: 1 })
  await expect(page.locator('.lead')).toHaveCount(100)
  await page.getByRole('button', { name: 'Show more' }).press('Enter')
  await expect(page.locator('.lead')).toHaveCount(103)
  await expect(page.locator('.lead').nth(100)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
})

test.describe('when the server refuses', () => {
  test.use({ expectedConsoleErrors: /Failed to load resource|500/ })

  test('a list that failed can be loaded again', { tag: '@slow' }, async ({ page, server }) => {
    await sendRequest(server, { name: 'Taken Back', email: 'taken@example.com' })
    await signIn(page)
    await page.getByRole('searchbox').fill('taken@example')
    await page.getByLabel('Status').selectOption('New')
    await expect(page).toHaveURL(/status=new/)
    const row = rowOf(page, 'Taken Back')
    await expect(row).toBeVisible()
    await page.route('**/contact-status', (route) => route.fulfill({ status: 500, body: '{}' }))
    await row.getByRole('button', { name: 'Mark Contacted' }).click()
    await expect(page.getByText('Failed to update lead status', { exact: true })).toBeVisible()
    await expect(row.getByRole('button', { name: 'Mark Contacted' })).toBeVisible()

    await page.route('**/api/admin/leads?*', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.reload()
    await expect(page.getByText('Failed to fetch leads')).toBeVisible()
    await expectAccessible(page)
    // Once the events are connected the list loads again by itself; that must fail too.
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    await page.unroute('**/api/admin/leads?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(row).toBeVisible()

    await page.route(`**${api.leadEvents.path}`, (route) => route.abort())
    await page.reload()
    await expect(page.getByText('Reconnecting…')).toBeVisible()
    await page.unroute(`**${api.leadEvents.path}`)
    await expect(page.getByText('Live', { exact: true })).toBeVisible()

    // What never gets an answer is given up.
    await page.route('**/contact-status', () => {})
    await page.evaluate(() => {
      const { timeout } = AbortSignal
      AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms / 100)
    })
    await row.getByRole('button', { name: 'Mark Contacted' }).click()
    await expect(page.getByText('Failed to update lead status', { exact: true })).toBeVisible()
    await expect(row.getByRole('button', { name: 'Mark Contacted' })).toBeVisible()
  })
})

test('what is put away is what was on the screen', { tag: '@slow' }, async ({ page, server }) => {
  const seen = (newest: number) => ({
    needs: [newest, newest - 1].map((newsId) => ({
      key: 'rated',
      severity: 'warn',
      isUrgent: false,
      text: `News ${newsId}`,
      detail: null,
      advice: null,
      since: null,
      links: [{ text: `Lead ${newsId}`, path: leadPagePath(newsId) }],
      buttons: [buttonFor(api.newsSeen, 'Dismiss', { newsId })],
    })),
    total: 2,
    buttons: [buttonFor(api.newsSeen, 'Dismiss all updates', { upTo: newest })],
  })
  let newest = 6
  const sent: unknown[] = []
  const answer = Promise.withResolvers<void>()
  await page.route(`**${api.needs.path}`, (route) =>
    route.fulfill({ json: { data: seen(newest) } }),
  )
  await page.route(`**${api.newsSeen.path}`, async (route) => {
    sent.push(route.request().postDataJSON())
    await answer.promise
    await route.fulfill({ status: 204 })
  })
  await sendRequest(server, { name: 'Has News' })
  await signIn(page)
  await page.getByRole('button', { name: /items need attention/ }).click()
  await page.getByRole('button', { name: /^Dismiss.*News 5$/ }).click()
  await page.getByRole('button', { name: 'Dismiss all updates' }).click()
  newest = 7
  await expect(page.getByText('News 7', { exact: true })).toBeVisible({ timeout: 15_000 })
  answer.resolve()
  await expect.poll(() => sent).toEqual([{ newsId: 5 }, { upTo: 6 }])
})
