import { brotliCompressSync } from 'node:zlib'
import type { Page, Request } from '@playwright/test'
import { homeBelowFold } from '#/content/pages/home-below-fold.ts'
import { expect, startReact, test, untilTaken } from './fixtures.ts'

/** The most bytes that the scripts of React and a page may have, compressed, before it is scrolled. */
const scriptBudgets = { '/': 79_500, '/contact': 78_500, '/no-such-page': 72_500 }

/** And the most bytes that the home page loads when it is. */
const scrollBudget = 5_200

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

for (const [path, budget] of Object.entries(scriptBudgets)) {
  test.describe(path, () => {
    test.use({ expectedConsoleErrors: /Failed to load resource.*404/ })

    test('loads no script file before a sign of intent, then React within its budget', async ({
      page,
    }) => {
      const scripts = watchScripts(page)
      // Chromium's headless shell puts a pointer in the page's corner.
      await page.addInitScript(() => {
        const ignoreCorner = (event: PointerEvent) => {
          if (event.clientX === 0 && event.clientY === 0) event.stopImmediatePropagation()
        }
        addEventListener('pointerover', ignoreCorner, true)
      })
      await page.goto(path, { waitUntil: 'networkidle' })
      expect(scripts).toHaveLength(0)

      await page.mouse.move(200, 300)
      await page.mouse.move(210, 310)
      await expect.poll(() => scripts.length).toBeGreaterThan(0)
      // All that the page needs, not only what has come by the time of the first answer.
      await untilTaken(page, 'above fold')
      expect(await weigh(scripts)).toBeLessThan(budget)
    })
  })
}

test('what is below the fold of the home page gets its code with the first scroll', async ({
  page,
}) => {
  const scripts = watchScripts(page)
  await startReact(page, '/')
  await untilTaken(page, 'above fold')
  const before = scripts.splice(0)
  expect(before.length).toBeGreaterThan(0)
  const learnMore = page.getByRole('link', { name: 'LEARN MORE' }).first()
  const isTaken = () =>
    learnMore.evaluate((link) => Object.keys(link).some((key) => key.startsWith('__reactProps')))
  expect(await isTaken()).toBe(false)
  await page.mouse.wheel(0, 300)
  await expect.poll(isTaken).toBe(true)
  expect(await weigh(scripts)).toBeLessThan(scrollBudget)
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
  await learnMore.click()
  await expect(page).toHaveURL(/\/services\//)
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
})

test('whoever comes back to a home page that was not scrolled finds all of it at once', async ({
  page,
}) => {
  await startReact(page, '/')
  await untilTaken(page, 'above fold')
  const menu = page.getByRole('navigation').first()
  await menu.getByRole('link', { name: 'ABOUT', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
  // Both come in one step: the first has nothing that the second has not.
  const hasAll = page.evaluate(
    () =>
      new Promise((resolve) => {
        const look = () => {
          if (!document.querySelector('.hero')) return
          observer.disconnect()
          resolve(document.querySelector('.service-card') !== null)
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, { childList: true, subtree: true })
      }),
  )
  await menu.getByRole('link', { name: 'HOME', exact: true }).click()
  expect(await hasAll).toBe(true)
})

test.describe('code that cannot be loaded', () => {
  test.use({ expectedConsoleErrors: /Failed to load resource/ })

  test('what is below the fold stays as the server sent it, with plain links', async ({ page }) => {
    await page.route(/below-fold.*\.js/, (route) => route.abort())
    await startReact(page, '/')
    await untilTaken(page, 'above fold')
    const failed = page.waitForEvent('requestfailed')
    await page.mouse.wheel(0, 300)
    await failed
    const form = page.locator('form')
    await form.getByLabel('Full Name').fill('Ann')
    await expect(
      page.getByRole('heading', { name: homeBelowFold.testimonials.samples.heading }),
    ).toBeVisible()
    await page.getByRole('link', { name: 'LEARN MORE' }).first().click()
    await expect(page).toHaveURL(/\/services\//)
    await page.goBack()
    await expect(form.getByLabel('Full Name')).toHaveValue('Ann')
  })
})

test('a page has no inline style or handler, and its policy allows none', async ({ request }) => {
  const response = await request.get('/')
  const html = await response.text()
  expect(html).not.toMatch(/<[^>]+\s(style|on\w+)=/)
  const policy = response.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("script-src 'self' 'sha256-")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).not.toMatch(/unsafe|\*/)
})

test('every picture that a page names is there, and never changes', async ({ request }) => {
  for (const path of ['/', '/about', '/services/ac-repair', '/no-such-page']) {
    const html = await (await request.get(path)).text()
    const pictures = new Set(html.match(/\/assets\/[^\s",]+\.(?:avif|webp)/g))
    expect(pictures.size, path).toBeGreaterThan(2)
    for (const address of pictures) {
      const picture = await request.get(address)
      expect(picture.headers(), address).toMatchObject({
        'content-type': `image/${address.split('.').at(-1)}`,
        'cache-control': 'public, max-age=31536000, immutable',
      })
      expect(picture.status(), address).toBe(200)
    }
  }
})

test('pages come compressed, are answered 304 while unchanged, and assets never change', async ({
  request,
}) => {
  const load = () => request.get('/', { headers: { 'accept-encoding': 'br' } })
  const response = await load()
  const headers = response.headers()
  expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' })
  const again = await request.get('/', {
    headers: { 'accept-encoding': 'br', 'if-none-match': headers.etag ?? '' },
  })
  expect(again.status()).toBe(304)

  const html = await response.text()
  // The first visitors get a page with quick, weaker compression.
  await expect
    .poll(async () => Number((await load()).headers()['content-length']))
    .toBeLessThanOrEqual(brotliCompressSync(html).length)
  const asset = /\/assets\/entry-client[^"]+\.js/.exec(html)?.[0] ?? ''
  const script = await request.get(asset, { headers: { 'accept-encoding': 'br' } })
  expect(script.headers()).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  })
})
