import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { offerPage } from '#/content/offer-page.ts'
import { requestPage } from '#/content/request-page.ts'
import { api } from '#/contracts/endpoints/api.ts'
import type { ContractorFields } from '#/contracts/referrals/contractors.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { openDatabase } from '#/server/db/connect/client.ts'
import { makeCertificate, writeCertificate } from '#tests/support/certificate.ts'
import { fillDataFolder } from '#tests/support/database/data-folder.ts'
import { contractorFields } from '#tests/support/factories.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { type ServerProcess, startServer } from '#tests/support/server-process.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import {
  expect,
  expectAccessible,
  openPlainly,
  openWithScripts,
  owner,
  signIn,
  test,
} from './fixtures.ts'
import { mailTo, sendAsGreta } from './received-mail.ts'

const day = 24 * 3_600_000

/** Contractors of whom none fits a request for repairs in DeLand. */
const others: Partial<ContractorFields>[] = [
  { services: ['duct-cleaning'], towns: ['DeLand'] },
  { towns: ['Sanford', 'Lake Mary'] },
  { towns: ['DeLand'], licenseExpiresOn: '2020-01-01' },
  { towns: ['DeLand'], pausedUntil: '2098-01-01' },
]

/** The sites of this test: a mail server, a server of its own that sends through it, and its database. */
async function startSite(folder: string, dataDir: string) {
  const certificate = await makeCertificate()
  const mails = await startMailServer(certificate)
  const server = await startServer({
    DATA_DIR: dataDir,
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
    SMTP_URL: mails.url,
    SMTP_TLS_CA: writeCertificate(certificate, folder),
    LOG_LEVEL: 'error',
  })
  return { mails, server }
}

/** Thirty contractors; the first two who fit are to be asked in this order. */
async function addContractors(page: Page, server: ServerProcess): Promise<void> {
  const fitting = ['First Air', 'Second Air'].map((companyName) => ({
    companyName,
    towns: ['DeLand' as const],
    email: `${companyName.split(' ')[0]?.toLowerCase()}@air.example`,
  }))
  const all = Array.from({ length: 28 }, (_, at) => others[at % others.length] ?? {})
  for (const fields of [...all.slice(0, 14), ...fitting, ...all.slice(14)]) {
    const data = contractorFields(fields)
    const added = await page.request.post(server.url + api.contractors.path, { data })
    expect(added.status()).toBe(201)
  }
}

test('a request from a phone finds its contractor, is rated, and the site shows it', async ({
  browser,
  page,
}) => {
  test.setTimeout(240_000)
  const folder = temporaryFolder()
  const dataDir = join(folder.path, 'data')
  fillDataFolder(dataDir)
  const { mails, server } = await startSite(folder.path, dataDir)
  const handle = await openDatabase({ dataDir }, silentLogger)
  const visitor = await browser.newPage({ viewport: { width: 390, height: 844 } })
  try {
    await signIn(page, server.url)
    await addContractors(page, server)
    const put = (path: string, data: object) => page.request.put(server.url + path, { data })
    expect((await put(api.offerSettings.read.path, { isAutomatic: true })).ok()).toBe(true)
    expect((await put(api.visitorMails.read.path, { sendsMails: true })).ok()).toBe(true)

    // The visitor sends the form, and opens the page of the request by the mail.
    await sendAsGreta(visitor, server.url)
    const received = await mailTo(mails, 'greta@example.com', /^We have your request$/)
    await visitor.goto(server.url + received.link)
    await visitor.getByText(requestPage.add.place.change).click()
    await expect(visitor.getByLabel('Town', { exact: true })).toHaveValue('DeLand')
    await visitor.getByLabel('Choose photos').setInputFiles('src/web/pictures/about-480.webp')
    await visitor.getByRole('button', { name: requestPage.add.button }).click()
    await expect(visitor.locator('.notice')).toHaveText(requestPage.added.photo)

    // The right one of thirty is asked, and does not answer in time.
    const first = await mailTo(mails, 'first@air.example', /Can you take this/)
    expect(first.text).not.toMatch(/Greta|0123|Oak/)
    await handle.db.execute(
      `update offers set expires_at = clock_timestamp() where state = 'open';
       update referrals set due_at = clock_timestamp() where stage = 'asked'; select pg_notify('offers_due', '')`,
    )
    const second = await mailTo(mails, 'second@air.example', /Can you take this/)
    const late = await openPlainly(browser, server.url + first.link)
    // As long as nobody has it, a late yes counts.
    await expect(late.getByText('No one has accepted it yet')).toBeVisible()
    await late.context().close()

    // The next one accepts without JavaScript, and everybody is told.
    const contractor = await openPlainly(browser, server.url + second.link)
    await expect(contractor.getByRole('img')).toHaveCount(1)
    await contractor.getByRole('button', { name: offerPage.open.accept.button }).click()
    await expect(contractor.getByText('Greta Garbo', { exact: true })).toBeVisible()
    expect((await mailTo(mails, 'second@air.example', /^It is yours/)).text).toContain(
      'Greta Garbo',
    )
    const introduction = await mailTo(mails, 'greta@example.com', /^A contractor has your request/)
    expect(introduction.text).toContain('Second Air')
    await visitor.goto(server.url + introduction.link)
    await expect(
      visitor.getByText(/Second Air has your request and will call you \w+day/),
    ).toBeVisible()
    const { done } = offerPage.accepted.report
    await contractor.getByText(done.open, { exact: true }).click()
    await contractor.getByRole('button', { name: done.button }).click()
    await expect(contractor.getByText(offerPage.accepted.over.done)).toBeVisible()
    await contractor.context().close()

    // Two days later the visitor is asked how it went.
    await handle.db.execute(
      `update referrals set "end" = jsonb_set("end", '{at}', to_jsonb(("end"->>'at')::bigint - ${2 * day})),
       due_at = clock_timestamp() where stage = 'done'; select pg_notify('offers_due', '')`,
    )
    const followUp = await mailTo(mails, 'greta@example.com', /^Did they come\?$/)
    expect(followUp.text).toContain('Second Air')
    // The owner has the request open, and sees at once what comes in.
    await page.goto(`${server.url}${adminPaths.leads}`)
    // It is done, so it waits for nobody.
    await page.getByRole('button', { name: 'Clear Filters' }).click()
    await page
      .getByRole('button', { name: /Greta Garbo/ })
      .first()
      .click()
    const panel = page.getByRole('dialog')
    const rating = await openPlainly(browser, server.url + followUp.link)
    await expect(rating.getByRole('button', { name: requestPage.add.button })).toHaveCount(0)
    await rating.getByRole('radio', { name: 'Yes' }).press('Space')
    await rating.getByRole('radio', { name: '1, very bad' }).press('Space')
    for (let more = 1; more < 5; more += 1) await rating.keyboard.press('ArrowRight')
    await rating.getByLabel('In a sentence or two').fill('Second Air came the same day.')
    await rating.getByLabel('Yes, with the name').press('Space')
    await rating.getByRole('button', { name: 'Send rating' }).press('Enter')
    await expect(rating.getByText('Please enter the name to show')).toBeVisible()
    await rating.getByLabel('Name to show').fill('Greta G.')
    await expect(rating.getByLabel('Town to show')).toHaveValue('DeLand')
    await rating.getByRole('button', { name: 'Send rating' }).press('Enter')
    await expect(rating.locator('.notice')).toHaveText(requestPage.added.rating)
    await expect(rating.getByRole('img', { name: '5 out of 5 stars' })).toBeVisible()

    // The owner publishes it, and reads what came of it all.
    await expect(panel.getByText('5 of 5 stars')).toBeVisible()
    await expect(panel.getByText('Visitor rated it')).toBeVisible()
    await expectAccessible(page, '.lead-panel')
    await page.goto(`${server.url}${adminPaths.results}`)
    await expect(page.getByRole('row', { name: /^All/ }).first()).toContainText('1')
    await page.getByRole('button', { name: 'Publish the rating of Greta Garbo' }).press('Enter')
    await expect(page.getByText('On the site', { exact: true })).toBeVisible()
    await expectAccessible(page)

    // Everybody reads it, with and without a document of its own, until the visitor takes it back.
    const problems: string[] = []
    visitor.on('pageerror', (error) => problems.push(String(error)))
    await openWithScripts(visitor, `${server.url}/`)
    const review = visitor.getByText('Second Air came the same day.')
    await expect(review).toBeAttached()
    await openWithScripts(visitor, `${server.url}/about`)
    await visitor
      .getByRole('link', { name: /Breezeway/ })
      .first()
      .click()
    await expect(review).toBeAttached()
    expect(problems, 'React finds what the server has rendered').toEqual([])
    await rating.reload()
    await rating.getByRole('button', { name: requestPage.rating.takeOff }).press('Enter')
    await expect(rating.locator('.notice')).toHaveText(requestPage.added['rating-withdrawn'])
    // The page is told of it a moment later.
    const reviewsNow = async () => (await visitor.goto(`${server.url}/`)) && review.count()
    await expect.poll(reviewsNow).toBe(0)
    await rating.context().close()
  } finally {
    await visitor.close()
    await handle.close()
    await server.end('SIGTERM')
    await mails.goAway()
    folder.remove()
  }
})
