import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Site } from '#/contracts/pages/documents.ts'
import type { SeoRecord } from '#/contracts/seo/seo.ts'
import { crawlerRoutes } from './crawler-routes.ts'

const site = { url: 'https://site.example', domain: 'site.example' } as Site

async function ask(url: string, at: Partial<Site> = {}, records: Partial<SeoRecord>[] = []) {
  const app = Fastify()
  const listRecords = async () => records as SeoRecord[]
  await app.register(crawlerRoutes({ site: { ...site, ...at }, listRecords }))
  return app.inject(url)
}

test('robots read the pages, and nothing of the API', async () => {
  const { headers, body } = await ask('/robots.txt')
  expect(headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-cache',
  })
  expect(body).toBe('User-agent: *\nDisallow: /api/\n\nSitemap: https://site.example/sitemap.xml\n')
})

test('a page whose canonical address is its own is in the sitemap, however that is written', async () => {
  const records = [
    { pagePath: '/', canonicalUrl: 'https://site.example' },
    { pagePath: '/about', canonicalUrl: 'https://SITE.example/about' },
    { pagePath: '/contact', canonicalUrl: '/contact' },
    { pagePath: '/services', canonicalUrl: 'https://elsewhere.example/services' },
    // Written by hand, and no address at all.
    { pagePath: '/privacy-policy', canonicalUrl: 'http://[' },
  ]
  const { body } = await ask('/sitemap.xml', {}, records)
  const isListed = (path: string) => body.includes(`<loc>https://site.example${path}</loc>`)
  const listed = records.map(({ pagePath }) => pagePath).filter(isListed)
  expect(listed).toEqual(['/', '/about', '/contact'])
})

const securityTxt = '/.well-known/security.txt'

test('who found a gap in the security reads where to write, on a site with an address and a mailbox', async () => {
  const { headers, body } = await ask(securityTxt, {
    url: 'https://cooling.test',
    domain: 'cooling.test',
  })
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  const [contact, canonical, languages, expires = '', ...rest] = body.split('\n')
  expect([contact, canonical, languages, ...rest]).toEqual([
    'Contact: mailto:hello@cooling.test',
    'Canonical: https://cooling.test/.well-known/security.txt',
    'Preferred-Languages: en',
    '',
  ])
  // Readers take it for stale after that; more than a year is advised against.
  const days = (Date.parse(expires.replace('Expires: ', '')) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(80)
  expect(days).toBeLessThan(100)

  // Nobody reads mail at the built-in domain, and nothing would prove who wrote the file without https.
  for (const at of [
    { url: 'https://cooling.test', domain: 'site.example' },
    { url: 'http://cooling.test', domain: 'cooling.test' },
  ]) {
    expect((await ask(securityTxt, at)).statusCode).toBe(404)
  }
})
