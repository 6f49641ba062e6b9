import { contractorPage } from '#/content/contractor-page.ts'
import { offerPage } from '#/content/offer-page.ts'
import { adminPaths, apiPaths, contractorLinksPath, leadPath } from '#/contracts/routes.ts'
import { contractorFields } from '#tests/support/factories.ts'
import { expect, expectAccessible, expectToFit, sendRequest, signIn, test } from './fixtures.ts'
import { findTextFaults } from './text-faults.ts'

const company = 'Lakeside Heating, Air Conditioning and Refrigeration of Central Florida'

test('a contractor works from their own page, without JavaScript, until the owner revokes its link', {
  tag: '@slow',
}, async ({ browser, page, server, leadsNamed }) => {
  await signIn(page)
  const fields = contractorFields({ companyName: company, mostOffersAWeek: 12 })
  const added = await page.request.post(apiPaths.contractors, { data: fields })
  const { data: contractor } = await added.json()
  const address = '12 Palm Street, Deltona, FL 32725'
  for (const [name, service] of [
    ['Own Page One', 'ac-repair'],
    ['Own Page Two', 'heating-systems'],
    ['Own Page Three', 'ac-repair'],
  ] as const) {
    await sendRequest(server, { name, service, address, message: name })
    const [lead] = await leadsNamed(name)
    const url = leadPath(apiPaths.leadOffers, lead?.id ?? 0)
    const offered = await page.request.post(url, { data: { contractorId: contractor.id } })
    expect(offered.status()).toBe(201)
  }

  await page.goto(adminPaths.contractors)
  const row = page.getByRole('row').filter({ hasText: company })
  await expect(row.getByRole('cell', { name: '3 of at most 3' })).toBeVisible()
  await row.getByRole('link', { name: company }).press('Enter')
  await expect(page.getByRole('heading', { name: company })).toBeFocused()
  await expect(
    page.getByText('3 offers of at most 12 in the last 7 days · 3 unanswered now'),
  ).toBeVisible()
  const open = page.getByRole('region', { name: 'Open offers' })
  await expect(open.getByRole('listitem')).toHaveCount(3)
  await page.getByRole('button', { name: 'Send them their page' }).press('Enter')
  // Without a mail server the owner sends the link themselves.
  const sent = await page.getByLabel('Their link', { exact: true }).inputValue()
  // The server of a test does not know its own address.
  const link = server.url + new URL(sent).pathname
  await expectAccessible(page)
  expect(await page.evaluate(findTextFaults)).toEqual([])

  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({ javaScriptEnabled: false, viewport })
  const plain = await context.newPage()
  await plain.goto(link)
  await expect(plain.getByText('You have 3 offers to answer and no open jobs.')).toBeVisible()
  await expect(plain.getByText('Own Page One')).toHaveCount(0)
  const openOffer = plain.getByRole('button', { name: /^Open the offer AC Repair/ })
  await openOffer.first().press('Enter')
  await expect(plain.getByRole('heading', { name: offerPage.open.heading })).toBeVisible()
  await plain.getByRole('button', { name: offerPage.open.accept.button }).press('Enter')
  await expect(plain.getByRole('heading', { name: offerPage.accepted.heading })).toBeVisible()
  await plain.goto(link)
  await plain.getByRole('button', { name: /^Open the offer Heating/ }).press('Enter')
  await plain.getByLabel(offerPage.open.decline.reason).selectOption('too-busy')
  await plain.getByRole('button', { name: offerPage.open.decline.button }).press('Enter')

  await plain.goto(link)
  await expect(plain.getByText('You have 1 offer to answer and 1 open job.')).toBeVisible()
  await expect(plain.getByRole('heading', { name: /^Own Page/ })).toBeVisible()
  await expect(plain.getByRole('link', { name: /^Call \(386\)/ }).first()).toBeVisible()
  await expect(plain.getByText('You declined: too busy')).toBeVisible()
  await expect(plain.getByText('100% (2 of 2 in 90 days)')).toBeVisible()
  for (const width of [320, 390, 1366]) {
    await plain.setViewportSize({ width, height: 844 })
    await expectToFit(plain)
  }
  await context.close()

  // With scripts of the test's own, as the page runs none.
  const seen = await browser.newPage({ bypassCSP: true })
  await seen.goto(link)
  await expectAccessible(seen)
  expect(await seen.evaluate(findTextFaults)).toEqual([])

  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(page.getByText('Declined: too busy')).toBeVisible()
  await expect(open.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Jobs in hand' })).toContainText('Accepted')
  await expect(page.getByText('1 job in hand · 0 done in 90 days')).toBeVisible()
  await expect(page.getByRole('link', { name: 'See the statement' })).toBeVisible()
  await expectToFit(page)
  await page.getByRole('button', { name: `Revoke links ${company}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke links' }).click()
  await expect(page.getByText('No link works now.')).toBeVisible()
  const gone = await seen.goto(link)
  expect(gone?.status()).toBe(404)
  await expect(seen.getByRole('heading', { name: contractorPage.missing.heading })).toBeVisible()
  await seen.close()
  const { data } = await (await page.request.post(contractorLinksPath(contractor.id))).json()
  expect(data).toMatchObject({ outcome: 'kept', problem: null })
})
