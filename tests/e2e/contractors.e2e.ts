import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { adminPaths, apiPaths, contractorPath } from '#/contracts/routes.ts'
import { contractorFields } from '#tests/support/factories.ts'
import {
  expect,
  expectAccessible,
  openNotices,
  removeContractors,
  signIn,
  test,
} from './fixtures.ts'
import { findTextFaults } from './text-faults.ts'

test.use({ expectedConsoleErrors: /status of 4(00|09)/ })

const longName =
  'Greater Central Florida Heating, Air Conditioning and Refrigeration Services of Volusia County & Sons Inc'

async function expectRight(page: Page) {
  await expectAccessible(page)
  expect(await page.evaluate(findTextFaults)).toEqual([])
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Closes a toast, which would lie over what is looked at; it may have gone by itself. */
async function closeToast(page: Page, title: string) {
  await page.evaluate(() => document.querySelector<HTMLElement>('.toast-close')?.click())
  await expect(page.getByText(title)).toBeHidden()
}

test('contractors are added by keyboard on a small phone, told of in the inbox, exported, mended and imported', {
  tag: '@slow',
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 720 })
  await signIn(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Contractors' }).press('Enter')
  await expect(page.getByText('No contractors yet.')).toBeVisible()
  await expectRight(page)

  await page.getByRole('button', { name: 'Add a contractor' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Add a contractor' })).toBeFocused()
  await page.getByLabel('Company').fill(longName)
  await page.getByLabel('Contact person').fill('Ana Torres')
  await page.getByLabel('Email address').fill('office@lakeside.example')
  await page.getByLabel('Phone').fill('386 555 0177')
  await page.getByLabel('License number').fill('1812345')
  await page.getByLabel('License valid until').fill(inDays(400))
  await page.getByLabel('Insurance valid until').fill(inDays(12))
  await page.getByLabel('Heating Systems').press('Space')
  await page.getByRole('button', { name: 'Add contractor' }).press('Enter')
  await expect(page.getByText('Please choose at least one town.')).toBeVisible()
  // The first field that is wrong; what was typed stays.
  await expect(page.getByLabel('License number')).toBeFocused()
  await expect(page.getByLabel('Company')).toHaveValue(longName)
  await expectRight(page)
  await page.getByLabel('License number').fill('cac 1812345')
  await page.getByRole('button', { name: 'Tick all towns' }).press('Enter')
  await page.getByLabel('License number').press('Enter')

  const open = page.getByRole('link', { name: longName })
  const facts = page.getByRole('region', { name: 'On file' })
  await expect(page.getByText(/Insurance lapses in 1[123] days, on /)).toBeVisible()
  await closeToast(page, 'The contractor was added')
  await expectRight(page)
  await open.press('Enter')
  await expect(facts).toContainText('CAC1812345 until')
  await expect(facts).toContainText('Heating Systems')
  await expect(facts).toContainText('All towns')
  await expectRight(page)

  await page.getByRole('link', { name: 'Requests' }).click()
  const papers = page.getByText('A contractor’s papers need attention.')
  const edit = page.getByRole('button', { name: 'Edit', exact: true })
  await openNotices(page)
  await expect(papers).toBeVisible()
  await page.getByRole('link', { name: 'See the contractors' }).press('Enter')
  await open.press('Enter')
  await edit.press('Enter')
  await page.getByLabel('Paused until').fill('2099-01-01')
  await page.getByLabel('Most offers in seven days').fill('3')
  await page.getByRole('button', { name: 'Tick all wants offers on' }).press('Enter')
  await page.getByLabel('From').fill('08:00')
  await page.getByLabel('Until', { exact: true }).fill('07:30')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('The hours must end later on the day')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Monday' })).toBeFocused()
  await page.getByLabel('Until', { exact: true }).fill('17:00')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('Paused until Jan 1, 2099')).toBeVisible()
  await page.setViewportSize({ width: 1366, height: 768 })
  // Anywhere in the row, not on its link alone.
  await page.getByRole('cell', { name: /^Insurance lapses/ }).click()
  await expect(facts).toContainText(
    'at most 3 offers a week, 3 unanswered at a time, wanted Mon-Sun 8 AM-5 PM',
  )
  await page.getByRole('button', { name: 'All contractors' }).press('Enter')
  await expect(page.getByText('1 contractor', { exact: true })).toBeFocused()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).press('Enter')
  const csv = await readFile(await (await downloading).path(), 'utf8')
  const [header, line = ''] = csv.split('\r\n')
  const another = line.replace('CAC1812345', 'CMC1249876').replace(longName, 'Bay Cooling')

  await page.getByRole('button', { name: 'Import CSV' }).press('Enter')
  const chooseFile = (...lines: (string | undefined)[]) =>
    page.getByLabel('CSV file').setInputFiles({
      name: 'contractors.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\r\n')),
    })
  const fetching = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Get the template' }).press('Enter')
  expect(await readFile(await (await fetching).path(), 'utf8')).toBe(header)
  await chooseFile('PK\x03\x04')
  await expect(page.getByText(/^This is a workbook, not a CSV file\./)).toBeVisible()
  await chooseFile('Name,Phone', 'A,B')
  await expect(page.getByText('The file has no column “License number”')).toBeVisible()
  await expectRight(page)
  await chooseFile(header, line, another.replace('CMC1249876', '12'))
  await expect(
    page.getByRole('row', { name: /^3 Bay Cooling Cannot be read License number:/ }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /^Import \d/ })).toHaveCount(0)
  const field = page.getByLabel('CSV file')
  expect(await field.inputValue(), 'the field says which file it was').toMatch(/\.csv$/)
  await expectRight(page)
  await chooseFile('Our contractors', header, line, another, another.replace('CMC1249876', '12'))
  await page.getByRole('button', { name: 'Import 1, leave out 1' }).press('Enter')
  await expect(page.getByText('1 contractor added, 0 changed. 1 row left out:')).toBeVisible()
  await expect(page.getByRole('row', { name: /^5 Bay Cooling Cannot be read/ })).toBeVisible()
  await expectRight(page)
  await page.getByRole('button', { name: 'Undo the import' }).press('Enter')
  await expect(page.getByText('The import was undone.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Import contractors' })).toBeFocused()
  await page.getByRole('button', { name: 'All contractors' }).press('Enter')
  await expect(page.getByText('1 contractor', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Import CSV' }).press('Enter')
  await chooseFile(header?.replace('License number', 'Lic. No.'), line, another)
  await expect(page.getByRole('row', { name: `2 ${longName} Left alone` })).toBeVisible()
  await expect(page.getByRole('row', { name: '3 Bay Cooling Would be added' })).toBeVisible()
  await page.setViewportSize({ width: 320, height: 720 })
  await closeToast(page, 'The contractor was changed')
  await expectRight(page)
  await page.setViewportSize({ width: 1366, height: 768 })
  await expect(
    page.getByText('1 contractor would be added, 0 changed, and 1 would stay as they are.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 contractor' }).press('Enter')
  await page.getByRole('button', { name: 'All contractors' }).press('Enter')
  await expect(page.getByText('2 contractors', { exact: true })).toBeVisible()

  const rows = page.getByRole('rowheader')
  await expect(rows).toContainText(['Bay Cooling', longName])
  const byName = page.getByRole('columnheader', { name: 'Contractor' })
  await expect(byName).toHaveAttribute('aria-sort', 'ascending')
  await byName.getByRole('button').press('Enter')
  await expect(byName).toHaveAttribute('aria-sort', 'descending')
  await expect(rows).toContainText([longName, 'Bay Cooling'])
  await expectRight(page)

  await page.getByLabel('Search').fill('cmc12')
  await expect(page.getByText('1 of 2 contractors')).toBeVisible()
  await page.getByRole('link', { name: 'Bay Cooling' }).press('Enter')
  await page.getByRole('button', { name: 'Remove Bay Cooling' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(page.getByText('No contractors match.')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(adminPaths.contractors))
  await removeContractors(page)
})

test('what somebody else has saved meanwhile stands at the fields, and what was typed stays', {
  tag: '@slow',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  await removeContractors(page)
  const fields = contractorFields({ companyName: 'Bay Cooling' })
  const added = await page.request.post(apiPaths.contractors, { data: fields })
  const { data } = await added.json()
  await page.goto(`${adminPaths.contractors}?edit=${data.id}`)
  await page.getByLabel('Contact person').fill('Mine')
  const theirs = { ...fields, phone: '4075550100', answersEmergencies: true, version: data.version }
  expect((await page.request.put(contractorPath(data.id), { data: theirs })).ok()).toBe(true)

  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(
    page.getByText('Someone else changed this contractor while you were editing.'),
  ).toBeVisible()
  await expect(page.getByText('Saved by them: (407) 555-0100')).toBeVisible()
  await expect(page.getByText('Saved by them: yes')).toBeVisible()
  await expect(page.getByLabel('Contact person')).toHaveValue('Mine')
  await expect(page.getByLabel('Contact person')).toBeFocused()
  await expectRight(page)
  await page.getByLabel('Phone').fill('(407) 555-0100')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('The contractor was changed')).toBeVisible()
  const after = (await (await page.request.get(apiPaths.contractors)).json()).data
  expect(after).toMatchObject([{ contactName: 'Mine', phone: '4075550100', version: 3 }])
  await removeContractors(page)
})
