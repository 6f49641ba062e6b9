import type { Page } from '@playwright/test'
import { api } from '#/contracts/endpoints/api.ts'
import { expect, fillIn, holdBack, owner, rowOf, sendRequest, signIn, test } from './fixtures.ts'

/** Runs in the page. Puts each text into elements of its own, as a browser does that translates. */
function translate() {
  const kept = 'script, style, textarea, noscript, [translate=no], svg'
  const translated = new WeakSet<Node>()
  const translateText = (text: Node) => {
    const isKept = text.parentElement?.closest(kept) !== null
    if (isKept || translated.has(text) || !text.nodeValue?.trim()) return
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    const copy = document.createTextNode(`«${text.nodeValue}»`)
    translated.add(copy)
    inner.append(copy)
    outer.append(inner)
    text.parentNode?.replaceChild(outer, text)
  }
  const walk = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts = [root]
    while (walker.nextNode()) texts.push(walker.currentNode)
    for (const text of texts) if (text.nodeType === Node.TEXT_NODE) translateText(text)
  }
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      for (const node of [target, ...addedNodes]) walk(node)
  }).observe(document.body, { childList: true, subtree: true, characterData: true })
  walk(document.body)
}

/** Runs in the page. Adds to the form what password managers add, and fills in a field. */
function manage() {
  for (const place of document.querySelectorAll('html, body, form, label, .field, .send')) {
    place.append(document.createElement('x-manager'))
    place.prepend(document.createElement('x-manager'))
  }
  for (const input of document.querySelectorAll<HTMLInputElement>('form .input')) {
    input.setAttribute('data-managed', '')
    if (input.name === 'email') input.value = 'filled@example.com'
  }
}

/** Sends what is wrong, what the server does not get, and what it gets. */
async function sendThrice(page: Page): Promise<void> {
  const send = page.getByRole('button', { name: /SEND/ })
  await page.getByLabel('Phone Number').fill('')
  await send.click()
  const problem = page.getByText('Please enter your phone number.')
  await expect(problem).toBeVisible()
  await page.getByLabel('Phone Number').fill('(386) 555-0123')
  await expect(problem).toBeHidden()
  await page.route('**/api/contact', (route) => route.abort(), { times: 1 })
  await send.click()
  await expect(page.getByText('Still sending')).toBeVisible()
  const release = await holdBack(page, '**/api/contact', () => send.click())
  await expect(page.getByRole('button', { name: 'SENDING...' })).toBeDisabled()
  release()
  await expect(page.getByText('We have your request')).toBeVisible()
  await expect(page.getByText('Still sending')).toBeHidden()
  await expect(page.getByRole('button', { name: 'SEND MESSAGE' })).toBeEnabled()
}

test.describe('the form', () => {
  test.use({ expectedConsoleErrors: /Failed to load resource/ })

  for (const change of [translate, manage]) {
    test(`keeps letters that are typed while it starts: ${change.name}`, async ({ page }) => {
      await page.goto('/contact')
      await page.evaluate(change)
      const release = await holdBack(page, '**/assets/start-form*.js', () =>
        page.keyboard.press('Tab'),
      )
      const details = page.getByLabel('Project Details')
      await details.fill('It ends here')
      await details.press('Home')
      let typed = ''
      const hasStarted = () => document.querySelector('form')?.noValidate
      // Some before, some while, and some after.
      for (let more = 9; more > 0; ) {
        const letter = 'abcdefgh'[typed.length % 8] ?? ''
        typed += letter
        await page.keyboard.press(letter)
        if (typed.length === 9) release()
        if (await page.evaluate(hasStarted)) more -= 1
      }
      await expect(details).toHaveValue(`${typed}It ends here`)
      const email = page.getByLabel('Email Address')
      await expect(email).toHaveValue(change === manage ? 'filled@example.com' : '')
      await fillIn(page, `Changed: ${change.name}`)
      await sendThrice(page)
    })
  }
})

test.describe('the office', () => {
  test('is not translated', async ({ page, server }) => {
    await sendRequest(server, { name: 'Translated Office' })
    await signIn(page)
    await page.evaluate(translate)
    await rowOf(page, 'Translated Office').getByRole('button', { name: 'Mark Contacted' }).click()
    await expect(rowOf(page, 'Translated Office')).toContainText('Contacted')
    for (const name of ['Email Notifications', 'Lead Submissions']) {
      await page.getByRole('tab', { name }).click()
      await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
    }
    await page.getByRole('link', { name: 'Results' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results')
  })

  test.describe('with a page that cannot be shown', () => {
    test.use({
      expectedConsoleErrors:
        /properties of null|React error #31|ERR_FAILED|dynamically imported module/,
    })

    test('keeps its menu, tries again, and goes on to other pages', async ({ page }) => {
      await signIn(page)
      const answer = { json: { data: { members: [null], invitations: [] } } }
      await page.route(`**${api.team.path}`, (route) => route.fulfill(answer), { times: 1 })
      await page.getByRole('link', { name: 'Team' }).click()
      const failure = page.getByText('This page couldn’t be shown')
      await expect(failure).toBeVisible()
      await page.getByRole('link', { name: 'Contractors' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contractors')
      await expect(failure).toBeHidden()
      await page.goBack()
      await expect(failure).toBeVisible()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('list', { name: 'Accounts' })).toContainText(owner.email)
    })

    test('keeps its menu where a page cannot be loaded, and loads it once it can', async ({
      page,
    }) => {
      await signIn(page)
      await page.route('**/assets/money-page-*.js', (route) => route.abort())
      await page.getByRole('link', { name: 'Money' }).click()
      await expect(page.getByText('Check your connection, then try again.')).toBeVisible()
      await page.getByRole('link', { name: 'Contractors' }).click()
      await expect(page.getByRole('region', { name: 'Contractors' })).toBeVisible()
      await page.goBack()
      await page.unroute('**/assets/money-page-*.js')
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { name: 'Balances' })).toBeVisible()
    })
  })
})
