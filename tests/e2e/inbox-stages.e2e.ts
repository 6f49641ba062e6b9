import { expect, expectAccessible, panelOf, rowOf, sendRequest, signIn, test } from './fixtures.ts'

test('the inbox opens on what waits for the owner, and shows the rest with one click', async ({
  page,
  server,
  leadsNamed,
}) => {
  await sendRequest(server, { name: 'Is Over', email: 'over@example.com' })
  await sendRequest(server, { name: 'Burst Pipe', service: 'emergency-hvac' })
  await signIn(page)
  const [over] = await leadsNamed('Is Over')
  const closed = { outcome: 'lost', lostReason: 'no-longer-needed' }
  const put = await page.request.put(`/api/admin/leads/${over?.id}/outcome`, { data: closed })
  expect(put.status()).toBe(204)
  await page.goto('/admin/form-fills')
  await expect(page.getByLabel('Needs action')).toBeChecked()
  await expect(page.locator('.lead').first()).toContainText('Emergency')
  await expect(rowOf(page, 'Burst Pipe')).toContainText('Needs action')
  await expect(rowOf(page, 'Is Over')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(rowOf(page, 'Is Over')).toContainText('Lost: no longer needed')
  await expect(page).toHaveURL(/waitsFor=anyone/)
  await expect(page.getByLabel('Stage')).toHaveCount(0)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByLabel('Stage').selectOption('Lost')
  await expect(rowOf(page, 'Burst Pipe')).toHaveCount(0)
  await expect(rowOf(page, 'Is Over')).toBeVisible()
  await page.getByLabel('Stage').selectOption('All Stages')

  // The button of a row is the next step, and the status is one press away beside its name.
  const pipe = rowOf(page, 'Burst Pipe')
  await pipe.getByRole('button', { name: 'Mark Contacted' }).press('Enter')
  await expect(pipe).toBeFocused()
  await expect(pipe.locator('.status-chip')).toHaveText(/^Contacted.*Mark New/)
  await pipe.getByRole('button', { name: 'Choose a contractor' }).press('Enter')
  await expect(panelOf(page).getByRole('heading', { name: 'Matching contractors' })).toBeFocused()
})
