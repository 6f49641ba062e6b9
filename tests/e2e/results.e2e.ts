import { adminPaths, apiPaths } from '#/contracts/routes.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'
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
  await expectAccessible(page)
  expect(await page.evaluate(findTextFaults)).toEqual([])
})
