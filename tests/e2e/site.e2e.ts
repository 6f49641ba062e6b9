import { publicPaths } from '#/contracts/site-routes.ts'
import { expect, expectAccessible, expectToFit, openWithScripts, test } from './fixtures.ts'
import { serveLargeText } from './state-faults.ts'

const phone = { width: 390, height: 844 }

/** The pages whose templates are looked at each time; the others are among the slow tests. */
const isLookedAt = (path: string) => ['/', '/contact', '/services/ac-repair'].includes(path)

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  test('the menu opens, closes and links to pages', async ({ page }) => {
    await page.goto('/')
    const menu = page.getByRole('navigation', { name: 'Main' })
    await expect(menu.getByRole('link', { name: 'CONTACT', exact: true })).toBeHidden()
    const readPage = () =>
      page.locator('main h1').evaluate((heading) => ({
        isShown: heading.checkVisibility(),
        visibility: getComputedStyle(heading).visibility,
        height: document.documentElement.scrollHeight,
      }))
    const before = await readPage()
    await page.getByRole('button', { name: 'Open menu' }).click()
    const link = menu.getByRole('link', { name: 'CONTACT', exact: true })
    await expect(link).toBeVisible()
    // The browser skips what is behind it. A style that each element inherits would take a phone 0.1 s.
    expect(await readPage()).toEqual({ ...before, isShown: false, visibility: 'visible' })
    await page.keyboard.press('Escape')
    await expect(link).toBeHidden()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await link.click()
    await expect(page.getByRole('heading', { level: 1, name: 'CONTACT US' })).toBeVisible()
    await expect(link).toBeHidden()
  })

  test('a place on the house leads to its symptoms, and a dangerous one to the phone first', async ({
    page,
  }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Not sure what it is?' }).click()
    await page.getByRole('link', { name: 'Air handler' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/#air-handler$/)
    const place = page.locator('#air-handler')
    await expect(place).toBeInViewport()
    await place.getByText('A burning smell that stays').click()
    const links = place.locator('details[open] a')
    await expect(links.first()).toHaveAttribute('href', /^tel:/)
    await links.last().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Emergency HVAC' })).toBeVisible()
  })
})

for (const path of [...publicPaths, '/no-such-page', '/services/no-such-service']) {
  test.describe(path, () => {
    test.use({ expectedConsoleErrors: /Failed to load resource.*404/ })

    test('is accessible, runs without console messages and does not scroll sideways', {
      tag: isLookedAt(path) ? [] : '@slow',
    }, async ({ page }) => {
      await serveLargeText(page)
      await openWithScripts(page, path)
      await page.setViewportSize(phone)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      // On a screen as tall as the page the bar at the bottom of a phone's screen covers no link.
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      if (path === '/') expect(height).toBeLessThanOrEqual(6_000)
      await page.setViewportSize({ ...phone, height })
      await expectAccessible(page)
      await expectToFit(page)
      await page.setViewportSize({ width: 320, height: 640 })
      await expectToFit(page, 'at 320 px')
      await page.setViewportSize(phone)
      await page.addStyleTag({ url: '/text-at-200-percent.css' })
      await expectToFit(page, 'with text at 200%')
    })
  })
}

test('whoever comes back to a page that was left from its menu is not met by the menu', {
  tag: '@slow',
}, async ({ page }) => {
  await page.setViewportSize(phone)
  await page.goto('/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  const link = page.getByRole('navigation', { name: 'Main' }).getByText('ABOUT')
  await expect(link).toBeVisible()
  // A browser keeps the page as it is after this event. Playwright turns that off.
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await expect(link).toBeHidden()
})

test('the header gets a shadow after 50 px of scrolling', { tag: '@slow' }, async ({ page }) => {
  await openWithScripts(page, '/')
  const shadow = () =>
    page.locator('header').evaluate((header) => getComputedStyle(header).boxShadow)
  const atTop = await shadow()
  await page.evaluate(() => scrollTo(0, 50))
  await expect.poll(shadow).toBe(atTop)
  await page.evaluate(() => scrollTo(0, 51))
  await expect.poll(shadow).not.toBe(atTop)
})

test.describe('links', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('lead to documents, at their top, and back restores the scroll position', async ({
    page,
  }) => {
    await openWithScripts(page, '/')
    const link = page.getByRole('link', { name: 'VIEW ALL SERVICES' })
    await link.scrollIntoViewIfNeeded()
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500)
    await link.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Our Services' })).toBeVisible()
    await expect(page).toHaveTitle(/Services/)
    expect(await page.evaluate(() => scrollY)).toBe(0)

    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/PROFESSIONAL HVAC SOLUTIONS/)
    // The same is seen; what is above has another height until it is.
    await expect(link).toBeInViewport()
  })
})

for (const path of ['/', '/contact', '/services', '/about', '/whats-wrong']) {
  const tag = ['/', '/contact'].includes(path) ? [] : '@slow'
  test(`nothing on ${path} moves while it loads, even if its fonts come late`, { tag }, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const painted = Promise.withResolvers<void>()
    await page.route('**/*.woff2', async (route) => {
      await painted.promise
      await route.continue()
    })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(path, { waitUntil: 'commit' })
    const paints = () => performance.getEntriesByName('first-contentful-paint').length
    await expect.poll(() => page.evaluate(paints), 'the first paint waits for no font').toBe(1)
    painted.resolve()
    await page.waitForLoadState('networkidle')
    const { shift, isInOurFace } = await page.evaluate(async () => {
      await document.fonts.ready
      let total = 0
      await new Promise((resolve) => {
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            total += (entry as unknown as { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(resolve))
      })
      const isLoaded = ({ family, status }: FontFace) =>
        family.includes('Montserrat') && status === 'loaded'
      return {
        shift: total,
        isInOurFace: [...document.fonts].some(
          (face) => isLoaded(face) && face.display === 'swap' && face.weight === '800',
        ),
      }
    })
    expect(shift).toBeLessThan(0.001)
    expect(isInOurFace, 'the headings change to our face').toBe(true)
  })
}
