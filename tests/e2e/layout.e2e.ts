import type { Page } from '@playwright/test'
import { urgentServiceId } from '#/contracts/site/services.ts'
import { pagePaths, publicPaths, servicePath } from '#/contracts/site-routes.ts'
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

  // On wide paper too nothing is left empty beside the rest, where the form would be.
  await page.setViewportSize({ width: 1366, height: 960 })
  await page.goto('/contact')
  expect((await page.locator('main .card').first().boundingBox())?.x).toBeLessThan(100)
})

test('nothing of ours lies over what to do in danger', { tag: '@slow' }, async ({ page }) => {
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
