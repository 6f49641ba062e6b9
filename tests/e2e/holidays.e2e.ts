import { adminPaths } from '#/contracts/routes.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

// A day without a name is refused.
test.use({ expectedConsoleErrors: /status of 400/ })

test('the owner closes a day, opens a holiday, and takes both back', { tag: '@slow' }, async ({
  page,
}) => {
  await signIn(page)
  await page.goto(adminPaths.settings)
  const settings = page.getByRole('region', { name: 'Holidays' })
  const list = settings.getByRole('list', { name: 'Holidays' })
  const christmas = list.getByRole('listitem').filter({ hasText: 'Christmas Day' }).last()
  await expect(christmas).toContainText('Closed')
  await christmas.getByRole('button', { name: /^Stay open/ }).click()
  await expect(christmas.getByText('Open', { exact: true })).toBeVisible()
  await christmas.getByRole('button', { name: /^Close/ }).click()
  await expect(christmas).toContainText('Closed')

  const nextYear = new Date().getFullYear() + 1
  await settings.getByRole('textbox', { name: 'Day' }).fill(`${nextYear}-03-03`)
  await settings.getByRole('button', { name: 'Close this day' }).click()
  await expect(settings.getByText('Please name the day.')).toBeVisible()
  await settings.getByLabel('What it is').fill('Company picnic')
  await settings.getByRole('button', { name: 'Close this day' }).click()
  const picnic = list.getByRole('listitem').filter({ hasText: 'Company picnic' })
  await expect(picnic).toContainText(`Mar 3, ${nextYear}`)
  await expectAccessible(page)
  await picnic.getByRole('button', { name: /^Stay open/ }).click()
  await expect(picnic).toHaveCount(0)
  await expect(settings.getByRole('heading', { name: 'Holidays' })).toBeFocused()
})
