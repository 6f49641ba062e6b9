import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import Papa from 'papaparse'
import { expect, expectAccessible, panelOf, rowOf, sendRequest, signIn, test } from './fixtures.ts'

const countLine = (page: Page) => page.getByText(/^Showing .* total leads$/)

async function exportCsv(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('leads.csv')
  return readFile(await download.path(), 'utf8')
}

test('the owner searches, filters and exports, and the address holds the search', async ({
  page,
  server,
  ownerCookie,
}) => {
  await sendRequest(server, {
    name: 'Ana Search',
    service: 'duct-cleaning',
    phone: '(407) 555-0177',
    email: 'ana.search@example.com',
    visit: '/services?utm_source=yelp',
  })
  await sendRequest(server, {
    name: '=Formula Fred',
    service: 'duct-cleaning',
    message: 'One\nTwo "three"',
  })
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
  const csv = await exportCsv(page)
  expect(csv.startsWith('\uFEFFID,Name,Contact Info,Service,Message,Date,Status\r\n')).toBe(true)
  expect(csv).toContain("'=Formula Fred")
  expect(csv).toContain('"One Two ""three"""')
  expect(csv).not.toContain('Quiet Quinn')

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

  await page.getByRole('button', { name: 'Date' }).click()
  await expect(page).toHaveURL(/order=oldest/)
  const headers = { cookie: ownerCookie }
  const response = await fetch(`${server.url}/api/admin/leads`, { headers })
  const { data: newestFirst } = (await response.json()) as { data: { id: number }[] }
  await expect(page.locator('.lead-id').first()).toHaveText(`${newestFirst.at(-1)?.id}`)
})

test('the owner works by keyboard alone', { tag: '@slow' }, async ({ page, server }) => {
  for (const name of ['Kay Third', 'Kay Second', 'Kay First']) {
    await sendRequest(server, { name, email: 'kay@example.com' })
  }
  await signIn(page)
  await expect(rowOf(page, 'Kay First')).toBeVisible()
  const { keyboard } = page
  const panel = panelOf(page)

  await keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await keyboard.type('kay')
  await expect(page).toHaveURL(/q=kay/)
  // The newest first, and not any more what waits for the owner.
  await expect(page.locator('.lead').first()).toContainText('Kay First')
  await keyboard.press('Escape')
  await keyboard.press('ArrowDown')
  await expect(rowOf(page, 'Kay First')).toBeFocused()
  await keyboard.press('c')
  await expect(rowOf(page, 'Kay First').getByRole('button', { name: 'Mark New' })).toBeVisible()
  await expect(page.getByText('Lead status updated successfully', { exact: true })).toBeVisible()
  await keyboard.press('c')
  await expect(rowOf(page, 'Kay First').getByRole('button', { name: 'Mark New' })).toHaveCount(0)

  // A lead that leaves the list is still the one in the panel, and the next one is in its place.
  await page.getByLabel('Status').selectOption('New')
  await expect(rowOf(page, 'Kay First')).toBeVisible()
  await rowOf(page, 'Kay Second').click()
  await expect(panel.getByText('History')).toBeVisible()
  await panel.getByRole('button', { name: 'Mark Contacted' }).click()
  await expect(rowOf(page, 'Kay Second')).toHaveCount(0)
  await keyboard.press('ArrowDown')
  await expect(panel.getByRole('heading', { name: 'Kay Third' })).toBeVisible()
  await keyboard.press('Escape')
  await expect(rowOf(page, 'Kay Third')).toBeFocused()
  // It is back among the new ones when the server has it that it is new again.
  await expect(rowOf(page, 'Kay First')).toBeVisible()
  await keyboard.press('ArrowUp')
  await keyboard.press('Enter')
  await expect(panel.getByRole('heading', { name: 'Kay First' })).toBeVisible()
  await expect(panel.getByText('History')).toBeVisible()
  await keyboard.press('c')
  await expect(rowOf(page, 'Kay First')).toHaveCount(0)
  await keyboard.press('c')
  await expect(rowOf(page, 'Kay First')).toBeVisible()
  await expect(rowOf(page, 'Kay Third')).toBeVisible()
  await keyboard.press('c')
  await expect(rowOf(page, 'Kay First')).toHaveCount(0)
  await keyboard.press('j')
  await expect(panel.getByRole('heading', { name: 'Kay Third' })).toBeVisible()
  await keyboard.press('Escape')
  await page.getByLabel('Status').selectOption('All Statuses')

  await rowOf(page, 'Kay First').focus()
  await keyboard.press('Enter')
  await expect(panel.getByRole('heading', { name: 'Kay First' })).toBeVisible()
  await keyboard.press('ArrowDown')
  await expect(panel.getByRole('heading', { name: 'Kay Second' })).toBeVisible()
  await expect(rowOf(page, 'Kay Second')).toBeFocused()
  await keyboard.press('j')
  await expect(panel.getByRole('heading', { name: 'Kay Third' })).toBeVisible()
  await expect(panel.getByText('History')).toBeVisible()
  await keyboard.press('n')
  await expect(panel.getByLabel('Add a note')).toBeFocused()
  await keyboard.type('jcn: typed, not obeyed')
  await keyboard.press('Control+Enter')
  await expect(panel.locator('.notes')).toContainText('jcn: typed, not obeyed')
  await keyboard.press('Escape')
  await keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(rowOf(page, 'Kay Third')).toBeFocused()

  await keyboard.press('?')
  const settings = page.getByRole('dialog', { name: 'Inbox settings' })
  await settings.getByLabel('Single-key shortcuts').focus()
  await keyboard.press('Space')
  await keyboard.press('Escape')
  await expect(settings).toHaveCount(0)
  await rowOf(page, 'Kay Third').focus()
  await keyboard.press('c')
  await keyboard.press('/')
  await keyboard.press('ArrowUp')
  await expect(rowOf(page, 'Kay Second')).toBeFocused()
  await expect(rowOf(page, 'Kay Third')).toContainText('New')

  // Everything can be reached with Tab, Enter and Space only.
  await rowOf(page, 'Kay First').focus()
  await keyboard.press('Tab')
  await expect(page.getByRole('checkbox', { name: 'Select Kay First' })).toBeFocused()
  await keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Kay First', exact: true })).toBeFocused()
  await keyboard.press('Enter')
  await expect(panel.getByRole('heading', { name: 'Kay First' })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(panel).toBeVisible()
  await expectAccessible(page)
  await keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
})

test.describe('when the server refuses', () => {
  test.use({ expectedConsoleErrors: /Failed to load resource|500/ })

  test('a change of status is undone, and a list that failed can be loaded again', async ({
    page,
    server,
  }) => {
    await sendRequest(server, { name: 'Taken Back', email: 'taken@example.com' })
    await signIn(page)
    await page.getByRole('searchbox').fill('taken@example')
    await page.getByLabel('Status').selectOption('New')
    await expect(page).toHaveURL(/status=new/)
    const row = rowOf(page, 'Taken Back')
    await expect(row).toBeVisible()
    const newLeads = page.locator('.stat', { hasText: 'New Leads' }).locator('dd')
    await expect(newLeads).toHaveText(/\d/)
    const before = Number((await newLeads.textContent())?.replace(',', ''))
    const answer = Promise.withResolvers<void>()
    await page.route('**/contact-status', async (route) => {
      await answer.promise
      await route.fulfill({ status: 500, body: '{}' })
    })
    await row.getByRole('button', { name: 'Mark Contacted' }).click()
    await expect(row).toHaveCount(0)
    // Before the answer comes the list is opened anew, and the counts are fetched.
    await page.getByRole('tab', { name: 'Email Notifications' }).click()
    await sendRequest(server, { name: 'Came Meanwhile', email: 'meanwhile.taken@example.com' })
    await expect(newLeads).toHaveText(String(before + 1))
    await page.getByRole('tab', { name: 'Lead Submissions' }).click()
    await expect(rowOf(page, 'Came Meanwhile')).toBeVisible()
    await expect(row).toHaveCount(0)
    // Whoever closes the page is asked first.
    const question = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    expect((await question).type()).toBe('beforeunload')
    await (await question).dismiss()
    answer.resolve()
    await expect(page.getByText('Failed to update lead status', { exact: true })).toBeVisible()
    await expect(newLeads).toHaveText(String(before + 1))
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

test('texts of every kind are unchanged in list, panel and file', { tag: '@slow' }, async ({
  page,
  server,
}) => {
  const odd = ['\u202eltr', 'مريم', '🧊🔥', '=1+1', '@SUM(A1)', '<b>x</b>', '"; drop', "'); --"]
  const sent = odd.map((text, index) => ({
    name: `${text} Odd ${index}`,
    email: `odd${index}@example.com`,
    address: `${odd[(index + 3) % odd.length]}`.repeat(8),
    message: `${odd[(index + 5) % odd.length]}${'\n,"x'.repeat(index * 120)} ${index}`,
    service: 'not-sure',
  }))
  for (const body of sent) await sendRequest(server, body)
  await signIn(page)
  await page.goto('/admin/form-fills?q=odd&service=not-sure')
  await expect(countLine(page)).toHaveText(/^Showing 8 of/)
  const rows = Papa.parse<string[]>(await exportCsv(page)).data
  expect(rows).toHaveLength(9)
  // Where a semicolon divides cells, what stands behind one begins a cell too.
  const inFile = (text: string) =>
    /^[=@]/.test(text) ? `'${text}` : text.replace(/^'\); --/, "'); '--")
  for (const [index, { name, message }] of sent.entries()) {
    const row = rows[sent.length - index]
    expect(row?.[1]).toBe(inFile(name))
    expect(row?.[4]).toBe(inFile(message.replaceAll('\n', ' ')))
  }
  await page.getByRole('searchbox').blur()
  for (const { name, message } of sent.toReversed()) {
    await page.keyboard.press('ArrowDown')
    if ((await panelOf(page).count()) === 0) await page.keyboard.press('Enter')
    await expect(panelOf(page).getByRole('heading', { level: 2 })).toHaveText(name)
    expect(await panelOf(page).locator('.whole-text').first().textContent()).toBe(message)
  }
})
