import type { Page } from '@playwright/test'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { adminPaths, contractorOfficePath, statementPagePath } from '#/contracts/routes.ts'
import { pagePaths } from '#/contracts/site-routes.ts'
import { contactBody, contractorFields } from '#tests/support/factories.ts'
import * as office from './fixtures.ts'
import { expect, test } from './fixtures.ts'
import { findStateFaults, serveLargeText } from './state-faults.ts'
import { findTextFaults } from './text-faults.ts'

// The pages that links of mails open run no script, and have no sheet but their own.
test.use({ bypassCSP: true })

/** A state of a page, and how it comes to be from the state before. */
type State = [name: string, open: (page: Page) => Promise<unknown>]

const list = `${adminPaths.leads}?waitsFor=anyone&q=State`
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const press = (name: string): State => [name, (page) => button(page, name).press('Enter')]
const goTo = (path: string, sign: string, ...presses: string[]): State => [
  [path, ...presses].join(', '),
  async (page) => {
    await page.goto(path)
    await expect(page.locator('main').getByText(sign).first()).toBeVisible()
    for (const name of presses) await button(page, name).press('Enter')
  },
]

/** Opens the line above the list that says how many things need the owner. */
async function openNeeds(page: Page) {
  const line = page.getByRole('button', { name: /needs? attention/ })
  if ((await line.getAttribute('aria-expanded')) === 'false') await line.press('Enter')
  await expect(page.locator('.need').first()).toBeVisible()
}

/** Opens the menu on a small screen: it stays open on a larger one, where there is no need of it. */
async function openMenu(page: Page) {
  await page.setViewportSize({ width: 390, height: 768 })
  await office.openMore(page)
  await page.setViewportSize({ width: 1366, height: 768 })
}

async function openOffer(page: Page) {
  await page.getByRole('link', { name: /^Open the offer/ }).press('Enter')
  await page.waitForURL(/\/offers\//)
}

async function select(page: Page) {
  await page.goto(list)
  await page.getByLabel('Select State One').first().press('Space')
  await button(page, 'Select all shown').press('Enter')
}

async function previewImport(page: Page) {
  const csv = 'Company,Phone,License number\nIda Air,(386) 555-0191,CAC1812345\nKit Air,1,2'
  const file = { name: 'contractors.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await page.getByLabel('CSV file').setInputFiles(file)
  await expect(page.getByRole('table')).toContainText('Kit')
}

const statesOf = (leadId: number, contractorId: number, links: string[]): State[] => [
  goTo(list, 'State One'),
  ['what needs somebody', openNeeds],
  ['the menu', openMenu],
  ['several that are selected', select],
  goTo(list, 'State One', '? Shortcuts'),
  goTo(list, 'State One', 'New request'),
  goTo(`${adminPaths.leads}?lead=${leadId}`, 'Last asked'),
  ['a reminder', (page) => page.getByText('Snooze', { exact: true }).press('Enter')],
  press('Edit'),
  goTo(`${adminPaths.leads}?tab=notifications`, 'Mail recipients'),
  goTo(adminPaths.settings, 'Business hours'),
  goTo(`${adminPaths.contractors}?import`, 'CSV file'),
  ['an import before it is done', previewImport],
  goTo(adminPaths.results, 'Permission'),
  goTo(adminPaths.contractors, 'State Air'),
  goTo(contractorOfficePath(contractorId), 'Their numbers'),
  goTo(`${adminPaths.contractors}?add`, 'Wants offers on'),
  goTo(pagePaths.about, 'COMPANY PROFILE'),
  goTo(adminPaths.money, 'Add a fee'),
  goTo(statementPagePath(contractorId), 'Add an entry'),
  ...links.map((path) => goTo(path, 'State')),
  ['an offer', openOffer],
]

test('every state of the office can be seen and read, with forced colors, large, by axe', {
  tag: '@slow',
}, async ({ page, server, leadsNamed }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  await serveLargeText(page)
  await office.signIn(page)
  await office.removeContractors(page)
  async function send(path: string, data: object = {}) {
    const answer = await page.request.post(path, { data })
    expect(answer.ok(), path).toBe(true)
    return (await answer.json())?.data
  }
  const fields = contractorFields({ companyName: 'State Air' })
  const { id } = await send(api.contractors.path, fields)
  for (const name of ['State Two', 'State One', 'State Offered']) {
    await office.sendRequest(server, { name, service: 'ac-repair' })
  }
  const [offered] = await leadsNamed('State Offered')
  await send(pathTo(api.leadOffers, { leadId: offered?.id ?? 0 }), { contractorId: id })
  const { link } = await send(pathTo(api.sendContractorPage, { contractorId: id }))
  const { requestPath } = await send(api.contact.path, contactBody({ message: 'State it' }))
  const [lead] = await leadsNamed('State One')

  const states = statesOf(lead?.id ?? 0, id, [requestPath, new URL(link).pathname])
  const faults: Record<string, string[]> = {}
  for (const [name, open] of states) {
    await open(page)
    const found = await findStateFaults(page)
    for (const width of [320, 390, 768, 1024, 1366]) {
      // There the panel lies over the end of the list.
      if (width === 1024 && (await page.locator('.lead-panel').isVisible())) continue
      await page.setViewportSize({ width, height: 768 })
      found.push(...(await page.evaluate(findTextFaults)))
      await office.expectAccessible(page)
    }
    if (found.length > 0) faults[name] = found
  }
  expect(faults).toEqual({})
})

test('the places of the office stand at the side, and where there is less room behind one button', async ({
  page,
}) => {
  const menu = page.getByRole('navigation', { name: 'Back office' })
  const daily = ['Requests', 'Contractors', 'Results']
  const others = ['Money', 'Settings', 'Team', 'Audit log', 'Page metadata', 'My account']
  const names = () => menu.getByRole('link').allInnerTexts()
  await page.setViewportSize({ width: 1100, height: 768 })
  await office.signIn(page)
  await expect.poll(names).toEqual([...daily, ...others, 'View site'])
  await expect(button(page, 'More')).toBeHidden()
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.locator('main :focus')).toBeVisible()
  const { x, width } = (await menu.boundingBox()) ?? { x: 0, width: 0 }
  expect((await page.getByRole('main').boundingBox())?.x).toBeGreaterThan(x + width)
  for (const name of ['Money', 'Settings']) {
    await menu.getByRole('link', { name }).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(menu.locator('[aria-current=page]')).toHaveText(name)
  }

  await page.setViewportSize({ width: 390, height: 844 })
  expect(await names()).toEqual(daily)
  const bar = await menu.boundingBox()
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(844)
  await office.openMore(page)
  await menu.getByRole('link', { name: 'Team' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Team')
  await expect(button(page, 'Sign out')).toBeHidden()
  // The button of the menu that has the page is marked as a place is: by a line below it, none beside it.
  const line = await button(page, 'More').evaluate((more) => {
    const { content, borderBottomWidth, borderLeftWidth } = getComputedStyle(more, '::after')
    return { content, borderBottomWidth, borderLeftWidth }
  })
  expect(line).toEqual({ content: '""', borderBottomWidth: '3px', borderLeftWidth: '0px' })
})
