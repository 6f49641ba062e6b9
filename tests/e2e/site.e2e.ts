import { AxeBuilder } from '@axe-core/playwright'
import { publicPaths } from '#/contracts/routes.ts'
import { expect, openWithReact, test } from './fixtures.ts'

const widths = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  test('the menu opens, closes and leads to pages', async ({ page }) => {
    await page.goto('/')
    const menu = page.getByRole('navigation', { name: 'Main' })
    await expect(menu.getByRole('link', { name: 'CONTACT', exact: true })).toBeHidden()
    await page.getByRole('button', { name: 'Open menu' }).click()
    const link = menu.getByRole('link', { name: 'CONTACT', exact: true })
    await expect(link).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(link).toBeHidden()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await link.click()
    await expect(page.getByRole('heading', { level: 1, name: 'CONTACT US' })).toBeVisible()
    await expect(link).toBeHidden()
  })

  test('questions open', async ({ page }) => {
    await page.goto('/contact')
    const question = page.getByText('How fast will someone respond?')
    const answer = page.getByText(/24-48 hours/).last()
    await expect(answer).toBeHidden()
    await question.click()
    await expect(answer).toBeVisible()
  })
})

for (const viewport of widths) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } })

    for (const path of [...publicPaths, '/no-such-page']) {
      test.describe(path, () => {
        test.use({ expectedConsoleErrors: /Failed to load resource.*404/ })

        test('is accessible, hydrates in silence and does not scroll sideways', async ({
          page,
        }) => {
          await openWithReact(page, path)
          await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
          const { violations } = await new AxeBuilder({ page }).withTags(wcag).analyze()
          expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual(
            [],
          )
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          )
          expect(overflow).toBe(0)
        })
      })
    }
  })
}

test('the header gains its shadow past 50 px', async ({ page }) => {
  await openWithReact(page, '/')
  const shadow = () =>
    page.locator('header').evaluate((header) => getComputedStyle(header).boxShadow)
  const atTop = await shadow()
  await page.evaluate(() => scrollTo(0, 50))
  await expect.poll(shadow).toBe(atTop)
  await page.evaluate(() => scrollTo(0, 51))
  await expect.poll(shadow).not.toBe(atTop)
})
