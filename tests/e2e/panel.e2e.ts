import { apiPaths } from '#/contracts/routes.ts'
import { contractorFields } from '#tests/support/factories.ts'
import { expect, expectAccessible, panelOf, sendRequest, signIn, test } from './fixtures.ts'

test('who fits is a table in which contractors compare, on the smallest phone too', async ({
  page,
  server,
  leadsNamed,
}) => {
  await signIn(page)
  const long = 'Lakeside Heating and Air Conditioning of Central Florida and Beyond'
  for (const companyName of [long, 'Pine Cooling']) {
    const data = contractorFields({ companyName, answersEmergencies: true })
    await page.request.post(apiPaths.contractors, { data })
  }
  await sendRequest(server, { name: 'Compare Them', service: 'emergency-hvac' })
  const [lead] = await leadsNamed('Compare Them')
  for (const width of [320, 390, 768, 1366]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/admin/form-fills?lead=${lead?.id}`)
    const table = panelOf(page).getByRole('table')
    for (const name of [/Answers/, /Speed/, 'Stars', 'Last asked'])
      await expect(table.getByRole('columnheader', { name })).toBeVisible()
    const who = table.getByRole('rowgroup').filter({ hasText: long })
    await expect(who).toContainText('Not in 90 days')
    await expect(who.getByRole('button', { name: 'Offer this request to' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
    expect(await table.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0)
    await expectAccessible(page, '.lead-panel')
  }
})
