import type { Page } from '@playwright/test'
import { expect, expectAccessible, fillIn, openWithScripts, test } from './fixtures.ts'

const phone = { width: 390, height: 844 }

// The form is come to as people come to it: with motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const nameField = (page: Page) => page.getByLabel('Full Name')
const serviceField = (page: Page) => page.getByLabel('Service Needed')

/** Fails if an element is not in the screen as a whole, below the header. */
async function expectInView(page: Page, locator = nameField(page)): Promise<void> {
  await expect(locator).toBeInViewport({ ratio: 1 })
  const covered = await locator.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const middle = x + width / 2
    return [y + 2, y + height - 2].some((at) => document.elementFromPoint(middle, at) !== element)
  })
  expect(covered, 'something covers it').toBe(false)
}

const estimateLinks = (page: Page) =>
  page.getByRole('link', {
    name: /estimate|get started today|connect with pros/i,
  })

test('every button for an estimate leads to the form', { tag: '@slow' }, async ({ page }) => {
  await page.setViewportSize(phone)
  await openWithScripts(page, '/services/ac-repair')
  await estimateLinks(page).filter({ visible: true }).first().click()
  await expectInView(page)
  await expect(serviceField(page)).toHaveValue('ac-repair')
  const paths = [
    '/',
    '/services',
    '/about',
    '/service-areas',
    '/services/ac-repair',
    '/whats-wrong',
  ]
  for (const path of paths) {
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    const targets = await estimateLinks(page).evaluateAll((links) => [
      ...new Set(links.map((link) => link.getAttribute('href') ?? '')),
    ])
    expect(targets.length).toBeGreaterThan(0)
    for (const target of targets)
      expect(target).toMatch(/^(\/contact(\?service=ac-repair)?#estimate|#contact)$/)
  }
  await page.goto('/#contact')
  await expectInView(page)
  await page.goto('/contact#estimate')
  await expectInView(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })

    test('the first field is in view too', async ({ page }) => {
      await page.goto('/services/ac-repair')
      await estimateLinks(page).filter({ visible: true }).first().click()
      await expectInView(page)
    })
  })

  test('what is wrong is said when a field is left, and no longer when it is right', {
    tag: '@slow',
  }, async ({ page }) => {
    await openWithScripts(page, '/contact')
    await expect(page.getByLabel('Phone Number')).toHaveAccessibleDescription(
      /contractor will call it/,
    )
    for (const [label, mark] of [
      ['Full Name', 'required'],
      ['Project Details', 'optional'],
    ] as const) {
      await expect(page.locator('label', { hasText: label })).toContainText(mark)
    }
    const email = page.getByLabel('Email Address')
    const problem = page.getByText('This doesn’t look like an email address.')
    await email.pressSequentially('maria@exam')
    await expect(problem).toBeHidden()
    await email.press('Tab')
    await expect(problem).toBeVisible()
    await expect(email).toHaveAttribute('aria-invalid', 'true')
    await email.pressSequentially('ple')
    await expect(problem).toBeVisible()
    await email.pressSequentially('.com')
    await expect(problem).toBeHidden()
    await email.fill('maria@büro.example')
    await email.press('Tab')
    await expect(problem).toBeHidden()
  })

  test('what was received stays confirmed, and no toast covers the form', { tag: '@slow' }, async ({
    page,
  }) => {
    await openWithScripts(page, '/contact')
    await fillIn(page, 'Stays Confirmed')
    await page.route('**/api/contact', (route) => route.fulfill({ status: 429, body: '{}' }), {
      times: 1,
    })
    const send = page.getByRole('button', { name: 'SEND MESSAGE' })
    await send.click()
    const failure = page.getByText('Error Sending Message', { exact: true })
    await expect(failure).toBeVisible()
    await expect(page.getByText('Please try again later.', { exact: true })).toBeVisible()
    await expectInView(page, send)
    await page.route('**/api/contact', async (route) => {
      // The toast of the attempt before is gone when the next one starts.
      await expect(failure).toBeHidden()
      await route.continue()
    })
    await send.click()
    const success = page.getByText('Message Sent Successfully', { exact: true })
    await expect(success).toBeVisible()
    await expectInView(page, send)
    const received = page.locator('.form-card').getByText('We have your request')
    await expect(received).toBeVisible()
    await expectAccessible(page, '.outcome')
    await expect(page.locator('.form-card .notice')).toContainText(
      /get back to you by \w+ \d+ [AP]M\./,
    )

    // F8 reaches the toast, the pointer holds it, and a swipe to the right of 50 px ends it.
    await page.keyboard.press('F8')
    const toast = page.locator('.toast')
    await expect(toast).toBeFocused()
    const box = await toast.boundingBox()
    const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20]
    for (const distance of [40, 55]) {
      await page.mouse.move(x, y)
      await page.mouse.down()
      await page.mouse.move(x + distance, y, { steps: 5 })
      await page.mouse.up()
      await expect(toast).toHaveCount(distance < 50 ? 1 : 0)
    }
    const reference = await page.getByText('Your reference number').textContent()
    await page.goto('/about')
    await page.goBack()
    await expect(page.locator('.form-card .notice')).toContainText(reference ?? '')
    await page.goto('/contact')
    await page.waitForFunction(() => document.querySelector('form')?.noValidate)
    await expect(received).toBeHidden()
  })

  test.use({ expectedConsoleErrors: /Failed to load resource.*(429|503)/ })
})
