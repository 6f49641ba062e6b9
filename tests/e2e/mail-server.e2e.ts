import { makeCertificate } from '#tests/support/certificate.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { adminPaths } from '../../src/contracts/routes.ts'
import { expect, expectAccessible, ownSite, signIn, test } from './fixtures.ts'

test.use({ expectedConsoleErrors: /status of 400/ })

// Others read the mails of theirs as files.
const site = ownSite()

test('the owner sets up a mail server, and a test mail shows what the two servers say', {
  tag: '@slow',
}, async ({ page }) => {
  await signIn(page, site.url)
  await page.goto(`${site.url}${adminPaths.leads}?tab=notifications`)
  const setup = page.getByRole('region', { name: 'Mail server' })
  const mails = await startMailServer(await makeCertificate(), () => 'accept', {
    isSecure: false,
  })
  const { port, username, password } = new URL(mails.url)
  await setup.getByLabel('Server', { exact: true }).fill('localhost')
  await setup.getByLabel('Port').fill('no number')
  await setup.getByLabel('Connection').selectOption('Not encrypted, on this machine')
  await setup.getByLabel('User name').fill(decodeURIComponent(username))
  await setup.getByLabel('Password').fill(decodeURIComponent(password))
  await setup.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(setup.getByText('Please enter a number, such as 587.')).toBeVisible()
  await expect(setup.getByLabel('Port')).toBeFocused()
  await setup.getByLabel('Port').fill(port)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The mail server was saved', { exact: true })).toBeVisible()
  await expect(page.getByText('Email goes out through your mail server.')).toBeVisible()
  await setup.getByLabel('Send a test email to').fill('early@example.com')
  await page.keyboard.press('Enter')
  await expect(setup.getByText('The mail server accepted it:')).toBeVisible()
  await setup.getByText('What the two servers said to each other').click()
  await expect(setup.getByText('RCPT TO:<early@example.com>')).toBeVisible()
  await expectAccessible(page)
  await mails.goAway()
})
