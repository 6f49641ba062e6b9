import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { offerPage } from '#/content/offer-page.ts'
import { adminPaths, apiPaths, contractorPath, leadPath, offerApiPath } from '#/contracts/routes.ts'
import { contractorFields } from '#tests/support/factories.ts'
import {
  expect,
  expectAccessible,
  expectToFit,
  openNotices,
  openPlainly,
  removeContractors,
  sendRequest,
  signIn,
  test,
} from './fixtures.ts'

/** The path of the link in the mail that somebody got last with these words in its subject. */
async function linkInMail(folder: string, to: string, subject: RegExp): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const names = (await readdir(folder)).sort()
    for (const name of names) {
      const mail = await simpleParser(await readFile(join(folder, name)))
      const isTheirs = [mail.to].flat().some((each) => each?.text === to)
      if (isTheirs && subject.test(mail.subject ?? '')) {
        link = /\/offer\/\S+/.exec(mail.text ?? '')?.[0]
      }
    }
    expect(link).toBeDefined()
  }).toPass()
  return link ?? ''
}

test('the owner offers a request with one click, and a contractor accepts by keyboard, without JavaScript', {
  tag: '@slow',
}, async ({ browser, page, server, leadsNamed }) => {
  await signIn(page)
  await removeContractors(page)
  const fields = contractorFields({ companyName: 'Plain Air' })
  const added = await page.request.post(apiPaths.contractors, { data: fields })
  const { data: contractor } = await added.json()
  const urlInMail = async (subject: RegExp) =>
    server.url + (await linkInMail(server.mailFolder, fields.email, subject))
  await sendRequest(server, { name: 'Wants An Offer', message: 'It whistles' })
  const [lead] = await leadsNamed('Wants An Offer')
  await page.goto(`/admin/form-fills?lead=${lead?.id}`)
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: 'Offer this request to Plain Air' }).press('Enter')
  await expect(panel.getByText('Offered to Plain Air')).toBeVisible()

  const plain = await openPlainly(browser, await urlInMail(/Can you take/))
  await expect(plain.getByRole('heading', { name: offerPage.open.heading })).toBeVisible()
  await expect(plain.getByText('Wants An Offer')).toBeHidden()
  await expectToFit(plain)
  await plain.getByRole('button', { name: offerPage.open.accept.button }).press('Enter')
  await expect(plain.getByRole('heading', { name: offerPage.accepted.heading })).toBeVisible()
  await expect(plain.getByText('It whistles')).toBeVisible()
  await expectToFit(plain)
  await expect(panel.getByText('Accepted by Plain Air')).toBeVisible()
  await expect(panel.getByLabel('Outcome')).toHaveValue('matched')
  await expect(panel.getByRole('button', { name: /^Offer this request/ })).toHaveCount(0)
  await expectAccessible(page, '.lead-panel')

  const details = await openPlainly(browser, await urlInMail(/^It is yours/))
  const { done } = offerPage.accepted.report
  await details.getByText(done.open, { exact: true }).click()
  await details.getByLabel(done.value).fill('$1,234.50')
  await details.getByRole('button', { name: done.button }).press('Enter')
  await expect(details.getByText(offerPage.accepted.over.done)).toBeVisible()
  await expect(panel.getByLabel('Outcome')).toHaveValue('done')
  await page.goto(plain.url())
  await expectAccessible(page)

  await page.request.delete(contractorPath(contractor.id))
  await plain.context().close()
  await details.context().close()
})

test.describe('a page of an offer that has ended', { tag: '@slow' }, () => {
  test.use({ expectedConsoleErrors: /status of 404/ })

  test('says so to each contractor, whatever ended it, and nothing once the lead is erased', async ({
    browser,
    page,
    server,
    leadsNamed,
  }) => {
    await signIn(page)
    // Nobody else's: an erasure is of a person, with all their requests.
    const person = { email: 'asks.many@example.com', phone: '(407) 555-0163' }
    await sendRequest(server, { name: 'Asks Many', message: 'It drips', ...person })
    const [lead] = await leadsNamed('Asks Many')
    const leadId = lead?.id ?? 0
    const urls: string[] = []
    const contractorIds: number[] = []
    const offerIds: number[] = []
    for (const companyName of ['Declines', 'Is Withdrawn', 'Is Late', 'Is First']) {
      const fields = contractorFields({ companyName })
      const { data } = await (
        await page.request.post(apiPaths.contractors, { data: fields })
      ).json()
      contractorIds.push(data.id)
      const offered = await page.request.post(leadPath(apiPaths.leadOffers, leadId), {
        data: { contractorId: data.id },
      })
      offerIds.push((await offered.json()).data.offers.at(-1).id)
      urls.push(server.url + (await linkInMail(server.mailFolder, fields.email, /Can you take/)))
    }
    const [declining = '', withdrawn = '', late = '', first = ''] = urls
    await page.request.post(offerApiPath(apiPaths.offerWithdrawal, offerIds[1] ?? 0))
    const { decline, accept } = offerPage.open
    const declines = await openPlainly(browser, declining)
    await declines.getByLabel(decline.reason).selectOption({ index: 1 })
    await declines.getByRole('button', { name: decline.button }).press('Enter')
    const accepts = await openPlainly(browser, first)
    await accepts.getByRole('button', { name: accept.button }).press('Enter')
    await expect(accepts.getByText('It drips')).toBeVisible()

    const { ended, missing } = offerPage
    async function expectPage(url: string, { heading }: { heading: string }) {
      await page.goto(url)
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
      await expect(page.getByText('It drips')).toHaveCount(0)
      for (const width of [320, 1366]) {
        await page.setViewportSize({ width, height: 768 })
        await expectAccessible(page)
        await expectToFit(page)
      }
    }
    await expectPage(declining, ended.declined)
    await expectPage(withdrawn, ended.withdrawn)
    await expectPage(late, ended.taken)
    const erasure = { leadId, expectedLeads: 1 }
    expect((await page.request.post(apiPaths.erasures, { data: erasure })).ok()).toBe(true)
    for (const url of [declining, first]) await expectPage(url, missing)

    for (const id of contractorIds) await page.request.delete(contractorPath(id))
    for (const each of [declines, accepts]) await each.context().close()
  })
})

test('the inbox names the requests for which nobody is left to ask', { tag: '@slow' }, async ({
  page,
  server,
  leadsNamed,
}) => {
  await signIn(page)
  const setAutomatic = (isAutomatic: boolean) =>
    page.request.put(apiPaths.offerSettings, { data: { isAutomatic } })
  await setAutomatic(true)
  const names = ['Ada Nobody', 'Bea Nobody']
  for (const name of names) await sendRequest(server, { name, message: name })
  await setAutomatic(false)
  await page.goto(adminPaths.leads)
  await openNotices(page)
  const banner = page
    .locator('.office-notice')
    .filter({ hasText: 'no contractor, and no one is being asked' })
  await expect(banner).toContainText(/Ada Nobody, Bea Nobody|Bea Nobody, Ada Nobody/)
  await expectAccessible(page)
  await banner.getByRole('link', { name: 'Bea Nobody' }).press('Enter')
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Bea Nobody' })).toBeVisible()

  for (const name of names) {
    const [lead] = await leadsNamed(name)
    const data = { outcome: 'lost', lostReason: 'out-of-area' }
    await page.request.put(leadPath(apiPaths.leadOutcome, lead?.id ?? 0), { data })
  }
  // Requests of other tests may have nobody either.
  await expect(banner.getByRole('link', { name: 'Nobody' })).toHaveCount(0)
})
