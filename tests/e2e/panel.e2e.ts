import { apiPaths } from '#/contracts/routes.ts'
import { contractorFields } from '#tests/support/factories.ts'
import {
  expect,
  expectAccessible,
  panelOf,
  removeContractors,
  rowOf,
  sendRequest,
  signIn,
  test,
} from './fixtures.ts'

test('who fits is a table in which contractors compare, on the smallest phone too', {
  tag: '@slow',
}, async ({ page, server, leadsNamed }) => {
  await signIn(page)
  await removeContractors(page)
  const long = 'Lakeside Heating and Air Conditioning of Central Florida and Beyond'
  for (const companyName of [long, 'Pine Cooling']) {
    const data = contractorFields({ companyName, answersEmergencies: true })
    await page.request.post(apiPaths.contractors, { data })
  }
  await sendRequest(server, { name: 'Compare Them', service: 'emergency-hvac' })
  const [lead] = await leadsNamed('Compare Them')
  for (const width of [320, 768, 1366]) {
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

test('beside the list the wheel reads the panel to its end, which is below the window at first', {
  tag: '@slow',
}, async ({ page, server }) => {
  await sendRequest(server, { name: 'Read Wholly' })
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn(page)
  await rowOf(page, 'Read Wholly').locator('.lead-open').click()
  const end = panelOf(page).getByRole('button', { name: 'Erase data…' })
  await expect(panelOf(page).locator('.history')).toBeVisible()
  // To hover would scroll the page.
  await page.mouse.move(1200, 600)
  await expect(async () => {
    await page.mouse.wheel(0, 2_000)
    await expect(end).toBeInViewport({ ratio: 1, timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
})

test('a request is put off by keyboard, and is found, brought back and shown at its time', {
  tag: '@slow',
}, async ({ page, server }) => {
  for (const name of ['Later Ann', 'Later Bob']) await sendRequest(server, { name })
  await signIn(page)
  await page.goto('/admin/form-fills?waitsFor=us&q=Later')
  const panel = panelOf(page)
  await rowOf(page, 'Later Ann').getByRole('button', { name: 'Later Ann', exact: true }).click()
  await panel.getByRole('button', { name: 'Mark Contacted' }).click()
  await expect(panel.locator('.history')).toContainText('Marked contacted')
  await panel.getByText('Show me this again later').press('Enter')
  await panel.getByLabel('What for?').fill('Ask for the model')
  await panel.getByRole('button', { name: 'Monday' }).press('Enter')
  await expect(panel).toContainText(/Put off until .* 7:00 AM: Ask for the model/)
  await expect(panel.getByText('Choose another time')).toBeFocused()
  await expect(panel.locator('.history')).toContainText('Reminder set for')
  await expect(rowOf(page, 'Later Bob')).toBeVisible()
  await expect(rowOf(page, 'Later Ann')).toBeHidden()
  await expectAccessible(page)
  await page.goto('/admin/form-fills?waitsFor=later&q=Later')
  await expect(rowOf(page, 'Later Ann')).toContainText('Ask for the model')
  await expect(page.getByLabel('Waits for')).toHaveValue('later')
  await rowOf(page, 'Later Ann').getByRole('button', { name: 'Later Ann', exact: true }).click()
  await panel.getByRole('button', { name: 'Remove the reminder' }).press('Enter')
  await expect(panel.getByText('Show me this again later')).toBeFocused()
  await expect(panel).toContainText('Waits for us')
  await page.goto('/admin/form-fills?waitsFor=us&q=Later')
  await expect(rowOf(page, 'Later Ann')).toBeVisible()
})

test('the list stays where it was when the panel opens and closes, at every width', {
  tag: '@slow',
}, async ({ page, server }) => {
  for (let number = 10; number < 34; number += 1)
    await sendRequest(server, { name: `Stays ${number}` })
  await signIn(page)
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1366, 768],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/admin/form-fills?waitsFor=anyone&q=Stays')
    const row = rowOf(page, 'Stays 18')
    await expect(rowOf(page, 'Stays 33')).toBeVisible()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2))
    await row.scrollIntoViewIfNeeded()
    const top = async () => Math.round((await row.boundingBox())?.y ?? Number.NaN)
    const before = await top()
    await row.getByRole('button', { name: 'Stays 18', exact: true }).click()
    const panel = panelOf(page)
    await expect(panel.getByRole('heading', { name: 'Stays 18' })).toBeVisible()
    await expect(row).toBeInViewport()
    await panel.getByRole('button', { name: 'Close lead' }).click()
    await expect(panel).toBeHidden()
    await expect(row).toBeFocused()
    await expect(row).toBeInViewport()
    // Beside the panel a row has another height, so that its own place may change.
    if (width < 1100) expect(Math.abs((await top()) - before), `at ${width} px`).toBeLessThan(2)
  }
})
