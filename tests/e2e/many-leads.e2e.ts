import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
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

const barOf = (page: Page) => page.getByRole('region', { name: 'Selected requests' })
const boxOf = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
const toastOf = (page: Page) => page.locator('.toast')

/** Opens the list with those whose name has a word, of which there are N. */
async function openListOf(page: Page, word: string, count: number) {
  await page.goto(`/admin/form-fills?q=${word}`)
  await expect(page.locator('.lead')).toHaveCount(count)
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('requests are selected by touch, exported, marked, and put back', {
    tag: '@slow',
  }, async ({ page, server, leadsNamed }) => {
    for (const name of ['Pia Second', 'Pia First', 'Pia Zero']) await sendRequest(server, { name })
    await signIn(page)
    await removeContractors(page)
    await openListOf(page, 'pia', 3)
    const bar = barOf(page)
    const box = boxOf(page, 'Pia First')
    const target = await box.locator('..').boundingBox()
    expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(44)
    await box.tap()
    await boxOf(page, 'Pia Second').tap()
    await expect(bar).toContainText('2 selected')
    await expect(panelOf(page)).toHaveCount(0)
    await expectAccessible(page)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      bar.getByRole('button', { name: 'Export selected' }).tap(),
    ])
    const csv = await readFile(await download.path(), 'utf8')
    expect(csv.split('\r\n').map((line) => line.split(',')[1])).toEqual([
      'Name',
      'Pia First',
      'Pia Second',
    ])

    await bar.getByRole('button', { name: 'Mark contacted' }).tap()
    await expect(toastOf(page)).toContainText('2 marked contacted.')
    await expect(bar).toHaveCount(0)
    await expect(rowOf(page, 'Pia First').getByRole('button', { name: 'Mark New' })).toBeVisible()
    await toastOf(page).getByRole('button', { name: 'Undo' }).tap()
    await expect(toastOf(page)).toContainText('2 put back as before.')
    for (const name of ['Pia First', 'Pia Second']) {
      await expect(rowOf(page, name).getByRole('button', { name: 'Mark Contacted' })).toBeVisible()
    }

    // A contractor is asked for one of them: that is not taken from them by a press for several.
    const data = contractorFields({ companyName: 'Many Air' })
    const added = await (await page.request.post(api.contractors.path, { data })).json()
    const [zero] = await leadsNamed('Pia Zero')
    const offered = await page.request.post(pathTo(api.leadOffers, { leadId: zero?.id ?? 0 }), {
      data: { contractorId: added.data.id },
    })
    expect(offered.status()).toBe(201)
    await expect(rowOf(page, 'Pia Zero')).toContainText('Many Air')
    await boxOf(page, 'Pia First').tap()
    await boxOf(page, 'Pia Zero').tap()
    await bar.getByRole('button', { name: 'Mark as spam' }).tap()
    await expect(toastOf(page)).toContainText('1 marked as spam.')
    await expect(bar.getByRole('listitem')).toContainText('Pia Zero A contractor has it')
    await expect(page.locator('.lead')).toHaveCount(2)
  })
})
