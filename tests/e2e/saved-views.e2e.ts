import { apiPaths } from '#/contracts/routes.ts'
import { expect, expectAccessible, rowOf, sendRequest, signIn, test } from './fixtures.ts'

test('the owner saves what the list shows under a name, and has it back with one press, on a phone too', {
  tag: '@slow',
}, async ({ page, server }) => {
  await sendRequest(server, { name: 'View Ducts', service: 'duct-cleaning' })
  await sendRequest(server, { name: 'View Repair', service: 'ac-repair' })
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn(page)
  const views = page.getByRole('list', { name: 'Saved views' })
  const dialog = page.getByRole('dialog', { name: 'Saved views' })
  const open = () => page.getByRole('button', { name: 'Views', exact: true }).click()
  const chip = (name: string) => views.getByRole('button', { name })
  await page.getByLabel('Service', { exact: true }).selectOption('Duct Cleaning')
  await page.getByRole('button', { name: 'Stage', exact: true }).click()
  await expect(rowOf(page, 'View Ducts')).toBeVisible()
  await open()
  await dialog.getByLabel('Name of the view').fill('Ducts by stage')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog).toBeHidden()
  await expect(chip('Ducts by stage')).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(chip('Ducts by stage')).toHaveAttribute('aria-pressed', 'false')
  await expect(rowOf(page, 'View Repair')).toBeVisible()
  await expectAccessible(page)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/form-fills?waitsFor=anyone')
  await chip('Ducts by stage').click()
  await expect(rowOf(page, 'View Repair')).toHaveCount(0)
  await expect(page).toHaveURL(/\?service=duct-cleaning&order=stage$/)
  await expect(rowOf(page, 'View Ducts')).toBeInViewport({ ratio: 0.9 })
  // As high as without views.
  await expect
    .poll(async () => (await rowOf(page, 'View Ducts').boundingBox())?.y)
    .toBeLessThan(360)
  await expectAccessible(page)
  await open()
  await dialog.getByRole('button', { name: 'Rename Ducts by stage' }).click()
  await dialog.getByLabel('New name').fill('Ducts')
  await dialog.getByRole('button', { name: 'Save the name' }).click()
  await expect(chip('Ducts')).toHaveText('Ducts')
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Remove Ducts' }).click()
  await expect(views).toHaveCount(0)
})

test('a view with a filter that is gone says so, and is removed', { tag: '@slow' }, async ({
  page,
  server,
}) => {
  await sendRequest(server, { name: 'View Any' })
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn(page)
  const old = { name: 'Of old', query: 'stage=gone' }
  await page.request.post(apiPaths.savedViews, { data: old })
  await page.reload()
  await page.getByRole('button', { name: 'Of old: no longer works' }).click()
  const dialog = page.getByRole('dialog', { name: 'Saved views' })
  await expect(dialog).toContainText('It no longer works')
  await dialog.getByRole('button', { name: 'Remove Of old' }).click()
  await expect(dialog.getByText('Of old')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close saved views' }).click()
  await expect(page.getByRole('button', { name: /no longer works/ })).toHaveCount(0)
})
