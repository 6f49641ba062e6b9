import type { Page } from '@playwright/test'
import { api } from '#/contracts/endpoints/api.ts'
import { expect, expectAccessible, holdBack, owner, test } from './fixtures.ts'

const path = '/about'
const editorUrl = `${path}?editseo=true`

const editorOf = (page: Page) => page.getByRole('dialog', { name: 'SEO Editor' })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const result = (page: Page) => page.getByRole('region', { name: 'Search result' })
const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click()
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function signIn(page: Page): Promise<void> {
  await editorOf(page).getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(editorOf(page).getByRole('button', { name: 'Save Changes' })).toBeVisible()
  expect(page.url()).toContain(editorUrl)
}

const signInBeside = async (page: Page) =>
  expect((await page.request.post(api.signIn.path, { data: owner })).ok()).toBe(true)

async function save(page: Page): Promise<void> {
  await press(page, 'Save Changes')
  await expect(
    page.getByText('SEO data saved successfully! Refresh the page to see changes.'),
  ).toBeVisible()
}

const written = {
  title: 'Who we are: vetted HVAC contractors in Volusia County',
  description: 'A network of licensed contractors, written anew for this page.',
  keywords: 'one, two',
  h1: 'The people behind the network',
  alt: 'Three white houses with blue roofs',
  canonical: '/services',
  ogImage: '/icon-512.png',
  data: '{"@context": "https://schema.org", "@type": "Thing", "name": "Written"}',
}

async function writeEveryField(page: Page): Promise<void> {
  await field(page, 'Title').fill(written.title)
  await expect(field(page, 'Title')).toHaveAccessibleDescription(
    new RegExp(`^${written.title.length} characters. Recommended: 50-60`),
  )
  await field(page, 'Description').fill(written.description)
  await field(page, 'Keywords').fill(written.keywords)
  await expect(result(page)).toContainText(written.description)

  await openTab(page, 'Content SEO')
  await field(page, 'H1 text').fill(written.h1)
  await field(page, 'Alt text of about').fill('Image of houses')
  await expect(page.getByText("Leave out 'Image of'")).toBeVisible()
  await field(page, 'Alt text of about').fill(written.alt)

  await openTab(page, 'Advanced')
  for (const name of ['Canonical URL', 'Open Graph image']) {
    await expect(field(page, name)).toHaveAttribute('type', 'url')
  }
  const noPage = page.getByText('No page of this site has this address')
  await field(page, 'Canonical URL').fill('/service')
  await expect(noPage).toBeVisible()
  await field(page, 'Canonical URL').fill(written.canonical)
  await expect(noPage).toBeHidden()
  await field(page, 'Open Graph image').fill(written.ogImage)
  await field(page, 'Structured data').fill('{\n"@type": "Thing",\n}')
  await press(page, 'Save Changes')
  await expect(field(page, 'Structured data')).toBeFocused()
  const place = /wrong at line 3, column 1/
  await expect(field(page, 'Structured data')).toHaveAccessibleDescription(place)
  await expect(page.getByText(place)).toHaveCount(2)
  const copied = `<script type="application/ld+json">${written.data}</script>`
  await field(page, 'Structured data').fill(copied)
  await expect(field(page, 'Structured data')).toHaveValue(written.data)
  await expect(field(page, 'Structured data')).not.toHaveAccessibleDescription(place)
}

// A page of which nothing is stored is not found.
test.use({ expectedConsoleErrors: /status of 404/ })

test.describe('what is stored', () => {
  const said = 'Error fetching SEO data: Service Unavailable'
  test.use({ expectedConsoleErrors: new RegExp(`status of (404|503)|${said}`) })

  test('is asked for three times, and that it did not come is in the console', async ({ page }) => {
    const stored = '**/api/seo?*'
    const asked: string[] = []
    await page.route(stored, (route) => {
      asked.push(new URL(route.request().url()).search)
      return route.fulfill({ status: 503 })
    })
    const inConsole = page.waitForEvent('console', (message) => message.text() === said)
    await page.goto('/services/ac-repair?editseo=true')
    await inConsole
    expect(asked).toEqual(Array(3).fill('?pagePath=%2Fservices%2Fac-repair'))
    await page.unroute(stored)
    await press(page, 'Try again')
    await expect(field(page, 'Title')).toBeVisible()
  })
})

test.describe('every field', () => {
  test.use({ expectedConsoleErrors: /status of 40[04]/ })

  test('a signed-in user fills in every field, and each is on the page and in its HTML', async ({
    page,
    request,
  }) => {
    await page.goto(editorUrl)
    await expect(field(page, 'Title')).toHaveAttribute('readonly')
    await signIn(page)
    await writeEveryField(page)
    await openTab(page, 'Basic SEO')
    await field(page, 'Keywords').fill('one')
    const release = await holdBack(page, '**/api/seo', () => press(page, 'Save Changes'))
    await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
    await field(page, 'Keywords').fill(written.keywords)
    release()
    await expect(page.getByText('SEO data saved successfully!')).toBeVisible()
    await expect(field(page, 'Keywords')).toHaveValue(written.keywords)
    await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()
    await save(page)
    await expect(page.getByText('Unsaved changes', { exact: true })).toBeHidden()

    await page.reload()
    await expect(page).toHaveTitle(written.title)
    await expect(page.locator('main h1')).toHaveText(written.h1)
    await expect(page.locator('main img').first()).toHaveAttribute('alt', written.alt)
    const html = await (await request.get(path)).text()
    const { data, ...texts } = written
    for (const text of Object.values(texts)) expect(html).toContain(text)
    expect(html).toContain(JSON.stringify(JSON.parse(data).name))
    expect(html).not.toContain('"@type":"Organization"')
    // Other tests expect the built-in metadata of this page.
    expect((await page.request.delete(`/api/seo?path=${path}`)).status()).toBe(204)
  })
})

test('every tab is accessible on a phone, for visitors and for signed-in users', {
  tag: '@slow',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(editorUrl)
  await expect(field(page, 'Title')).toHaveAttribute('readonly')
  await expectAccessible(page, 'dialog[open]')
  await signInBeside(page)
  await page.reload()
  await expect(field(page, 'Title')).toBeEditable()
  await field(page, 'Title').fill('Too short')
  for (const tab of ['Basic SEO', 'Content SEO', 'Advanced']) {
    await openTab(page, tab)
    await expectAccessible(page, 'dialog[open]')
  }
})

test.describe('unsaved changes', () => {
  test.use({ expectedConsoleErrors: /status of 40[014]/, viewport: { width: 390, height: 844 } })

  test('survive the end of a session, and are not lost without a question', {
    tag: '@slow',
  }, async ({ page, context }) => {
    await page.goto(editorUrl)
    await signIn(page)
    const typed = 'A title that must not get lost'
    await field(page, 'Title').fill(typed)
    await context.clearCookies()
    await press(page, 'Save Changes')
    await expect(page.getByText('Error: Please sign in.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sign in on a new tab' })).toHaveAttribute(
      'target',
      '_blank',
    )
    await expectAccessible(page, 'dialog[open]')
    await signInBeside(page)
    await field(page, 'Description').fill('')
    await press(page, 'Save Changes')
    await expect(field(page, 'Description')).toHaveAccessibleDescription(/enter a description/)

    // The browser asks by itself, and the changes are there after a no.
    const questions: string[] = []
    let isLeft = false
    page.on('dialog', (question) => {
      questions.push(question.type())
      return isLeft ? question.accept() : question.dismiss()
    })
    const asked = page.waitForEvent('dialog')
    await field(page, 'Title').press('Escape')
    await asked
    await expect(editorOf(page)).toBeVisible()
    await expect(field(page, 'Title')).toHaveValue(typed)
    expect(questions).toEqual(['beforeunload'])
    isLeft = true
    await press(page, 'Close')
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(editorOf(page)).toBeHidden()
  })
})

test.describe('two editors at once', () => {
  test.use({ expectedConsoleErrors: /status of 40[49]/ })

  test('the second learns who saved, keeps what was typed, and can go back to what the first saved', {
    tag: '@slow',
  }, async ({ page }) => {
    await signInBeside(page)
    await page.goto('/services?editseo=true')
    await field(page, 'Title').fill('Mine')
    const theirs = { pagePath: '/services', title: 'Theirs', description: 'Written by them.' }
    expect((await page.request.post('/api/seo', { data: theirs })).status()).toBe(200)
    await press(page, 'Save Changes')
    const conflict = page.getByText('while you were editing')
    await expect(conflict).toContainText(owner.email)
    await expect(field(page, 'Title')).toHaveValue('Mine')
    await expect(field(page, 'Description')).toHaveValue(theirs.description)
    await save(page)
    // The button was off while it saved; whoever works by keyboard goes on from it.
    await expect(page.getByRole('button', { name: 'Save Changes' })).toBeFocused()
    await expect(page.getByRole('tab')).toHaveText(['Basic SEO', 'Content SEO', 'Advanced'])
    await openTab(page, 'Advanced')
    await page.getByRole('button', { name: 'Restore version from' }).click()
    await press(page, 'Confirm Restore')
    await expect(page.getByText('was restored. Refresh the page to see changes.')).toBeVisible()
    await openTab(page, 'Basic SEO')
    await expect(field(page, 'Title')).toHaveValue('Theirs')
    await press(page, 'Reset to Defaults')
    await press(page, 'Confirm Delete')
    await expect(page.getByText('Custom SEO data deleted successfully!')).toBeVisible()
  })
})

test('a visitor gets no part of the editor: not in the page, and not in its scripts', async ({
  page,
  request,
}) => {
  const [plain, asked] = await Promise.all([request.get(path), request.get(editorUrl)])
  expect(await asked.text()).toBe(await plain.text())
  expect(await plain.text()).not.toContain('seo-editor')

  const loaded: string[] = []
  page.on('request', (each) => loaded.push(each.url()))
  await page.goto(path)
  await page.mouse.move(100, 100)
  await page.mouse.move(120, 120)
  await expect.poll(() => loaded.some((url) => url.includes('page-script'))).toBe(true)
  await page.waitForLoadState('networkidle')
  expect(loaded.filter((url) => /entry-editor|start-editor|api\/seo/.test(url))).toEqual([])
})
