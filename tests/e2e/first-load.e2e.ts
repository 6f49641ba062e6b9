import type { Page, Request } from '@playwright/test'
import { api } from '#/contracts/endpoints/api.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { expect, sendRequest, signIn, test } from './fixtures.ts'

/** The most bytes of scripts that a page loads at the first sign of intent, compressed. */
const scriptBudgets = { '/': 75_000, '/contact': 75_000, '/about': 3_000, '/no-such-page': 3_000 }

/** The scripts that a page has loaded. */
function watchScripts(page: Page): Request[] {
  const scripts: Request[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') scripts.push(request)
  })
  return scripts
}

/** The bytes of scripts as they came, compressed. */
async function weigh(scripts: Request[]): Promise<number> {
  const sizes = await Promise.all(scripts.map((script) => script.sizes()))
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
}

/** Runs in the page. Chromium's headless shell puts a pointer in its corner. */
function ignoreCorner() {
  const ignore = (event: PointerEvent) => {
    if (event.clientX === 0 && event.clientY === 0) event.stopImmediatePropagation()
  }
  addEventListener('pointerover', ignore, true)
}

for (const [path, budget] of Object.entries(scriptBudgets)) {
  test.describe(path, () => {
    test.use({ expectedConsoleErrors: /Failed to load resource.*404/ })

    test('loads no script file before a sign of intent, and then within its budget', {
      tag: ['/', '/contact'].includes(path) ? [] : '@slow',
    }, async ({ page }) => {
      const scripts = watchScripts(page)
      await page.addInitScript(ignoreCorner)
      await page.goto(path, { waitUntil: 'networkidle' })
      expect(scripts).toHaveLength(0)

      await page.mouse.move(200, 300)
      await page.mouse.move(210, 310)
      await expect.poll(() => scripts.length).toBeGreaterThan(0)
      await page.waitForFunction(() => document.querySelector('form')?.noValidate !== false)
      await page.waitForLoadState('networkidle')
      expect(await weigh(scripts)).toBeLessThan(budget)
    })
  })
}

/** The most bytes of scripts with which the list of requests opens, compressed. */
const officeBudget = 140_000

test('the office opens with the scripts of its list alone, and asks for nothing twice', async ({
  page,
  server,
}) => {
  await sendRequest(server, { name: 'First Of The List' })
  await signIn(page)
  const scripts = watchScripts(page)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname)
  })
  const ready = page.waitForResponse(`**${api.leadEvents.path}`)
  await page.goto(adminPaths.leads)
  await ready
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Showing /)).toBeVisible()
  expect(asked.filter((path, place) => asked.indexOf(path) !== place)).toEqual([])
  expect(asked.length).toBeLessThanOrEqual(10)
  expect(await weigh(scripts)).toBeLessThan(officeBudget)

  const named = await page.locator('link[rel=modulepreload]').count()
  expect(named).toBe(scripts.length - 1)
})
