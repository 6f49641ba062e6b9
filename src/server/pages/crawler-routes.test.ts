import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Site } from '#/contracts/pages/documents.ts'
import type { SeoRecord } from '#/contracts/seo/seo.ts'
import { publicPaths } from '#/contracts/site-routes.ts'
import { crawlerRoutes } from './crawler-routes.ts'

const site = { url: 'https://site.example', domain: 'site.example' } as Site
const record = (fields: Partial<SeoRecord>) => fields as SeoRecord

async function ask(url: string, records: SeoRecord[] = []) {
  const app = Fastify()
  await app.register(crawlerRoutes({ site, listRecords: async () => records }))
  const { headers, body } = await app.inject(url)
  expect(headers['cache-control']).toBe('no-cache')
  return { type: headers['content-type'], body }
}

test('a page whose canonical address is elsewhere is left out', async () => {
  const { body } = await ask('/sitemap.xml', [
    record({ pagePath: '/about', canonicalUrl: 'https://other.example/about' }),
    record({ pagePath: '/contact', canonicalUrl: '/contact' }),
    record({ pagePath: '/services', canonicalUrl: 'https://site.example/services' }),
    record({ pagePath: '/sitemap', canonicalUrl: '' }),
  ])
  const paths = [...body.matchAll(/<loc>https:\/\/site\.example(.*?)<\/loc>/g)].map(
    ([, path]) => path,
  )
  expect(paths).toEqual(publicPaths.filter((path) => path !== '/about'))
})

test('robots read the pages and their metadata, and nothing else of the API', async () => {
  expect(await ask('/robots.txt')).toEqual({
    type: 'text/plain; charset=utf-8',
    body: 'User-agent: *\nAllow: /api/pages/\nDisallow: /api/\n\nSitemap: https://site.example/sitemap.xml\n',
  })
})

test('who found a gap in the security reads where to write, on a site with an address and a mailbox', async () => {
  const ask = async (at: Partial<Site>) => {
    const app = Fastify()
    const listRecords = async () => []
    await app.register(crawlerRoutes({ site: { ...site, ...at }, listRecords }))
    return app.inject('/.well-known/security.txt')
  }
  const { headers, body } = await ask({ url: 'https://cooling.test', domain: 'cooling.test' })
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
  expect((await ask({ url: 'https://cooling.test', domain: 'site.example' })).statusCode).toBe(404)
  expect((await ask({ url: 'http://cooling.test', domain: 'cooling.test' })).statusCode).toBe(404)
})
