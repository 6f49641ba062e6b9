import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { offerPage } from '#/content/offer-page.ts'
import { apiPaths, contractorPath } from '#/contracts/routes.ts'
import { contractorFields } from '#tests/support/factories.ts'
import {
  expect,
  expectAccessible,
  expectToFit,
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
