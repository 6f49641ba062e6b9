import type { Page } from '@playwright/test'
import { apiPaths } from '#/contracts/routes.ts'
import { contractorFields } from '#tests/support/factories.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { expect, expectAccessible, type StoredLead, sendRequest, signIn, test } from './fixtures.ts'

const people = '@sorted.example'

/** Two contractors, a lead of each, one that is lost and one that nobody has. */
async function makeLeads(
  page: Page,
  send: (name: string) => Promise<void>,
  leadsNamed: (name: string) => Promise<StoredLead[]>,
) {
  const idOf = async (name: string) => (await leadsNamed(name))[0]?.id
  for (const name of ['Sort Zebra', 'Sort Alpha', 'Sort Lost', 'Sort Plain']) await send(name)
  for (const [name, companyName] of [
    ['Sort Zebra', 'Zebra Air of Sorting'],
    ['Sort Alpha', 'Alpha Air of Sorting'],
  ] as const) {
    const added = await page.request.post(apiPaths.contractors, {
      data: contractorFields({ companyName }),
    })
    const { data: contractor } = (await added.json()) as { data: { id: number } }
    const agreed = await page.request.post(`${apiPaths.leads}/${await idOf(name)}/agreement`, {
      data: { contractorId: contractor.id, callAt: inAnHour() },
    })
    expect([name, agreed.status()]).toEqual([name, 201])
  }
  await page.request.put(`${apiPaths.leads}/${await idOf('Sort Lost')}/outcome`, {
    data: { outcome: 'lost', lostReason: 'unreachable' },
  })
}

test('the list is sorted by stage and by contractor, with the heads of the table and on a phone', {
  tag: '@slow',
}, async ({ page, server, leadsNamed }) => {
  await signIn(page)
  await makeLeads(
    page,
    (name) => sendRequest(server, { name, email: `${name.slice(5)}${people}` }),
    leadsNamed,
  )
  const names = page.locator('.lead-open')
  const byStage = ['Sort Plain', 'Sort Alpha', 'Sort Zebra', 'Sort Lost']
  const byContractor = ['Sort Alpha', 'Sort Zebra', 'Sort Plain', 'Sort Lost']
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.goto(`/admin/form-fills?q=${people}`)
  await expect(names).toHaveText(['Sort Plain', 'Sort Lost', 'Sort Alpha', 'Sort Zebra'])
  const byHead = (name: string) => page.getByRole('button', { name, exact: true })
  await byHead('Stage').click()
  await expect(names).toHaveText(byStage)
  await expect(page).toHaveURL(/order=stage/)
  await expect(page.getByRole('columnheader', { name: 'Stage' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await page.reload()
  await expect(names).toHaveText(byStage)
  await byHead('Contractor').click()
  await expect(names).toHaveText(byContractor)
  await expectAccessible(page)

  await page.getByLabel('With contractor').selectOption('Zebra Air of Sorting')
  await expect(names).toHaveText(['Sort Zebra'])
  await expect(page.getByText(/^Showing .* total leads$/)).toHaveText(/^Showing 1 of/)
  await page.getByLabel('With contractor').selectOption('All Contractors')
  await expect(names).toHaveText(byContractor)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByLabel('Sort by')).toBeHidden()
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await expect(page.getByLabel('Sort by')).toHaveValue('contractor')
  await page.getByLabel('Sort by').selectOption('Sorted by stage')
  await expect(names).toHaveText(byStage)
  await expectAccessible(page)
})
