import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
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

/** Opens the list with those whose name has a word, of which there are so many. */
async function openListOf(page: Page, word: string, count: number) {
  await page.goto(`/admin/form-fills?q=${word}`)
  await expect(page.locator('.lead')).toHaveCount(count)
}

test.describe('at 1366 pixels', () => {
  test.use({ viewport: { width: 1366, height: 768 } })

  test('several requests are worked by keyboard alone, and each work is undone', {
    tag: '@slow',
  }, async ({ page, server }) => {
    for (const name of ['Kim Fourth', 'Kim Third', 'Kim Second', 'Kim First']) {
      await sendRequest(server, { name })
    }
    await signIn(page)
    await openListOf(page, 'kim', 4)
    const { keyboard } = page
    const bar = barOf(page)
    await keyboard.press('ArrowDown')
    await keyboard.press('x')
    await expect(bar).toContainText('1 selected')
    await keyboard.press('Shift+ArrowDown')
    await keyboard.press('Shift+ArrowDown')
    await expect(bar).toContainText('3 selected')
    // Back again is a smaller range.
    await keyboard.press('Shift+ArrowUp')
    await expect(bar).toContainText('2 selected')
    await expect(boxOf(page, 'Kim Second')).toBeChecked()
    await expect(boxOf(page, 'Kim Third')).not.toBeChecked()
    await expectAccessible(page)

    await keyboard.press('c')
    await expect(toastOf(page)).toContainText('2 marked contacted.')
    await expect(bar).toHaveCount(0)
    await expect(rowOf(page, 'Kim First').getByRole('button', { name: 'Mark New' })).toBeVisible()
    await keyboard.press('z')
    await expect(toastOf(page)).toContainText('2 put back as before.')
    for (const name of ['Kim First', 'Kim Second']) {
      await expect(rowOf(page, name).getByRole('button', { name: 'Mark Contacted' })).toBeVisible()
    }

    // What is typed into the note is no command; the row has the focus again when it is there.
    await expect(rowOf(page, 'Kim Second')).toBeFocused()
    await keyboard.press('x')
    await keyboard.press('n')
    await expect(bar.getByLabel('Note for each of them')).toBeFocused()
    await keyboard.type('xcz: voicemail')
    await keyboard.press('Control+Enter')
    await expect(toastOf(page)).toContainText('1 given the note.')
    await expect(rowOf(page, 'Kim Second')).toBeFocused()
    await keyboard.press('Enter')
    const panel = panelOf(page)
    await expect(panel.locator('.notes')).toContainText('xcz: voicemail')

    // Escape empties the selection before it closes the panel.
    await keyboard.press('x')
    await expect(bar).toContainText('1 selected')
    await keyboard.press('.')
    await expect(bar.getByRole('button', { name: 'Mark contacted' })).toBeFocused()
    await keyboard.press('Escape')
    await expect(bar).toHaveCount(0)
    await expect(panel).toBeVisible()
    await keyboard.press('Escape')
    await expect(panel).toHaveCount(0)

    await keyboard.press('x')
    await keyboard.press('.')
    await bar.getByRole('button', { name: 'Select all shown' }).press('Enter')
    await expect(bar).toContainText('4 selected')
    await bar.getByRole('button', { name: 'Mark as spam' }).press('Enter')
    await expect(page.locator('.lead')).toHaveCount(0)
    await toastOf(page).getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(page.locator('.lead')).toHaveCount(4)
  })

  test('a request that leaves the list takes with it where a range began, and the note that was open', {
    tag: '@slow',
  }, async ({ page, server, leadsNamed }) => {
    for (const name of ['Ylva Third', 'Ylva Second', 'Ylva First'])
      await sendRequest(server, { name })
    await signIn(page)
    await openListOf(page, 'ylva', 3)
    const bar = barOf(page)
    await boxOf(page, 'Ylva Second').click()
    await bar.getByRole('button', { name: 'Note', exact: true }).click()
    await expect(bar.getByLabel('Note for each of them')).toBeFocused()
    const [second] = await leadsNamed('Ylva Second')
    await page.request.post(leadPath(apiPaths.leadQuarantine, second?.id ?? 0))
    await expect(bar).toHaveCount(0)
    await boxOf(page, 'Ylva Third').click({ modifiers: ['Shift'] })
    await expect(bar).toContainText('1 selected')
    await expect(bar.getByLabel('Note for each of them')).toHaveCount(0)
    // The bar of spam marks nothing contacted, and neither does the key.
    await page.getByRole('checkbox', { name: 'Held as spam' }).check()
    await boxOf(page, 'Ylva Second').check()
    await page.keyboard.press('c')
    await expect(bar).toContainText('1 selected')
  })

  test('of five, two are offered and three are not, each with its reason', {
    tag: '@slow',
  }, async ({ page, server, leadsNamed }) => {
    await signIn(page)
    await removeContractors(page)
    const data = contractorFields({ companyName: 'Many Air', mostOpenOffers: 9 })
    const added = await (await page.request.post(apiPaths.contractors, { data })).json()
    for (const name of ['Ola Asked', 'Ola Lost', 'Ola One', 'Ola Two']) {
      await sendRequest(server, { name, service: 'ac-repair' })
    }
    await sendRequest(server, { name: 'Ola Nowhere', address: null })
    const idOf = async (name: string) => (await leadsNamed(name))[0]?.id ?? 0
    await page.request.post(leadPath(apiPaths.leadOffers, await idOf('Ola Asked')), {
      data: { contractorId: added.data.id },
    })
    await page.request.put(leadPath(apiPaths.leadOutcome, await idOf('Ola Lost')), {
      data: { outcome: 'lost', lostReason: 'duplicate' },
    })
    await openListOf(page, 'ola', 5)
    // From one box to another one: with Shift all between.
    await boxOf(page, 'Ola Nowhere').click()
    await boxOf(page, 'Ola Asked').click({ modifiers: ['Shift'] })
    const bar = barOf(page)
    await expect(bar).toContainText('5 selected')
    await bar.getByRole('button', { name: 'Offer', exact: true }).click()
    // What cannot be offered is said before, and stays said after.
    await expect(bar.getByRole('listitem')).toHaveCount(3)
    await bar.getByRole('button', { name: 'Offer 2' }).click()
    await expect(toastOf(page)).toContainText('2 offered. The emails leave in ten seconds.')
    const refused = bar.getByRole('listitem')
    await expect(refused).toHaveText([
      'Ola Nowhere It is not known where the work is.',
      'Ola Lost This request is done or lost. Set it back to open first.',
      'Ola Asked Many Air can still answer.',
    ])
    await expect(bar).toContainText('3 selected')
    await expect(rowOf(page, 'Ola One')).toContainText('Many Air')
    await expectAccessible(page)
    await toastOf(page).getByRole('button', { name: 'Undo' }).click()
    await expect(toastOf(page)).toContainText('2 put back as before.')
    await expect(rowOf(page, 'Ola One')).not.toContainText('Many Air')
    await page.keyboard.press('Escape')
    await expect(bar).toHaveCount(0)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('requests are selected by touch, exported, and marked as spam and back', {
    tag: '@slow',
  }, async ({ page, server }) => {
    for (const name of ['Pia Second', 'Pia First', 'Pia Zero']) await sendRequest(server, { name })
    await signIn(page)
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

    await bar.getByRole('button', { name: 'Mark as spam' }).tap()
    await expect(toastOf(page)).toContainText('2 marked as spam.')
    await expect(page.locator('.lead')).toHaveCount(1)
    await toastOf(page).getByRole('button', { name: 'Undo' }).tap()
    await expect(page.locator('.lead')).toHaveCount(3)
  })
})
