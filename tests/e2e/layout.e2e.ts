import type { Locator, Page } from '@playwright/test'
import { pagePaths, publicPaths, servicePath } from '#/contracts/routes.ts'
import { urgentServiceId } from '#/contracts/site/services.ts'
import { estimatePath } from '#/contracts/site-routes.ts'
import { expect, test } from './fixtures.ts'
import { findTextFaults } from './text-faults.ts'

const widths = [320, 360, 390, 768, 1024, 1280, 1366, 1440, 1920, 2560]
/** One for each layout. */
const fewWidths = [320, 390, 768, 1366]
const paths = [...publicPaths, '/no-such-page']
/** Service pages share a template. */
const oneOfEach = paths.filter((path) => !/^\/services\/(?!ac-repair)/.test(path))

/** The faults of a page by its width. */
async function faultsAt(page: Page, ofWidths: number[]): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {}
  for (const width of ofWidths) {
    await page.setViewportSize({ width, height: 800 })
    const found = await page.evaluate(findTextFaults)
    if (found.length > 0) faults[`${page.url()} at ${width} px`] = found
  }
  return faults
}

test.use({ expectedConsoleErrors: /Failed to load resource/ })

test('every text of every page can be read at every width', { tag: '@slow' }, async ({ page }) => {
  const faults = []
  for (const path of paths) {
    await page.goto(path)
    await page.evaluate(() => document.fonts.ready)
    faults.push(await faultsAt(page, oneOfEach.includes(path) ? widths : fewWidths))
  }
  expect(Object.assign({}, ...faults)).toEqual({})
})

test('every text can be read while pictures and fonts are missing', { tag: '@slow' }, async ({
  page,
}) => {
  await page.route(/\.(avif|webp|svg|png|woff2)$/, (route) => route.abort())
  const faults = []
  for (const path of oneOfEach) {
    await page.goto(path)
    faults.push(await faultsAt(page, fewWidths))
  }
  expect(Object.assign({}, ...faults)).toEqual({})
})

test('where a browser knows no popovers, the menu is a row of links above the page', {
  tag: '@slow',
}, async ({ page }) => {
  await page.route(pagePaths.home, async (route) => {
    const response = await route.fetch()
    const headers = { ...response.headers(), 'content-security-policy': '' }
    const body = (await response.text())
      .replaceAll(':popover-open', ':no-such-state')
      .replace(/ popover="\w+"/, '')
    await route.fulfill({ response, headers, body })
  })
  await page.goto(pagePaths.home)
  expect(await faultsAt(page, fewWidths)).toEqual({})
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(page.getByRole('button', { name: 'menu' })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await page.getByRole('navigation').getByRole('link', { name: 'ABOUT' }).click()
  await expect(page).toHaveURL(/\/about$/)
})

test('on paper the page has its words and the phone number, and nothing is cut or too pale', {
  tag: '@slow',
}, async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 960 })
  await page.goto('/')
  await page.emulateMedia({ media: 'print' })
  for (const useless of ['.strip', '.menu', '.phone-bar', '.form-card', '.footer-end', '.breeze']) {
    await expect(page.locator(useless).first()).toBeHidden()
  }
  await expect(page.getByRole('link', { name: 'Request Estimate' })).toBeHidden()
  await expect(page.getByRole('contentinfo').getByText('(386) 555-0142').last()).toBeVisible()
  const faults = await page.evaluate(() => {
    const wide = [...document.querySelectorAll('main *')].filter(
      (element) =>
        element.checkVisibility() && element.getBoundingClientRect().right > innerWidth + 1,
    )
    const dark = [...document.querySelectorAll('.band, .card, .footer, h2, p')].filter(
      (element) => {
        const { backgroundColor, color } = getComputedStyle(element)
        const lightness = Math.max(...(color.match(/\d+/g) ?? []).slice(0, 3).map(Number))
        return backgroundColor !== 'rgba(0, 0, 0, 0)' || lightness > 128
      },
    )
    return [...wide, ...dark].map((element) => element.outerHTML.slice(0, 80))
  })
  expect(faults).toEqual([])
})

test('the home page is a few swipes long on a phone, and says what follows a request', {
  tag: '@slow',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(pagePaths.home)
  // It is longer without its fonts, and does without those that a busy machine brings too late. The
  // second time they are in the browser's cache.
  await page.evaluate(() => Promise.allSettled([...document.fonts].map((font) => font.load())))
  await page.reload()
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  await expect.poll(height).toBeLessThanOrEqual(6000)
  // As it is once enough requests came.
  await page.locator('.after-hours').evaluate((place) => {
    place.querySelector('.speed')?.remove()
    const speed = Object.assign(document.createElement('div'), { className: 'speed' })
    const heading = Object.assign(document.createElement('h3'), { className: 'h3' })
    heading.textContent = 'The last 30 days'
    const text = 'Half of the 1,234 requests that we got were answered within 24 hours, nights and'
    speed.append(heading, `${text} weekends included.`)
    place.prepend(speed)
  })
  await expect.poll(height).toBeLessThanOrEqual(6000)
  await expect(page.getByText('What happens after you press Send')).toBeVisible()
})

test('nothing of ours lies over what to do in danger, however far the page is scrolled', async ({
  page,
}) => {
  for (const path of [pagePaths.whatsWrong, servicePath(urgentServiceId)]) {
    for (const width of [360, 390, 768, 1366]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      const covered = await page.getByRole('region', { name: 'In danger?' }).evaluate((box) => {
        const found = new Set<string>()
        const header = document.querySelector('.header')?.getBoundingClientRect().height ?? 0
        const end = box.getBoundingClientRect().bottom
        for (let y = 0; y < end; y += 40) {
          scrollTo({ top: y, behavior: 'instant' })
          const { left, right, top, bottom } = box.getBoundingClientRect()
          const [from, to] = [Math.max(top, header) + 2, Math.min(bottom, innerHeight) - 2]
          for (const point of [from, (from + to) / 2, to]) {
            const hit = from < to && document.elementFromPoint((left + right) / 2, point)
            if (hit && !box.contains(hit)) found.add(hit.className)
          }
        }
        return [...found]
      })
      expect([path, width, covered]).toEqual([path, width, []])
    }
  }
})

test('on a short screen, as with a page at 400%, nothing stays in front of the page', {
  tag: '@slow',
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  for (const path of [pagePaths.home, pagePaths.privacyPolicy]) {
    await page.goto(path)
    await page.evaluate(() => scrollTo(0, 900))
    const atEdges = await page.evaluate(() =>
      [2, innerHeight - 2].map(
        (y) => document.elementFromPoint(innerWidth / 2, y)?.closest('main, .phone-bar')?.localName,
      ),
    )
    expect(atEdges, path).toEqual(['main', 'main'])
  }
})

test('at the top of a page nothing covers what leads on', { tag: '@slow' }, async ({ page }) => {
  const isCovered = (link: Locator) =>
    link.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const front = document.elementFromPoint(x + width / 2, y + height / 2)
      return !element.contains(front)
    })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(pagePaths.serviceAreas)
  expect(await isCovered(page.getByRole('link', { name: 'Open the map' }))).toBe(false)
  await page.setViewportSize({ width: 1366, height: 768 })
  const header = page.getByRole('banner')
  expect(await isCovered(header.getByRole('link', { name: 'Call' }))).toBe(false)
  expect(await isCovered(header.getByText('Mon-Fri'))).toBe(false)
  expect(await isCovered(page.getByText('Serving Central Florida'))).toBe(false)
})

test('the breeze runs through no text, and the shadow of a card is not cut off', {
  tag: '@slow',
}, async ({ page }) => {
  const styles = {
    'no-text': '.page-hero .stack * { color: transparent }',
    'no-breeze': '.breeze { display: none }',
  }
  for (const [name, body] of Object.entries(styles)) {
    await page.route(`**/${name}.css`, (route) => route.fulfill({ contentType: 'text/css', body }))
  }
  await page.goto(pagePaths.serviceAreas)
  await page.evaluate(() => document.fonts.ready)
  const ground = page.locator('.page-hero .stack')
  for (const width of [390, 768, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    const style = await page.addStyleTag({ url: '/no-text.css' })
    const withBreeze = await ground.screenshot()
    const hidden = await page.addStyleTag({ url: '/no-breeze.css' })
    expect(withBreeze.equals(await ground.screenshot()), `at ${width} px`).toBe(true)
    for (const tag of [style, hidden]) await tag.evaluate((element: Element) => element.remove())
  }
  await page.setViewportSize({ width: 768, height: 800 })
  await page.goto(pagePaths.home)
  const room = await page
    .locator('.swipe')
    .first()
    .evaluate((row) => {
      const [edge, card] = [row, row.querySelector('.card')].map(
        (element) => element?.getBoundingClientRect().bottom ?? 0,
      )
      return (edge ?? 0) - (card ?? 0)
    })
  expect(room).toBeGreaterThanOrEqual(28)
})

test('who takes the form is said above its fold: a referral service', { tag: '@slow' }, async ({
  page,
}) => {
  for (const [width, height] of [
    [390, 844],
    [1366, 768],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const [path, formPath] of [
      [pagePaths.home, '/#contact'],
      [pagePaths.contact, estimatePath],
    ] as const) {
      await page.goto(path)
      await expect(page.locator('main').getByText('referral service').first()).toBeInViewport({
        ratio: 1,
      })
      await page.goto(formPath)
      const form = page.locator('form')
      await expect(form.getByText('We are a referral service')).toBeInViewport({ ratio: 1 })
      await expect(form.getByText('we need no license')).toBeVisible()
    }
  }
})
