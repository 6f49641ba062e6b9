import type { Page } from '@playwright/test'
import { offerPage } from '#/content/offer-page.ts'
import { requestPage } from '#/content/request-page.ts'
import { api } from '#/contracts/endpoints/api.ts'
import type { ContractorFields } from '#/contracts/referrals/contractors.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { openDatabase } from '#/server/db/connect/client.ts'
import { contractorFields } from '#tests/support/factories.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import {
  expect,
  expectAccessible,
  openPlainly,
  openWithScripts,
  signIn,
  test,
  untilPlausible,
} from './fixtures.ts'
import { ownMailingSite } from './received-mail.ts'

const day = 24 * 3_600_000

/** Contractors of whom none fits a request for repairs in DeLand. */
const others: Partial<ContractorFields>[] = [
  { services: ['duct-cleaning'], towns: ['DeLand'] },
  { towns: ['Sanford', 'Lake Mary'] },
  { towns: ['DeLand'], licenseExpiresOn: '2020-01-01' },
  { towns: ['DeLand'], pausedUntil: '2098-01-01' },
]

const { site, mailTo } = ownMailingSite()

/** Sends the form as Greta Garbo of DeLand, and waits until it was received. */
async function sendAsGreta(page: Page): Promise<void> {
  await openWithScripts(page, `${site.url}/`)
  await page.getByLabel('Full Name').fill('Greta Garbo')
  await page.getByLabel('Email Address').fill('greta@example.com')
  await page.getByLabel('Phone Number').fill('(386) 555-0123')
  await page.getByLabel('Property Address').fill('12 Oak Street, DeLand')
  await page.getByLabel('Service Needed').selectOption('AC Repair & Installation')
  await untilPlausible(page)
  await page.getByRole('button', { name: 'GET FREE ESTIMATE' }).click()
  await expect(page.getByText(/Your reference number: \d{3}-\d{4}/)).toBeVisible()
}

/** Thirty contractors; the first two who fit are to be asked in this order. */
async function addContractors(page: Page): Promise<void> {
  const fitting = ['First Air', 'Second Air'].map((companyName) => ({
    companyName,
    towns: ['DeLand' as const],
    email: `${companyName.split(' ')[0]?.toLowerCase()}@air.example`,
  }))
  const all = Array.from({ length: 28 }, (_, at) => others[at % others.length] ?? {})
  for (const fields of [...all.slice(0, 14), ...fitting, ...all.slice(14)]) {
    const data = contractorFields(fields)
    const added = await page.request.post(site.url + api.contractors.path, { data })
    expect(added.status()).toBe(201)
  }
}

test('a request from a phone finds its contractor, is rated, and the site shows it', async ({
  browser,
  page,
}) => {
  test.setTimeout(240_000)
  const handle = await openDatabase(site, silentLogger)
  const visitor = await browser.newPage({ viewport: { width: 390, height: 844 } })
  try {
    await signIn(page, site.url)
    await addContractors(page)
    const put = (path: string, data: object) => page.request.put(site.url + path, { data })
    expect((await put(api.offerSettings.read.path, { isAutomatic: true })).ok()).toBe(true)
    expect((await put(api.visitorMails.read.path, { sendsMails: true })).ok()).toBe(true)

    // The visitor sends the form, and opens the page of the request by the mail.
    await sendAsGreta(visitor)
    const received = await mailTo('greta@example.com', /^We have your request$/)
    await visitor.goto(site.url + received.link)
    await visitor.getByText(requestPage.add.place.change).click()
    await expect(visitor.getByLabel('Town', { exact: true })).toHaveValue('DeLand')
    await visitor.getByLabel('Choose photos').setInputFiles('src/web/pictures/about-480.webp')
    await visitor.getByRole('button', { name: requestPage.add.button }).click()
    await expect(visitor.locator('.notice')).toHaveText(requestPage.added.photo)

    // The right one of thirty is asked, and does not answer in time.
    const first = await mailTo('first@air.example', /Can you take this/)
    expect(first.text).not.toMatch(/Greta|555.?0123|Oak/)
    // What the server writes meanwhile, such as that a mail left, is written before or after.
    await handle.db.execute(
      `select from leads for update; update offers set expires_at = clock_timestamp() where state = 'open';
       update referrals set due_at = clock_timestamp() where stage = 'asked'; select pg_notify('leads_changed', '')`,
    )
    const second = await mailTo('second@air.example', /Can you take this/)
    const late = await openPlainly(browser, site.url + first.link)
    // As long as nobody has it, a late yes counts.
    await expect(late.getByText('No one has accepted it yet')).toBeVisible()
    await late.context().close()

    // The next one accepts without JavaScript, and everybody is told.
    const contractor = await openPlainly(browser, site.url + second.link)
    await expect(contractor.getByRole('img')).toHaveCount(1)
    await contractor.getByRole('button', { name: offerPage.open.accept.button }).click()
    await expect(contractor.getByText('Greta Garbo', { exact: true })).toBeVisible()
    expect((await mailTo('second@air.example', /^It’s yours/)).text).toContain('Greta Garbo')
    const introduction = await mailTo('greta@example.com', /^A contractor has your request/)
    expect(introduction.text).toContain('Second Air')
    await visitor.goto(site.url + introduction.link)
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
      `select from leads for update; update referrals set "end" = jsonb_set("end", '{at}', to_jsonb(("end"->>'at')::bigint - ${2 * day})),
       due_at = clock_timestamp() where stage = 'done'; select pg_notify('leads_changed', '')`,
    )
    const followUp = await mailTo('greta@example.com', /^Did they show up\?$/)
    expect(followUp.text).toContain('Second Air')
    // The owner has the request open, and sees at once what comes in.
    await page.goto(`${site.url}${adminPaths.leads}`)
    // It is done, so it waits for nobody.
    await page.getByRole('button', { name: 'Clear Filters' }).click()
    await page
      .getByRole('button', { name: /Greta Garbo/ })
      .first()
      .click()
    const panel = page.getByRole('dialog')
    const rating = await openPlainly(browser, site.url + followUp.link)
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
    await expect(panel.getByText('Customer rated it')).toBeVisible()
    await expectAccessible(page, '.lead-panel')
    await page.goto(`${site.url}${adminPaths.results}`)
    await expect(page.getByRole('row', { name: /^All/ }).first()).toContainText('1')
    await page.getByRole('button', { name: 'Publish the rating of Greta Garbo' }).press('Enter')
    await expect(page.getByText('On the site', { exact: true })).toBeVisible()
    await expectAccessible(page)

    // Everybody reads it, with and without a document of its own, until the visitor takes it back.
    const problems: string[] = []
    visitor.on('pageerror', (error) => problems.push(String(error)))
    await openWithScripts(visitor, `${site.url}/`)
    const review = visitor.getByText('Second Air came the same day.')
    await expect(review).toBeAttached()
    await openWithScripts(visitor, `${site.url}/about`)
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
    const reviewsNow = async () => (await visitor.goto(`${site.url}/`)) && review.count()
    await expect.poll(reviewsNow).toBe(0)
    await rating.context().close()
  } finally {
    await visitor.close()
    await handle.close()
  }
})
