import type { Page } from '@playwright/test'
import { mapsHost, sentByPages, storedTexts } from '#/content/browser-data.ts'
import { whatTheSiteDoes } from '#/content/legal/what-the-site-does.ts'
import { pagePaths, publicPaths } from '#/contracts/site-routes.ts'
import { expect, fillIn, openWithScripts, test } from './fixtures.ts'
import { findUntoldData, isToldAs, readHeldData } from './untold-data.ts'

/** The requests of a page that bring something to a server: not those for pages, pictures and code. */
function watchSending(page: Page): { hosts: Set<string>; sent: string[] } {
  const hosts = new Set<string>()
  const sent: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (!url.protocol.startsWith('http')) return
    hosts.add(url.host)
    if (request.method() !== 'GET') sent.push(url.pathname)
  })
  return { hosts, sent }
}

const ofVisitors = storedTexts.filter((told) => !('isOfStaff' in told)).map(({ key }) => key)

test('a visitor gets, keeps and sends what the privacy policy tells, and all that it tells', async ({
  page,
  server,
}) => {
  test.slow()
  const { hosts, sent } = watchSending(page)
  const kept = new Set<string>()
  const look = async () => {
    const held = await readHeldData(page)
    expect(held.cookies, page.url()).toEqual([])
    for (const { kind, key } of held.stored) {
      expect([page.url(), kind]).toEqual([page.url(), 'session'])
      kept.add(key)
    }
  }
  for (const path of publicPaths) {
    await page.goto(path)
    // Down to the map, and whatever else waits for that.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await look()
  }

  await openWithScripts(page, `${pagePaths.contact}?gclid=1`)
  await fillIn(page, 'Reads The Policy')
  await look()
  const tapped = page.waitForRequest('**/api/taps')
  // The number of an emergency is not ours: a call to it is nobody's business.
  await page.evaluate(() => {
    // Whole Chromium asks what should take a number, and heeds no click meanwhile.
    addEventListener('click', (event) => {
      if (event.target instanceof Element && event.target.closest('[href^="tel:"]')) {
        event.preventDefault()
      }
    })
    const link = Object.assign(document.createElement('a'), { href: 'tel:911' })
    document.body.append(link)
    link.click()
  })
  await page.getByRole('link', { name: /^Call/ }).last().click()
  expect((await tapped).postDataJSON()).toEqual({ source: 'direct' })
  // While the request is on its way.
  await page.route('**/api/contact', async (route) => {
    await look()
    await route.continue()
  })
  const answered = page.waitForResponse('**/api/contact')
  await page.getByRole('button', { name: 'SEND MESSAGE' }).click()
  const { data } = await (await answered).json()
  await page.getByRole('link', { name: 'Sitemap' }).click()
  await page.reload()
  await look()

  await page.goto(data.requestPath)
  await page.getByLabel('A good time to call you').fill('any morning')
  await page.getByRole('button', { name: 'Add to my request' }).click()
  await expect(page.getByText('Got it: we saved when to call you.')).toBeVisible()
  await look()

  expect([...kept].sort()).toEqual([...ofVisitors].sort())
  const ownHost = new URL(server.url).host
  expect([...hosts].sort()).toEqual([ownHost, mapsHost].sort())
  const ofPages = sent.filter((path) => !isToldAs('/request/*', path))
  expect(ofPages.sort()).toEqual(sentByPages.map(({ path }) => path).sort())
})

test('the policy tells all of it in a dated section of its own, and its nine sections stay', async ({
  page,
}) => {
  await page.goto(pagePaths.privacyPolicy)
  await expect(page.getByText('Last updated January 11, 2025')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: /^\d\. / })).toHaveCount(9)
  const section = page.locator(`#${whatTheSiteDoes.id}`)
  await expect(section).toContainText(`Last updated ${whatTheSiteDoes.lastUpdated}`)
  for (const { key } of storedTexts) await expect(section).toContainText(key.replace('*', '…'))
})

test('what the policy does not tell is found, whoever sets it', async ({
  page,
  context,
  server,
}) => {
  await page.goto(pagePaths.about)
  expect(await findUntoldData(page)).toEqual([])
  await context.addCookies([{ name: 'breezeway-seen', value: '1', url: server.url }])
  await page.evaluate(() => {
    localStorage.visit = '/'
    sessionStorage.other = '1'
  })
  expect(await findUntoldData(page)).toEqual(['breezeway-seen', 'session: other', 'local: visit'])
  await context.clearCookies()
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
})
