import type { Page } from '@playwright/test'
import { offerPage } from '#/content/offer-page.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { makeCertificate } from '#tests/support/certificate.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { startWithDatabase } from '#tests/support/server-process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { expect, expectAccessible, expectToFit, openPlainly, rowOf, test } from './fixtures.ts'
import { mailTo, sendAsGreta } from './received-mail.ts'

/** What is in the page, open or not, names nothing that only whoever runs the machine could use. */
async function expectOwnersWords(page: Page): Promise<void> {
  const html = await page.evaluate(() => document.body.innerHTML)
  expect(html).not.toMatch(/SMTP_URL|README|\bsrc\//)
}

test('a new owner goes through the first steps, and a contractor has the first request', {
  tag: '@slow',
}, async ({ browser, page }) => {
  const folder = temporaryFolder()
  const mails = await startMailServer(await makeCertificate(), () => 'accept', { isSecure: false })
  const server = await startWithDatabase({ DATA_DIR: folder.path, LOG_LEVEL: 'error' })
  const steps = page.getByRole('region', { name: 'First steps' })
  const done = (heading: string) => expect(steps).toContainText(`${heading}: done`)
  try {
    await expect.poll(() => server.stdout()).toContain('/admin/setup#')
    await page.goto(/http:\S+\/admin\/setup#\S+/.exec(server.stdout())?.[0] ?? '')
    await page.getByLabel('Email').fill('new.owner@example.com')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await expectOwnersWords(page)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(steps.getByRole('heading', { name: 'First steps: 0 of 8 done' })).toBeVisible()
    await expectOwnersWords(page)

    await steps.getByLabel('Name', { exact: true }).fill('Lakeside Cooling')
    await steps.getByLabel('Phone number').fill('407 555 0188')
    await page.keyboard.press('Enter')
    await done('Put your name and phone number on the site')

    const { port, username, password } = new URL(mails.url)
    await steps.getByLabel('Server', { exact: true }).fill('localhost')
    await steps.getByLabel('Port').fill(port)
    await steps.getByLabel('Connection').selectOption('Not encrypted, on this machine')
    await steps.getByLabel('User name').fill(decodeURIComponent(username))
    await steps.getByLabel('Password').fill(decodeURIComponent(password))
    await page.keyboard.press('Enter')
    await expect(page.getByText('The mail server was saved', { exact: true })).toBeVisible()
    await steps.getByLabel('Send a test email to').fill('new.owner@example.com')
    await page.keyboard.press('Enter')
    await expect(steps.getByText('The mail server accepted it:')).toBeVisible()
    await done('Set up email, and send a test')
    await mailTo(mails, 'new.owner@example.com', /test/i)
    await expectOwnersWords(page)
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 720 })
    await expectToFit(page)
    await page.setViewportSize({ width: 1366, height: 768 })

    await steps.getByLabel('Email address').fill('office@example.com')
    await page.keyboard.press('Enter')
    await done('Choose who is told of new requests')

    await steps.getByRole('link', { name: 'Add a contractor' }).click()
    await page.getByLabel('Company').fill('First Air')
    await page.getByLabel('Contact person').fill('Ana Torres')
    await page.getByLabel('Email address').fill('first@air.example')
    await page.getByLabel('Phone').fill('386 555 0177')
    await page.getByLabel('License number').fill('CAC1812345')
    await page.getByLabel('License valid until').fill('2099-01-01')
    await page.getByLabel('Insurance valid until').fill('2099-01-01')
    await page.getByRole('button', { name: 'Tick all services' }).click()
    await page.getByRole('button', { name: 'Tick all towns' }).click()
    await page.getByRole('button', { name: 'Add contractor' }).click()
    await expect(page.getByRole('link', { name: 'First Air' })).toBeVisible()
    await page.getByRole('link', { name: 'Requests' }).click()
    await done('Add contractors to ask')

    const choices = [
      ['Automatically', 'Decide who asks the contractors'],
      ['Email visitors', 'Decide whether visitors get email'],
    ] as const
    for (const [button, heading] of choices) {
      await steps.getByRole('button', { name: button, exact: true }).click()
      await done(heading)
    }
    await steps.getByLabel(/show six samples there/).click()
    await done('Show real reviews, or none, on the home page')
    await expectAccessible(page)
    await steps.getByLabel('We have a backup').click()
    await expect(steps).toHaveCount(0)

    const visitor = await browser.newPage({ viewport: { width: 390, height: 844 } })
    await sendAsGreta(visitor, server.url)
    await visitor.close()

    await mailTo(mails, 'office@example.com', /Greta Garbo/)
    await mailTo(mails, 'greta@example.com', /^We have your request$/)
    const asked = await mailTo(mails, 'first@air.example', /Can you take this/)
    expect(asked.text).toContain('Lakeside Cooling')
    const contractor = await openPlainly(browser, server.url + asked.link)
    await contractor.getByRole('button', { name: offerPage.open.accept.button }).click()
    await expect(contractor.getByText('Greta Garbo', { exact: true })).toBeVisible()
    await contractor.context().close()

    await page.goto(`${server.url}${adminPaths.leads}?waitsFor=anyone`)
    await expect(rowOf(page, 'Greta Garbo')).toContainText('First Air')
    for (const path of [...Object.values(adminPaths), `${adminPaths.leads}?tab=notifications`]) {
      await page.goto(server.url + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectOwnersWords(page)
    }
  } finally {
    // What is open would ask a server that is gone.
    await page.goto('about:blank')
    await server.end('SIGTERM')
    await mails.goAway()
    folder.remove()
  }
})
