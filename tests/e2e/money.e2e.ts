import { adminPaths, apiPaths, ledgerPath } from '#/contracts/routes.ts'
import { contractorFields } from '#tests/support/factories.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { expect, expectAccessible, sendRequest, signIn, test } from './fixtures.ts'
import { findTextFaults } from './text-faults.ts'

/** A fee that is refused. */
test.use({ expectedConsoleErrors: /400 \(Bad Request\)/ })

test('the owner sets a fee, reads a statement that is an invoice on paper, and enters a payment', {
  tag: '@slow',
}, async ({ page, server, leadsNamed }) => {
  await signIn(page)
  const added = contractorFields({ companyName: 'Coquina Cooling' })
  const answer = await page.request.post(apiPaths.contractors, { data: added })
  const { id } = (await answer.json()).data
  await sendRequest(server, { name: 'Charged Visitor', email: 'charged@example.com' })
  const [lead] = await leadsNamed('Charged Visitor')

  await page.goto(adminPaths.money)
  const fees = page.getByRole('region', { name: 'Fees' })
  await expect(fees).toContainText('No fees yet')
  await fees.getByText('Add a fee').click()
  await fees.getByLabel('Price').fill('soon')
  await fees.getByLabel('Holds from').fill('2026-01-01')
  await fees.getByRole('button', { name: 'Add the fee' }).click()
  await expect(fees).toContainText('Please enter dollars')
  await fees.getByLabel('Price').fill('45')
  await fees.getByRole('button', { name: 'Add the fee' }).click()
  await expect(fees.getByRole('listitem')).toContainText('$45.00 when they accept')

  const agreed = await page.request.post(`${apiPaths.leads}/${lead?.id}/agreement`, {
    data: { contractorId: id, callAt: inAnHour() },
  })
  expect(agreed.status()).toBe(201)
  await page.reload()
  await expectAccessible(page)
  const balances = page.getByRole('region', { name: 'Balances' })
  await balances.getByRole('link', { name: 'Coquina Cooling' }).click()
  const paper = page.getByRole('region', { name: /^Statement, / })
  await expect(paper.getByRole('row', { name: /Request accepted/ })).toContainText('$45.00')
  await expect(paper).toContainText('Balance so far')
  await expect(paper).toContainText('Amount due: $45.00 so far.')

  const entry = page.getByRole('region', { name: 'Add an entry' })
  await entry.getByLabel('Amount in dollars').fill('20')
  await entry.getByLabel('What for?').fill('Check 1042')
  await entry.getByRole('button', { name: 'Add it' }).click()
  await expect(paper).toContainText('Amount due: $25.00')
  const payment = paper.getByRole('row', { name: /Check 1042/ })
  await payment.locator('summary').click()
  await payment.getByLabel('Why?').fill('It bounced')
  await payment.getByRole('button', { name: 'Reverse it' }).click()
  await expect(paper).toContainText('Amount due: $45.00')
  await expectAccessible(page)
  expect(await page.evaluate(findTextFaults)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(paper).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(findTextFaults)).toEqual([])

  await page.emulateMedia({ media: 'print' })
  await expect(paper).toBeVisible()
  for (const hidden of [entry, page.getByText('All balances'), paper.locator('summary').first()]) {
    await expect(hidden).toBeHidden()
  }
  const statement = await page.request.get(ledgerPath(apiPaths.statement, id))
  expect((await statement.json()).data).toMatchObject({ openingCents: 0, closingCents: 4_500 })
})
