import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, removeContractors, signIn, test } from './fixtures.ts'
import { findTextFaults } from './text-faults.ts'

test.use({ expectedConsoleErrors: /status of 400/ })

const longName =
  'Greater Central Florida Heating, Air Conditioning and Refrigeration Services of Volusia County & Sons Inc'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a contractor is added by keyboard on a small phone, exported, and imported with another', {
  tag: '@slow',
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 720 })
  await signIn(page)
  await removeContractors(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Contractors' }).press('Enter')
  await page.getByRole('button', { name: 'Add a contractor' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Add a contractor' })).toBeFocused()
  await page.getByLabel('Company').fill(longName)
  await page.getByLabel('Contact person').fill('Ana Torres')
  await page.getByLabel('Email address').fill('office@lakeside.example')
  await page.getByLabel('Phone').fill('386 555 0177')
  await page.getByLabel('License number').fill('1812345')
  await page.getByLabel('License valid until').fill(inDays(400))
  await page.getByLabel('Insurance valid until').fill(inDays(400))
  await page.getByLabel('Heating Systems').press('Space')
  await page.getByRole('button', { name: 'Add contractor' }).press('Enter')
  await expect(page.getByText('Please choose at least one town.')).toBeVisible()
  // The first field that is wrong; what was typed stays.
  await expect(page.getByLabel('License number')).toBeFocused()
  await expect(page.getByLabel('Company')).toHaveValue(longName)
  await expectAccessible(page)
  expect(await page.evaluate(findTextFaults)).toEqual([])
  await page.getByLabel('License number').fill('cac 1812345')
  await page.getByRole('button', { name: 'Tick all towns' }).press('Enter')
  await page.getByLabel('License number').press('Enter')
  await expect(page.getByRole('link', { name: longName })).toBeVisible()

  await page.setViewportSize({ width: 1366, height: 768 })
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).press('Enter')
  const csv = await readFile(await (await downloading).path(), 'utf8')
  const [header, line = ''] = csv.split('\r\n')
  const another = line.replace('CAC1812345', 'CMC1249876').replace(longName, 'Bay Cooling')
  await page.getByRole('button', { name: 'Import CSV' }).press('Enter')
  await page.getByLabel('CSV file').setInputFiles({
    name: 'contractors.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([header, line, another, another.replace('CMC1249876', '12')].join('\r\n')),
  })
  await expect(page.getByRole('row', { name: `2 ${longName} Left alone` })).toBeVisible()
  await expect(page.getByRole('row', { name: '3 Bay Cooling Would be added' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import 1, leave out 1' }).press('Enter')
  await expect(page.getByText('1 contractor added, 0 changed. 1 row left out:')).toBeVisible()
  await page.getByRole('button', { name: 'All contractors' }).press('Enter')
  await expect(page.getByText('2 contractors', { exact: true })).toBeVisible()
  await removeContractors(page)
})
