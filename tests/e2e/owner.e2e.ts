import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { contactBody } from '../factories.ts'
import { type ServerProcess, startServer } from '../server-process.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { expect, expectAccessible, owner, test } from './fixtures.ts'

async function send(server: ServerProcess, overrides: Record<string, unknown>): Promise<void> {
  const response = await fetch(`${server.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(contactBody(overrides)),
  })
  expect(response.status).toBe(201)
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/admin/form-fills')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Form Fills Management' })).toBeVisible()
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test.describe('a new owner', () => {
  let folder: ReturnType<typeof temporaryFolder>
  let fresh: ServerProcess
  test.beforeAll(async () => {
    folder = temporaryFolder()
    fresh = await startServer({ DATA_DIR: folder.path, LOG_LEVEL: 'error' })
  })
  test.afterAll(async () => {
    await fresh.end('SIGTERM')
    folder.remove()
  })

  test('gets from the setup link to the request that a phone has sent', async ({
    page,
    browser,
  }) => {
    await expect.poll(() => fresh.stdout()).toContain('/admin/setup#')
    const link = /http:\S+\/admin\/setup#\S+/.exec(fresh.stdout())?.[0] ?? ''
    await page.goto(link)
    await page.getByLabel('Email').fill('new.owner@example.com')
    const password = page.getByLabel('Password', { exact: true })
    await password.fill('correct horse battery')
    expect(page.url()).not.toContain('#')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('heading', { name: 'Form Fills Management' })).toBeVisible()
    await expectAccessible(page)

    const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
    await phone.goto(`${fresh.url}/contact`)
    await phone.getByLabel('Full Name').fill('Hot Visitor')
    await phone.getByLabel('Email Address').fill('hot@example.com')
    await phone.getByLabel('Phone Number').fill('386 555 0199')
    await phone.getByLabel('Service Needed').selectOption('emergency-hvac')
    await phone.getByRole('button', { name: 'SEND MESSAGE' }).click()
    // As a toast or as a page: whether React was there in time is not what matters here.
    await expect(phone.getByText('Message Sent Successfully', { exact: true })).toBeVisible()
    await phone.close()

    await page.reload()
    const row = rowOf(page, 'Hot Visitor')
    await expect(row).toContainText('(386) 555-0199')
    await expect(row).toContainText('Emergency HVAC')
    await row.getByRole('button', { name: 'Mark Contacted' }).click()
    await expect(page.getByText('Lead status updated successfully', { exact: true })).toBeVisible()
    await page.reload()
    await expect(row.getByRole('button', { name: 'Mark New' })).toBeVisible()
  })
})

test.describe('signing in', () => {
  test.use({ expectedConsoleErrors: /Failed to load resource.*401/ })

  test('keeps strangers out and says why', async ({ page }) => {
    await page.goto('/admin/form-fills')
    await expect(page).toHaveURL(/\/admin\/sign-in$/)
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill('wrong password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('The email address or the password is wrong.')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(owner.email)
    await expectAccessible(page)
  })

  test('ends with signing out, also for the back button', async ({ page }) => {
    await signIn(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/admin\/sign-in$/)
    await page.goto('/admin/form-fills')
    await expect(page).toHaveURL(/\/admin\/sign-in$/)
  })
})

test('the owner searches, filters, exports and works a lead by keyboard', async ({
  page,
  server,
}) => {
  await send(server, { name: 'Ana Search', service: 'duct-cleaning', phone: '(407) 555-0177' })
  await send(server, {
    name: '=Formula Fred',
    service: 'duct-cleaning',
    message: 'One\nTwo "three"',
  })
  await send(server, { name: 'Quiet Quinn', service: 'heating-systems', message: '' })
  await signIn(page)
  await expect(rowOf(page, 'Quiet Quinn')).toContainText('No message')

  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('407.555.0177')
  await expect(page.getByText(/^Showing 1 of \d+ total leads$/)).toBeVisible()
  await expect(rowOf(page, 'Ana Search')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()

  await page.getByLabel('Service').selectOption('Duct Cleaning')
  await expect(page.getByText(/^Showing 2 of \d+ total leads$/)).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('leads.csv')
  const csv = await readFile(await download.path(), 'utf8')
  expect(csv.startsWith('\uFEFFID,Name,Contact Info,Service,Message,Date,Status\r\n')).toBe(true)
  expect(csv).toContain("'=Formula Fred")
  expect(csv).toContain('"One Two ""three"""')
  expect(csv).not.toContain('Quiet Quinn')

  await page.getByLabel('Status').selectOption('Contacted')
  await expect(page.getByText('No leads found matching your criteria')).toBeVisible()
  await page.getByRole('button', { name: 'Clear Filters' }).click()

  await page.getByRole('searchbox').fill('Ana Search')
  await expect(page.getByText(/^Showing 1 of \d+ total leads$/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('c')
  await expect(rowOf(page, 'Ana Search').getByRole('button', { name: 'Mark New' })).toBeVisible()
  await expect(page.getByText('Lead status updated successfully', { exact: true })).toBeVisible()
})

test.describe('when the server refuses', () => {
  test.use({ expectedConsoleErrors: /Failed to load resource|500/ })

  test('a change of status is taken back', async ({ page, server }) => {
    await send(server, { name: 'Taken Back' })
    await signIn(page)
    await page.route('**/contact-status', (route) => route.fulfill({ status: 500, body: '{}' }))
    const row = rowOf(page, 'Taken Back')
    await row.getByRole('button', { name: 'Mark Contacted' }).click()
    await expect(page.getByText('Failed to update lead status', { exact: true })).toBeVisible()
    await expect(row.getByRole('button', { name: 'Mark Contacted' })).toBeVisible()
  })

  test('the list says so and can be tried again', async ({ page, server }) => {
    await send(server, { name: 'Second Try' })
    await signIn(page)
    await page.route('**/api/admin/leads', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.reload()
    await expect(page.getByText('Failed to fetch leads')).toBeVisible()
    await page.unroute('**/api/admin/leads')
    await page.getByRole('button', { name: /try again/i }).click()
    await expect(rowOf(page, 'Second Try')).toBeVisible()
  })
})
