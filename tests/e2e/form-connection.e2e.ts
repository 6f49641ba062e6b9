import type { Page } from '@playwright/test'
import { estimateForm } from '#/content/estimate-form.ts'
import { expect, fillIn, openWithScripts, signInByForm, test } from './fixtures.ts'

test.use({ viewport: { width: 390, height: 844 } })

const send = (page: Page) => page.getByRole('button', { name: 'SEND MESSAGE' }).click()

test.describe('when the connection drops', () => {
  test.use({ expectedConsoleErrors: /ERR_INTERNET_DISCONNECTED|Failed to load resource/ })

  test('the form keeps everything, says so, and sends by itself, once', async ({
    page,
    leadsNamed,
  }) => {
    const ids: string[] = []
    await page.route('**/api/contact', async (route) => {
      ids.push(route.request().postDataJSON().submissionId)
      if (ids.length > 1) return route.continue()
      // The server has it, but the answer does not arrive.
      await route.fetch()
      await page.context().setOffline(true)
      await route.abort('internetdisconnected')
    })
    await openWithScripts(page, '/contact')
    await fillIn(page, 'Lost Connection')
    await send(page)
    await expect(page.getByText('You’re offline, so nothing has been sent yet')).toBeVisible()
    await expect(page.getByLabel('Full Name')).toHaveValue('Lost Connection')

    await page.context().setOffline(false)
    await expect(page.getByText('It was sent as soon as you were back online.')).toBeVisible()
    await expect(page.getByText('Message Sent Successfully', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Full Name')).toHaveValue('')
    expect(new Set(ids).size).toBe(1)
    expect(await leadsNamed('Lost Connection')).toHaveLength(1)
  })

  test('what the server cannot take is sent again by itself, as it was sent', async ({
    page,
    leadsNamed,
  }) => {
    // The tries that it makes by itself may be more than are allowed in an hour.
    const refusals = [503, 429]
    await page.route('**/api/contact', (route) => {
      const status = refusals.shift()
      return status
        ? route.fulfill({ status, json: { message: 'Please try again.' } })
        : route.fallback()
    })
    await openWithScripts(page, '/contact')
    await fillIn(page, 'Nowhere To Write')
    await send(page)
    await expect(page.getByText('Still sending')).toBeVisible()
    const outcome = page.locator('.outcome')
    await expect(outcome.getByRole('link', { name: 'Call (386) 555-0142' })).toHaveAttribute(
      'href',
      'tel:+13865550142',
    )
    // What is typed meanwhile is another request.
    await page.getByLabel('Project Details').fill('And one thing more')
    const tooMany = page.waitForResponse((response) => response.status() === 429)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await tooMany
    await expect(page.getByRole('button', { name: 'SEND' })).toBeEnabled()
    await expect(page.getByText('Still sending')).toBeVisible()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByText('It was sent as soon as you were back online.')).toBeVisible()
    await expect(page.getByLabel('Project Details')).toHaveValue('And one thing more')
    expect(await leadsNamed('Nowhere To Write')).toMatchObject([
      { message: 'It hums but does not start.' },
    ])
  })

  test('a failure is said as one, and that it is sent again by itself', async ({ page }) => {
    const { title, fallback } = estimateForm.estimate.error
    let answer = { status: 0, body: '' }
    await page.route('**/api/contact', (route) =>
      answer.status ? route.fulfill(answer) : route.abort(),
    )
    await openWithScripts(page, '/')
    await fillIn(page, 'A Failure')
    const words = 'Our disk is full.'
    for (const [status, text] of [
      [500, fallback],
      [502, fallback],
      [503, words],
      [0, fallback],
    ] as const) {
      answer = { status, body: text === words ? JSON.stringify({ message: words }) : '<html>' }
      await page.getByRole('button', { name: 'GET FREE ESTIMATE' }).click()
      const toast = page.locator('.toast-destructive')
      await expect(toast).toContainText(title)
      await expect(toast).toContainText(text)
      await expect(page.getByText('Still sending')).toBeVisible()
      await page.keyboard.press('F8')
      await page.keyboard.press('Escape')
      await expect(toast).toBeHidden()
    }
  })

  test('no code has to be loaded to report a failure or a success', async ({ page }) => {
    await openWithScripts(page, '/contact')
    await fillIn(page, 'Nothing Loads')
    await page.waitForLoadState('networkidle')
    // As after a new release: the files of the page that is open are gone.
    await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }))
    await page.route('**/api/contact', (route) => route.abort(), { times: 1 })
    await send(page)
    await expect(page.getByText('Still sending')).toBeVisible()
    await expect(page.getByLabel('Full Name')).toHaveValue('Nothing Loads')
    await send(page)
    await expect(page.getByText('Message Sent Successfully', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('CONTACT US')
  })
})

/** As in a browser that blocks the storage of this site. */
function forbidStorage() {
  for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
  }
}

test('with storage blocked the form sends, links work, and the owner signs in', {
  tag: '@slow',
}, async ({ page, leadsNamed }) => {
  await page.addInitScript(forbidStorage)
  await openWithScripts(page, '/contact')
  await fillIn(page, 'No Storage')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sitemap' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sitemap')
  await page.goBack()
  await expect(page.getByLabel('Full Name')).toHaveValue('No Storage')
  await send(page)
  await expect(page.getByText('Message Sent Successfully', { exact: true })).toBeVisible()
  expect(await leadsNamed('No Storage')).toHaveLength(1)
  await signInByForm(page)
  await expect(page.getByText('No Storage').first()).toBeVisible()
})

test.describe('when JavaScript fails half-way', () => {
  test.use({ expectedConsoleErrors: /Failed to load resource/ })

  test('the page works as the plain one', { tag: '@slow' }, async ({ page, leadsNamed }) => {
    await page.route('**/assets/start-form*.js', (route) => route.fulfill({ status: 404 }))
    await page.goto('/contact')
    const failed = page.waitForResponse(/start-form/)
    await page.mouse.move(100, 100)
    await page.mouse.move(120, 120)
    await failed
    await fillIn(page, 'Half Way')
    await send(page)
    await expect(page.getByRole('heading', { name: 'Message Sent Successfully' })).toBeVisible()
    expect(await leadsNamed('Half Way')).toHaveLength(1)
  })
})

test('what is typed stays through a reload, another page and the back button, until it is sent', async ({
  page,
  leadsNamed,
}) => {
  await openWithScripts(page, '/contact')
  await fillIn(page, 'Comes Back')
  await page.reload()
  await expect(page.getByLabel('Full Name')).toHaveValue('Comes Back')
  await page.goto('/about')
  await page.goto('/')
  const homeForm = page.locator('#contact')
  // Without a sign of intent: what was typed before is one.
  await expect(homeForm.getByLabel('Full Name')).toHaveValue('Comes Back')
  await expect(homeForm.getByLabel('Service Needed')).toHaveValue('ac-repair')
  await page.goBack()
  await page.goBack()
  await expect(page.getByLabel('Full Name')).toHaveValue('Comes Back')
  await page.reload()
  await page.waitForFunction(() => document.querySelector('form')?.noValidate)
  // At once, as people do who only come back to send it: no sign of a program.
  await send(page)
  await expect(page.getByText('Message Sent Successfully', { exact: true })).toBeVisible()
  expect(await leadsNamed('Comes Back')).toHaveLength(1)
  await page.reload()
  await page.mouse.move(130, 130)
  await page.waitForFunction(() => document.querySelector('form')?.noValidate)
  await expect(page.getByLabel('Full Name')).toHaveValue('')
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /estimate/.test(key))),
  ).toEqual([])
})
