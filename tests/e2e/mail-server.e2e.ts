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
  const signed = page.getByRole('region', { name: 'Signed emails (DKIM)' })
  await expect(signed).toContainText('are not signed')
  await signed.getByRole('button', { name: 'Make a key' }).press('Enter')
  await expect(signed.getByLabel('Name of the record')).toHaveValue(/\._domainkey\./)
  await expect(signed.getByLabel('Value of the record')).toHaveValue(/^v=DKIM1; k=rsa; p=/)
  await signed.getByRole('button', { name: 'Look for the record' }).press('Enter')
  // Without a network the DNS is silent.
  await expect(signed.getByRole('status').last()).toHaveText(/no such record yet|did not answer/, {
    timeout: 20_000,
  })
  await expectAccessible(page)
  await signed.getByRole('button', { name: 'Stop signing' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Stop signing' }).press('Enter')
  await expect(signed.getByRole('button', { name: 'Make a key' })).toBeVisible()
  await mails.goAway()
})
