import { adminPaths } from '#/contracts/routes.ts'
import { expect, expectAccessible, openMore, panelOf, rowOf, signIn, test } from './fixtures.ts'

const sheet = (csv: string) => ({
  name: 'requests.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(csv),
})

test('the owner imports earlier requests from a sheet of their own, after seeing what becomes of each row', async ({
  page,
}) => {
  await signIn(page)
  await page.setViewportSize({ width: 320, height: 720 })
  await openMore(page)
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  const heading = page.getByRole('heading', { name: 'Import earlier requests' })
  await expect(heading).toBeFocused()
  await expect(heading).toHaveCSS('outline-style', 'none')
  const file = page.getByLabel('CSV file')
  const rows = page.locator('.import-rows')
  const csv = [
    'Who,Cell,Job,Date,Result',
    'Ida Earlier,(386) 555-0191,AC Repair & Installation,3/4/2024,Done',
    'Joe Earlier,(386) 555-0192,Furnace tune-up,3/5/2024,Unreachable',
    'Kit Open,(386) 555-0193,,3/6/2024,Open',
  ].join('\n')
  await file.setInputFiles(sheet(`${csv}\nLee Wrong,(386) 555-0194,,yesterday,Done`))
  await expect(page.getByText('Choose the column with the name: a request needs it.')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).selectOption('Who')
  await expect(rows).toContainText('Please write the day as 2026-03-04 or 3/4/2026.')
  await expect(page.getByRole('button', { name: /^Import \d/ })).toHaveCount(0)
  await expectAccessible(page)

  await file.setInputFiles(sheet(csv.replace('Who', 'Name')))
  await expect(page.getByText('2 requests would be added, and 1 left out.')).toBeVisible()
  await expect(rows.getByRole('row', { name: /Kit Open/ })).toContainText('Left out')
  await page.getByRole('button', { name: 'Import 2 requests' }).press('Enter')
  await expect(page.getByText('The requests were imported', { exact: true })).toBeVisible()

  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto(`${adminPaths.leads}?q=Earlier&waitsFor=anyone`)
  await expect(rowOf(page, 'Joe Earlier')).toContainText('Lost: unreachable')
  await rowOf(page, 'Ida Earlier').locator('.lead-open').click()
  await expect(panelOf(page)).toContainText('Imported by owner@example.com')
  await expect(panelOf(page).getByRole('button', { name: /^Offer this/ })).toHaveCount(0)
})
