import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { simpleParser } from 'mailparser'
import { offerPage } from '#/content/offer-page.ts'
import { apiPaths, contractorPath } from '#/contracts/routes.ts'
import { contractorFields } from '../factories.ts'
import { expect, expectAccessible, sendRequest, signIn, test } from './fixtures.ts'

/** The path of the link in the mail that somebody got last with these words in its subject. */
async function linkInMail(page: Page, to: string, subject: RegExp): Promise<string> {
  const { data } = await (await page.request.get(apiPaths.deliverySummary)).json()
  let link: string | undefined
  await expect(async () => {
    const names = (await readdir(data.mailFolder)).sort()
    for (const name of names) {
      const mail = await simpleParser(await readFile(join(data.mailFolder, name)))
      const isTheirs = [mail.to].flat().some((each) => each?.text === to)
      if (isTheirs && subject.test(mail.subject ?? '')) {
        link = /\/offer\/\S+/.exec(mail.text ?? '')?.[0]
      }
    }
    expect(link).toBeDefined()
  }).toPass()
  return link ?? ''
}

/** Opens a page as a browser that runs no script and has a small screen. */
async function openPlainly(browser: Browser, url: string): Promise<Page> {
  const viewport = { width: 320, height: 700 }
  const context = await browser.newContext({ javaScriptEnabled: false, viewport })
  const page = await context.newPage()
  await page.goto(url)
  return page
}

async function expectToFit(page: Page) {
  const width = await page.locator('html').evaluate((html) => html.scrollWidth)
  expect(width).toBeLessThanOrEqual(320)
}

test('the owner offers a request with one click, and a contractor accepts by keyboard, without JavaScript', async ({
  browser,
  page,
  server,
  leadsNamed,
}) => {
  await signIn(page)
  const fields = contractorFields({ companyName: 'Plain Air' })
  const added = await page.request.post(apiPaths.contractors, { data: fields })
  const { data: contractor } = await added.json()
  const urlInMail = async (subject: RegExp) =>
    server.url + (await linkInMail(page, fields.email, subject))
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

  const details = await openPlainly(browser, await urlInMail(/^Yours/))
  await details.getByRole('button', { name: offerPage.accepted.report.done }).press('Enter')
  await expect(details.getByText(offerPage.accepted.over.done)).toBeVisible()
  await expect(panel.getByLabel('Outcome')).toHaveValue('done')
  await page.goto(plain.url())
  await expectAccessible(page)

  await page.request.delete(contractorPath(contractor.id))
  await plain.context().close()
  await details.context().close()
})
