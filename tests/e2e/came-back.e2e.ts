import { adminPaths, apiPaths, leadPath } from '#/contracts/routes.ts'
import { makeCertificate } from '#tests/support/certificate.ts'
import { anotherPerson, contactBody, contractorFields } from '#tests/support/factories.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { type ServerProcess, startWithDatabase } from '#tests/support/server-process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { expect, expectAccessible, owner, signIn, test } from './fixtures.ts'

test.describe('a mail that came back', { tag: '@slow' }, () => {
  const folder = temporaryFolder()
  let mails: MailServer
  let server: ServerProcess
  test.beforeAll(async () => {
    mails = await startMailServer(await makeCertificate(), () => 'accept', { isSecure: false })
    server = await startWithDatabase({
      ...{ DATA_DIR: folder.path, SMTP_URL: mails.url, LOG_LEVEL: 'fatal' },
      ...{ ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password },
    })
  })
  test.afterAll(async () => {
    await server.end('SIGTERM')
    await mails.goAway()
    folder.remove()
  })

  test('is told at the request, and the offer in it ends', async ({ page }) => {
    const post = (path: string, data: object) => page.request.post(server.url + path, { data })
    await signIn(page, server.url)
    const contractor = contractorFields({ companyName: 'Full Mailbox Air' })
    const { data } = await (await post(apiPaths.contractors, contractor)).json()
    await post(apiPaths.contact, contactBody({ ...anotherPerson(), name: 'Unseen Visitor' }))
    await page.goto(server.url + adminPaths.leads)
    await page.getByRole('button', { name: 'Unseen Visitor', exact: true }).click()
    const panel = page.getByRole('dialog', { name: 'Unseen Visitor' })
    await expect(panel.getByText('Received')).toBeVisible()
    const leadId = Number(new URL(page.url()).searchParams.get('lead'))
    await post(leadPath(apiPaths.leadOffers, leadId), { contractorId: data.id })
    const button = { name: `Report that it came back from ${contractor.email}` }
    await panel.getByRole('button', button).press('Enter')
    await expect(page.getByText('Noted. It counts as not delivered')).toBeVisible()
    await expect(panel.getByText(`Email came back from ${contractor.email}`)).toBeVisible()
    const ended = 'Email with the offer not delivered to Full Mailbox Air'
    await expect(panel.getByText(ended)).toBeVisible()
    await expect(panel.getByRole('button', button)).toHaveCount(0)
    await expectAccessible(page, '.lead-panel')
  })
})
