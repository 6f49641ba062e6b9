import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { adminPaths, apiPaths } from '#/contracts/routes.ts'
import { makeCertificate, writeCertificate } from '#tests/support/certificate.ts'
import { fillDataFolder } from '#tests/support/database/data-folder.ts'
import { contactBody } from '#tests/support/factories.ts'
import {
  type MailServer,
  type MailServerMood,
  startMailServer,
} from '#tests/support/mail-server.ts'
import { type ServerProcess, startWithDatabase } from '#tests/support/server-process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import {
  expect,
  expectAccessible,
  openNotices,
  owner,
  ownSite,
  sendRequest,
  signIn,
  test,
} from './fixtures.ts'

const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click()

const expectToast = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true })).toBeVisible()

const rowOf = (page: Page, address: string) =>
  page.getByRole('listitem').filter({ hasText: address })

test.describe('recipients and webhooks', () => {
  // The server refuses some of these entries, as the test expects.
  test.use({ expectedConsoleErrors: /Failed to load resource.*(400|409)/ })

  test('recipients are added, refused, disabled, enabled and removed, and webhooks have a secret', {
    tag: '@slow',
  }, async ({ page, server }) => {
    await signIn(page, server.url)
    await openTab(page, 'Email Notifications')
    await expect(page.getByText('No email leaves this server')).toBeVisible()
    const email = page.getByLabel('Email address')
    const add = page.getByRole('button', { name: 'Add', exact: true })
    await expect(add).toBeDisabled()
    await email.fill('   ')
    await expect(add).toBeDisabled()

    await email.fill('  Office@Example.com ')
    await add.click()
    await expectToast(page, 'Email notification added successfully')
    await expect(rowOf(page, 'office@example.com')).toContainText('Active')
    await expect(email).toHaveValue('')
    await email.fill('second@example.com')
    await page.keyboard.press('Enter')
    await expect(rowOf(page, 'second@example.com')).toContainText('Active')

    await email.fill('not-an-address')
    await page.keyboard.press('Enter')
    await expect(page.getByText('This does not look like an email address.')).toBeVisible()
    await expectToast(page, 'Failed to add email notification')
    await expect(email).toHaveValue('not-an-address')
    await expect(email).toBeFocused()
    await expectAccessible(page)
    await email.fill('OFFICE@example.com')
    await page.keyboard.press('Enter')
    await expect(page.getByText('office@example.com is in the list already.')).toBeVisible()

    const row = rowOf(page, 'office@example.com')
    await row.getByRole('button', { name: 'Disable' }).click()
    await expectToast(page, 'Email notification updated successfully')
    await page.reload()
    await openTab(page, 'Email Notifications')
    await expect(row).toContainText('Disabled')
    await expect(page.getByText('1 of 2 active')).toBeVisible()
    await row.getByRole('button', { name: 'Enable' }).click()
    await expect(row).toContainText('Active')

    // By keyboard: the dialog opens, Escape cancels it, and the focus returns to the button.
    const remove = row.getByRole('button', { name: 'Remove' })
    await remove.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Remove this recipient?' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(remove).toBeFocused()
    await remove.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Email notification deleted successfully')
    await expect(row).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Email recipients' })).toBeFocused()
    await rowOf(page, 'second@example.com').getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('No one is notified by email yet.')).toBeVisible()

    const address = page.getByLabel('Webhook address of the program')
    await address.fill('https://127.0.0.1/leads')
    await page.keyboard.press('Enter')
    await expect(page.getByText('leads into a private network')).toBeVisible()
    await address.fill('https://crm.example.com/leads')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Signing secret')).toHaveValue(/^whsec_.{40}/)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await expect(page.getByLabel('Signing secret')).toHaveCount(0)
    await expect(rowOf(page, 'https://crm.example.com/leads')).toContainText('Active')
  })

  test('the lead source message is a draft until it is saved, and is there after a reload', {
    tag: '@slow',
  }, async ({ page, server }) => {
    await signIn(page, server.url)
    await openTab(page, 'Lead Source Message')
    const message = page.getByLabel('Message', { exact: true })
    await expect(message).toHaveValue('This lead was submitted through...')
    await message.fill('From the network’s website.\nCall within 15 minutes.')
    await expect(page.getByText('Unsaved changes')).toBeVisible()
    await openTab(page, 'Lead Submissions')
    await openTab(page, 'Lead Source Message')
    await expect(page.getByText('Unsaved changes')).toBeVisible()
    await expectAccessible(page)
    await message.fill('x'.repeat(5_001))
    await page.getByRole('button', { name: 'Save message' }).click()
    await expect(page.getByText('Please keep it under 5000 characters.')).toBeVisible()
    await expectToast(page, 'Failed to update lead source message')
    await message.fill('From the network’s website.\nCall within 15 minutes.\n')
    await page.getByRole('button', { name: 'Save message' }).click()
    await expectToast(page, 'Lead source message updated successfully')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await page.reload()
    await openTab(page, 'Lead Source Message')
    await expect(message).toHaveValue('From the network’s website.\nCall within 15 minutes.')
  })
})

test.describe('the first day', { tag: '@slow' }, () => {
  const site = ownSite()

  test('until somebody is told of leads the inbox says so, a lead is told of on request, and the first steps are listed', async ({
    page,
  }) => {
    await signIn(page, site.url)
    await sendRequest(site, { name: 'Early Bird' })
    await page.getByRole('button', { name: 'Early Bird', exact: true }).click()
    await expect(page).toHaveURL(/lead=/)
    const address = page.url()

    await openNotices(page)
    const banner = page.getByText('No one is notified of new leads.', { exact: true })
    const panel = page.getByRole('dialog', { name: 'Early Bird' })
    await expect(banner).toBeVisible()
    await expect(panel.getByText('No one is on the list yet')).toBeVisible()
    await panel.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Add someone to notify' }).first().click()
    await expect(page.getByRole('tab', { name: 'Email Notifications' })).toBeFocused()
    await page.getByLabel('Email address').fill('early@example.com')
    await page.keyboard.press('Enter')
    await expect(page.getByText('No email leaves this server')).toBeVisible()

    const steps = page.locator('.first-steps')
    await page.getByRole('tab', { name: 'Lead Submissions' }).click()
    await openNotices(page)
    await expect(steps).toContainText('Choose who is told of new requests: done')
    await expect(steps).toContainText('Set up email, and send a test: not done yet')
    const open = async (step: string) => {
      const closed = steps.locator('details:not([open]) > summary').filter({ hasText: step })
      if ((await closed.count()) > 0) await closed.press('Enter')
    }
    await open('Set up email')
    await steps.getByLabel('Send a test email to').fill('early@example.com')
    await page.keyboard.press('Enter')
    await expect(steps).toContainText('It was not sent, because no mail server is set up.')
    await open('Have a backup')
    await steps.getByLabel('We have a backup').click()
    await expect(steps.getByLabel('We have a backup')).toBeChecked()
    await expect(steps).toContainText('Have a backup on another machine: done')
    await expectAccessible(page)

    await page.goto(address)
    await panel.getByRole('button', { name: 'Notify them now' }).click()
    await expect(panel.getByText('Kept as a file').first()).toBeVisible()
    await expect(panel).toContainText('Notifications requested by owner@example.com')
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Close' }).click()
    await openNotices(page)
    await steps.getByRole('button', { name: 'Hide this list' }).click()
    await expect(steps).toHaveCount(0)
    await page.reload()
    await openNotices(page)
    await expect(banner).toBeVisible()
    await expect(steps).toHaveCount(0)
  })
})

test.describe('with a mail server', { tag: '@slow' }, () => {
  let folder: ReturnType<typeof temporaryFolder>
  let mood: MailServerMood = 'accept'
  let mails: MailServer
  let webhook: Server
  let server: ServerProcess
  test.beforeAll(async () => {
    folder = temporaryFolder()
    fillDataFolder(join(folder.path, 'data'))
    const certificate = await makeCertificate()
    mails = await startMailServer(certificate, () => mood)
    webhook = createServer((_request, response) => response.end('thanks'))
    await once(webhook.listen(0, '127.0.0.1'), 'listening')
    server = await startWithDatabase({
      DATA_DIR: join(folder.path, 'data'),
      ADMIN_EMAIL: owner.email,
      ADMIN_PASSWORD: owner.password,
      SMTP_URL: mails.url,
      NODE_EXTRA_CA_CERTS: writeCertificate(certificate, folder.path),
      WEBHOOK_ALLOW_PRIVATE: 'on',
      LOG_LEVEL: 'fatal',
    })
  })
  test.afterAll(async () => {
    await server.end('SIGTERM')
    await mails.goAway()
    webhook.close()
    folder.remove()
  })

  test('a failed notification is shown with its reason and can be resent', async ({ page }) => {
    const post = (path: string, data: object) => page.request.post(server.url + path, { data })
    const send = (name: string) => post(apiPaths.contact, contactBody({ name }))
    const failed = async () => {
      const response = await page.request.get(server.url + apiPaths.deliverySummary)
      return (await response.json()).data.failed
    }
    await signIn(page, server.url)
    await post(apiPaths.recipients, { email: 'office@example.com' })
    mood = 'refuse'
    await send('Hot Visitor')
    await expect.poll(failed).toBe(1)

    await page.reload()
    await openNotices(page)
    const banner = page.getByRole('region', { name: 'Notifications that did not arrive' })
    await expect(banner.getByRole('heading')).toHaveText('1 notification could not be delivered')
    await expect(banner).toContainText('Hot Visitor to office@example.com')
    await expect(banner).toContainText('The mail server did not accept this address (550).')
    // Links lead into the inbox while it is open, and out of its filters.
    await page.getByLabel('Status').selectOption('Contacted')
    await expect(page.getByText('No leads found matching your criteria')).toBeVisible()
    await expect(page).toHaveURL(/status=contacted/)
    await banner.getByRole('link', { name: 'Hot Visitor' }).click()
    await expect(page.getByRole('dialog', { name: 'Hot Visitor' })).toBeVisible()
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await page.getByLabel('Status').selectOption('New')
    await expect(page).toHaveURL(/status=new/)
    await page.getByRole('link', { name: 'Requests' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByLabel('Status')).toHaveValue('')
    await page.goBack()
    await expect(page.getByRole('dialog', { name: 'Hot Visitor' })).toBeVisible()
    await expect(page.getByLabel('Status')).toHaveValue('new')

    // The banner is above every tab.
    await openTab(page, 'Email Notifications')
    await expectAccessible(page)
    mood = 'accept'
    await banner.getByRole('button', { name: 'Resend' }).press('Enter')
    await expectToast(page, 'The notification is being sent again')
    await expect(banner).toHaveCount(0)
    await expect.poll(() => mails.taken.map(({ to }) => to)).toEqual(['office@example.com'])

    // When the window becomes visible again, the page shows new failures.
    mood = 'refuse'
    await send('Second Visitor')
    await send('Third Visitor')
    await expect.poll(failed).toBe(2)
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    )
    await expect(banner.getByRole('heading')).toHaveText('2 notifications could not be delivered')
    await expect(banner).toContainText('Second Visitor')
    await expectAccessible(page)
    mood = 'accept'
    await banner.getByRole('button', { name: 'Resend all' }).click()
    await expectToast(page, '2 notifications are being sent again')
    await expect(banner).toHaveCount(0)
    await expect.poll(() => mails.taken.length).toBe(3)

    await expect(page.getByText('Email goes out through your mail server')).toBeVisible()
    const { port } = webhook.address() as AddressInfo
    await page.getByLabel('Webhook address of the program').fill(`http://127.0.0.1:${port}/leads`)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'I have saved it' }).click()
    await page.getByRole('button', { name: 'Send test' }).click()
    await expect(rowOf(page, `127.0.0.1:${port}`)).toContainText('The test was accepted')

    const message = 'https://a.example https://b.example https://c.example'
    await post(apiPaths.contact, contactBody({ name: 'Kept Apart', message }))
    await page.goto(`${server.url}${adminPaths.leads}?quarantined=true`)
    await page.getByRole('button', { name: 'Kept Apart', exact: true }).click()
    const panel = page.getByRole('dialog', { name: 'Kept Apart' })
    await expect(panel.getByText('No one was notified of this lead.')).toBeVisible()
    await panel.getByRole('button', { name: 'This is a real request' }).click()
    await expect(panel.locator('.deliveries')).toContainText('office@example.com')
    await expect(panel.getByText('No one was notified of this lead.')).toHaveCount(0)
  })
})
