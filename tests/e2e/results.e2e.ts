import { readFile } from 'node:fs/promises'
import type { ListedRating } from '#/contracts/referrals/ratings.ts'
import { adminPaths, apiPaths } from '#/contracts/routes.ts'
import { expect, expectAccessible, sendRequest, signIn, test } from './fixtures.ts'
import { findTextFaults } from './text-faults.ts'

test('a tap on the number is counted by source and page, and the owner reads what came of visits', {
  tag: '@slow',
}, async ({ page, context }) => {
  // In a tab of its own: whole Chromium asks there what should take the number, and heeds nothing else.
  const visitor = await context.newPage()
  await visitor.setViewportSize({ width: 390, height: 844 })
  await visitor.goto('/services?utm_source=nextdoor&gclid=', { referer: 'https://example.com/' })
  await visitor.goto('/about?gclid=later')
  const tapped = visitor.waitForResponse(`**${apiPaths.taps}`)
  await visitor.getByRole('link', { name: /^Call/ }).last().click()
  const response = await tapped
  expect(response.status()).toBe(204)
  // All that leaves the browser.
  expect(response.request().postDataJSON()).toEqual({ page: '/about', source: 'nextdoor' })
  const { referer, cookie } = await response.request().allHeaders()
  expect([referer, cookie]).toEqual([`${new URL(visitor.url()).origin}/`, undefined])
  await visitor.close()

  await signIn(page)
  await page.setViewportSize({ width: 320, height: 720 })
  const results = `${apiPaths.results}?days=7`
  const tapsOfSource = async () => {
    const { data } = await (await page.request.get(results)).json()
    return data.bySource.find(({ name }: { name: string }) => name === 'nextdoor')?.taps
  }
  await expect.poll(tapsOfSource, { timeout: 15_000 }).toBe(1)
  await page.getByRole('navigation').getByRole('link', { name: 'Results' }).click()
  await page.getByLabel('Period').selectOption('Last 7 days')
  await expect(page).toHaveURL(new RegExp(`${adminPaths.results}\\?days=7$`))
  const row = page.getByRole('row', { name: /^Nextdoor/ })
  await expect(row).toHaveText('Nextdoor100–00–$0.00')
  await expect(page.getByRole('img', { name: /taps and requests in 7 days/ })).toBeVisible()
  const came = page.getByRole('region', { name: 'How many came?' })
  // Other tests tap, too.
  await expect(came).toContainText(
    /\d taps? on the number \d+ more than in the 7 days before \(0\)/,
  )
  const earned = page.getByRole('region', { name: 'What did it earn?' })
  await expect(earned).toContainText(/\$\d+\.00 .* in the 7 days before/)
  const promise = page.getByRole('listitem').filter({ hasText: '98% Client satisfaction' })
  await expect(promise).toContainText('Unknown')
  await expectAccessible(page)
  expect(await page.evaluate(findTextFaults)).toEqual([])

  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1366, height: 768 },
  ]) {
    await page.setViewportSize(viewport)
    await page.evaluate(() => scrollTo(0, 0))
    await expect(earned).toBeInViewport({ ratio: 1 })
  }
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).first().press('Enter')
  const file = await readFile(await (await downloading).path(), 'utf8')
  expect(file.split('\r\n')).toContainEqual(expect.stringMatching(/^Nextdoor,1,0,0,,,0,,,0,0$/))
})

test('requests by day, split by service or source', { tag: '@slow' }, async ({ page, server }) => {
  const visit = '/services?utm_source=yelp'
  await sendRequest(server, { name: 'Plotted', email: 'plotted@example.com', visit })
  await signIn(page)
  await page.goto(adminPaths.results)
  await page.getByText('Requests per day, last 30 days').click()
  await expect(page.getByRole('img', { name: /^\d+ requests in 30 days, most on/ })).toBeVisible()
  await page.getByRole('radio', { name: 'By source' }).check()
  await page.getByText('Show the numbers').click()
  await expect(page.getByRole('columnheader', { name: 'Yelp' })).toBeVisible()
  const numbers = page.getByRole('region', { name: 'Requests per day' })
  await numbers.press('ArrowDown')
  await expect.poll(() => numbers.evaluate((region) => region.scrollTop)).toBeGreaterThan(0)
  await expectAccessible(page)
})

test('of many ratings the latest are shown, and all for who asks', { tag: '@slow' }, async ({
  page,
}) => {
  const rating = (leadId: number): ListedRating => ({
    leadId,
    leadName: `Visitor ${leadId}`,
    service: 'AC Repair',
    ...{ hasCome: true, stars: 5, text: 'On time.', isQuarantined: false },
    ...{ companyName: 'Coquina Cooling', contractorId: 7 },
    ...{ mayPublish: false, shownName: null, shownTown: null, publishedAt: null },
    ...{ ratedAt: '2026-05-01T12:00:00.000Z', version: 1 },
  })
  const data = Array.from({ length: 12 }, (_, index) => rating(index + 1))
  await page.route(`**${apiPaths.ratings}`, (route) => route.fulfill({ json: { data } }))
  await signIn(page)
  await page.goto(adminPaths.results)
  const ratings = page.getByRole('region', { name: 'Ratings' })
  await expect(ratings.locator('.rating')).toHaveCount(10)
  const named = ratings.getByRole('link', { name: 'Coquina Cooling' }).first()
  await expect(named).toHaveAttribute('href', `${adminPaths.contractors}?show=7`)
  await ratings.getByRole('button', { name: 'Show all 12 ratings' }).press('Enter')
  await expect(ratings.locator('.rating')).toHaveCount(12)
  await expect(ratings.getByRole('link', { name: 'Visitor 11' })).toBeFocused()
  await expect(ratings.getByRole('button', { name: /^Show all/ })).toBeHidden()
})
