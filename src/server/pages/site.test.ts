import { expect, test } from 'vitest'
import { builtInTowns as towns } from '#/content/area.ts'
import { business } from '#/content/business.ts'
import { hoursInWords } from '#/contracts/hours/week.ts'
import { urgentServiceId } from '#/contracts/site/services.ts'
import { pagePaths, publicPaths, servicePath } from '#/contracts/site-routes.ts'
import { serveSitePages } from '#tests/support/suite-site.ts'

/** What a server sends in its first round trip: ten packets of 1,460 bytes. */
const firstRoundTripBytes = 14_600

const app = serveSitePages()

const attributes = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map((match) => (match[1] ?? '').replaceAll('&amp;', '&'))

function visibleText(html: string): string {
  return html
    .replace(/<(script|style)\b.*?<\/\1>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', '’')
    .replace(/\s+/g, ' ')
}

test('a crawl from the home page reaches every page, and no link or anchor is dead', async () => {
  const bodies = new Map<string, string>()
  const queue = ['/']
  const links: { from: string; to: string; anchor: string | undefined }[] = []
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (bodies.has(path)) continue
    const response = await app().inject(path)
    expect([path, response.statusCode]).toEqual([path, 200])
    bodies.set(path, response.body)
    for (const href of attributes(response.body, /<a\s[^>]*?href="([^"]+)"/g)) {
      if (/^(https?|tel|mailto):/.test(href)) continue
      const url = new URL(href, `http://site.example${path}`)
      const anchor = url.hash ? url.hash.slice(1) : undefined
      links.push({ from: path, to: url.pathname, anchor })
      queue.push(url.pathname)
    }
  }
  expect(publicPaths.filter((path) => !bodies.has(path))).toEqual([])
  // Who reads by headings comes to the page's own first.
  const firstHeadings = [...bodies.values()].map((body) => /<h[1-6]/.exec(body)?.[0])
  expect(new Set(firstHeadings)).toEqual(new Set(['<h1']))
  const dead = links.filter(
    ({ to, anchor }) => anchor && !bodies.get(to)?.includes(`id="${anchor}"`),
  )
  expect(dead).toEqual([])
})

test.each([...publicPaths, '/no-such-page', '/services/no-such-service'])(
  '%s arrives in one round trip, style and headers included',
  async (path) => {
    // Node adds these three to what the application says.
    const onTheWire = 'HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nKeep-Alive: timeout=72\r\n\r\n'
    async function measure() {
      const response = await app().inject({ url: path, headers: { 'accept-encoding': 'br' } })
      const headers = Object.entries(response.headers).map(([name, text]) => `${name}: ${text}\r\n`)
      return response.rawPayload.length + headers.join('').length + onTheWire.length
    }
    expect(await measure()).toBeLessThanOrEqual(firstRoundTripBytes)
  },
)

const pathsOfDanger = [pagePaths.whatsWrong, servicePath(urgentServiceId)]

test.each(pathsOfDanger)('%s has 911 before its picture and before a call to us', async (path) => {
  const { body } = await app().inject(path)
  const main = body.slice(body.indexOf('<main'))
  const call = main.indexOf('href="tel:911"')
  expect(call).toBeGreaterThan(0)
  expect(call).toBeLessThan(main.indexOf('<picture'))
  expect(call).toBeLessThan(main.indexOf('href="tel:+1'))
})

test.each(publicPaths)('%s shows no other facts than those on record', async (path) => {
  const { body } = await app().inject(path)
  const text = visibleText(body)
  const { short, long } = hoursInWords(business.hours.week)
  const week = [short, ...long]
  for (const hours of text.match(/\d{1,2}(:\d\d)? ?[AP]M ?[-–] ?\d{1,2}(:\d\d)? ?[AP]M/g) ?? []) {
    expect(
      week.some((known) => known.includes(hours)),
      hours,
    ).toBe(true)
  }
  for (const phone of text.match(/\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}/g) ?? []) {
    expect(phone.replace(/\D/g, '')).toBe(business.phone)
  }
  for (const dialled of attributes(body, /href="tel:([^"]+)"/g)) {
    // Where there is danger, the first call is not for us.
    if (pathsOfDanger.includes(path) && dialled === '911') continue
    expect(dialled).toBe(`+1${business.phone}`)
  }
  for (const [, town] of text.matchAll(/([A-Z]\w+(?: [A-Z]\w+)?), FL\b/g)) {
    expect(
      towns.some((known) => town?.endsWith(known)),
      town,
    ).toBe(true)
  }
})
