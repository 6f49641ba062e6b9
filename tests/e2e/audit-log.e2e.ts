import { readFile } from 'node:fs/promises'
import {
  adminPaths,
  apiPaths,
  contractorPath,
  leadPath,
  recipientPath,
} from '#/contracts/routes.ts'
import { contractorFields } from '#tests/support/factories.ts'
import {
  expect,
  expectAccessible,
  openMore,
  owner,
  panelOf,
  sendRequest,
  signIn,
  test,
} from './fixtures.ts'
import { findTextFaults } from './text-faults.ts'

test.use({ expectedConsoleErrors: /Failed to load resource.*(503|404)/ })

test('the audit log tells who did what, narrowed down by keyboard, on any screen and as a file', {
  tag: '@slow',
}, async ({ page }) => {
  const email = `${crypto.randomUUID()}@audited.example`
  await page.setViewportSize({ width: 320, height: 720 })
  await signIn(page)
  const added = await page.request.post(apiPaths.recipients, { data: { email } })
  const { data } = await added.json()
  await page.request.delete(recipientPath(data.id))
  await page.request.delete(recipientPath(data.id))

  // A server that does not answer is said, and asked again.
  await page.route('**/api/admin/audit*', (route) => route.fulfill({ status: 503 }), { times: 1 })
  await openMore(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Audit Log' }).click()
  await expect(page).toHaveURL(new RegExp(`${adminPaths.audit}$`))
  await page.getByRole('button', { name: 'Try again' }).click()

  const entries = page.getByRole('listitem')
  await page.getByLabel('Search').fill(email)
  await expect(page.getByText('2 entries', { exact: true })).toBeVisible()
  await expect(entries).toHaveText([
    new RegExp(
      `^${owner.email} removed a recipient: ${email}.*from 127.0.0.1, an unknown browser on Linux`,
    ),
    new RegExp(`^${owner.email} added a recipient: ${email}`),
  ])
  await expectAccessible(page)
  expect(await page.evaluate(findTextFaults)).toEqual([])
  await page.reload()
  await expect(entries).toHaveCount(2)

  await page.getByRole('button', { name: 'Clear Filters' }).press('Enter')
  await page.getByLabel('Result').selectOption('Refused')
  await expect(entries.first()).toContainText(
    `tried to remove a recipient: recipient ${data.id} Refused`,
  )
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByText('No entries match these filters.')).toBeVisible()
  await expect(page).toHaveURL(/\?result=refused&to=2020-01-01$/)
  await expectAccessible(page)

  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto(`${adminPaths.audit}?q=${email}`)
  await expect(entries).toHaveCount(2)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).press('Enter')
  const file = await (await downloading).path()
  const lines = (await readFile(file, 'utf8')).split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain(
    `,removed a recipient: ${email},done,127.0.0.1,An unknown browser on Linux`,
  )
  await page.getByLabel('Search').fill('')
  await expect(entries.first()).toContainText('exported the audit log')
})

test('the audit log leads to the request and the contractor that an entry is about', {
  tag: '@slow',
}, async ({ page, server }) => {
  const name = `Audited ${crypto.randomUUID()}`
  await sendRequest(server, { name })
  await signIn(page)
  const found = await page.request.get(`${apiPaths.leads}?q=${encodeURIComponent(name)}`)
  const leadId = (await found.json()).data[0].id
  await page.request.post(leadPath(apiPaths.leadNotes, leadId), { data: { text: 'Asked for Sam' } })
  // A company may be called like a request.
  const companyName = `lead ${leadId}`
  const added = await page.request.post(apiPaths.contractors, {
    data: contractorFields({ companyName }),
  })
  const contractorId = (await added.json()).data.id
  await page.goto(adminPaths.audit)
  const entryOf = (deed: string) => page.getByRole('listitem').filter({ hasText: deed }).first()
  const noted = entryOf(`added a note: lead ${leadId}`)
  await expect(noted.getByRole('link')).toHaveCount(1)
  await expect(entryOf(`added a contractor: ${companyName}`).getByRole('link')).toHaveCount(0)
  await page.request.delete(contractorPath(contractorId))
  await noted.getByRole('link', { name: 'Open the request' }).click()
  await expect(panelOf(page)).toContainText('Asked for Sam')
})
