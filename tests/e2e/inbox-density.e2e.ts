import { expect, expectAccessible, rowOf, sendRequest, signIn, test } from './fixtures.ts'

test('compact rows show more requests on the first screen, and stay so in this browser', {
  tag: '@slow',
}, async ({ page, server }) => {
  for (let count = 1; count <= 30; count += 1)
    await sendRequest(server, { name: `Dense ${count}`, email: `dense${count}@example.com` })
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn(page)
  await page.goto('/admin/form-fills?q=dense')
  await expect(rowOf(page, 'Dense 30')).toBeVisible()
  /** How many rows are whole on the first screen. */
  const inSight = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll('tbody .lead')].filter(
          (row) => row.getBoundingClientRect().bottom <= innerHeight,
        ).length,
    )
  const comfortable = await inSight()
  expect(comfortable).toBeGreaterThanOrEqual(6)
  const choose = async (density: string) => {
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    await page.getByLabel('Rows of the list').selectOption(density)
    await page.getByRole('button', { name: 'Close settings' }).click()
  }
  await choose('Compact: more requests, less of each')
  await expect.poll(inSight).toBeGreaterThanOrEqual(comfortable * 1.6)
  await expect(rowOf(page, 'Dense 30')).toContainText('Waits for us')
  await expectAccessible(page)
  await page.reload()
  await expect.poll(inSight).toBeGreaterThanOrEqual(comfortable * 1.6)

  await page.setViewportSize({ width: 390, height: 844 })
  const height = async () => (await rowOf(page, 'Dense 30').boundingBox())?.height ?? 0
  const small = await height()
  await expectAccessible(page)
  await choose('Comfortable')
  await expect.poll(height).toBeGreaterThan(small * 1.2)
})
