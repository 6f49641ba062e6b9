import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { previewPath } from '#/contracts/routes.ts'
import { publicPaths } from '#/contracts/site-routes.ts'
import { serveSitePages } from '#tests/support/suite-site.ts'

const app = serveSitePages()

const get = (url: string, headers: Record<string, string> = {}) => app().inject({ url, headers })

test.each([
  ['br', 'br', brotliDecompressSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
  ['identity', undefined, (body: Buffer) => body],
  ['zstd', undefined, (body: Buffer) => body],
])('accept-encoding "%s" gets %s', async (accepted, encoding, decode) => {
  const response = await get('/', { 'accept-encoding': accepted })
  expect(response.headers['content-encoding']).toBe(encoding)
  expect(response.headers.vary).toContain('accept-encoding')
  expect(decode(response.rawPayload).toString()).toMatch(
    /^<!doctype html><html lang="en" data-tag="[\w-]{22}">/,
  )
})

test('a page that a visitor has already is answered 304, in whichever encoding', async () => {
  const etags = new Set<unknown>()
  for (const encoding of ['br', 'gzip', 'identity']) {
    const { etag = '' } = (await get('/', { 'accept-encoding': encoding })).headers
    etags.add(etag)
    const again = await get('/', { 'accept-encoding': encoding, 'if-none-match': String(etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  }
  expect(etags.size).toBe(1)
  expect((await get('/about', { 'if-none-match': String([...etags][0]) })).statusCode).toBe(200)
})

test('every unknown path gets the same bytes with status 404', async () => {
  const [one, other] = [await get('/no-such-page'), await get('/another?q=1')]
  expect([one.statusCode, other.statusCode]).toEqual([404, 404])
  expect(one.headers.etag).toBe(other.headers.etag)
  // What lies beside the build, and a folder of it.
  for (const url of ['/.git/HEAD', '/.env', '/package.json', '/src/server/main.ts', '/assets/']) {
    const { statusCode, body } = await get(url)
    expect([url, statusCode, body]).toEqual([url, 404, one.body])
  }
  expect(one.body).toContain('404 Page Not Found')
  expect(one.body).toContain('Did you forget to add the page to the router?')
})

test.each(['/', '.', ')', '/).', '%3E', ',', ';', '%20', '"', '%E2%80%99'])(
  'a known page with %s behind it leads to the page',
  async (stray) => {
    for (const path of ['/contact', '/services/ac-repair', '/admin/sign-in']) {
      const response = await get(`${path}${stray}?from=mail`)
      expect([response.statusCode, response.headers.location]).toEqual([308, `${path}?from=mail`])
    }
    expect((await get(`/no-such-page${stray}`)).statusCode).toBe(404)
  },
)

test('preview pictures are cached for a day, like other files of fixed names, and may be shown on other sites', async () => {
  for (const path of publicPaths) {
    const { statusCode, headers } = await get(previewPath(path))
    expect([path, statusCode, headers['content-type']]).toEqual([path, 200, 'image/png'])
    expect(headers['cache-control']).toBe('public, max-age=86400')
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  }
  expect((await get('/previews/nothing.png')).statusCode).toBe(404)
  expect((await get('/favicon.ico')).headers['cache-control']).toBe('public, max-age=86400')
})

test('what visitors load is the production build', async () => {
  const asset = /\/assets\/entry-form[^"]+\.js/.exec((await get('/')).body)?.[0] ?? ''
  // A warning that only React's development build holds.
  expect((await get(asset)).body).not.toContain('Each child in a list should')
})

test('the sign-in form cannot be sent before the code that answers it runs', async () => {
  const { body } = await get('/admin/sign-in')
  expect(body).toMatch(/<button [^>]*type="submit" disabled=""/)
})

test('pages are checked for changes each time, documents with answers of their own never stored', async () => {
  const page = (await get('/about')).headers
  expect(page).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringContaining("script-src 'self' 'sha256-"),
  })
  for (const url of ['/admin/sign-in', '/admin/setup', '/admin/no-such-page']) {
    const { headers } = await get(url)
    expect([url, headers['cache-control'], headers['content-type']]).toEqual([
      url,
      'no-store',
      'text/html; charset=utf-8',
    ])
    expect(headers['content-security-policy']).toContain("script-src 'self'")
  }
})

test('unknown services have a page of their own, and the back office another', async () => {
  const [page, service, admin] = await Promise.all(
    ['/no-such-page', '/services/no-such-service', '/admin/no-such-page'].map((url) => get(url)),
  )
  expect([page?.statusCode, service?.statusCode, admin?.statusCode]).toEqual([404, 404, 404])
  expect(service?.headers.etag).not.toBe(page?.headers.etag)
  expect(admin?.headers.etag).toBeUndefined()
  expect(admin?.body).not.toContain('Did you forget')
})

test('the back office begins with signing in', async () => {
  const root = await get('/admin')
  expect([root.statusCode, root.headers.location]).toEqual([302, '/admin/form-fills'])
  const leads = await get('/admin/form-fills')
  expect([leads.statusCode, leads.headers.location]).toEqual([302, '/admin/sign-in'])
  expect(leads.headers['cache-control']).toBe('no-store')
  // The link in a mail, after which the one lead is shown.
  const one = await get('/admin/form-fills?lead=7')
  expect([one.statusCode, one.headers.location]).toEqual([
    302,
    '/admin/sign-in?next=%2Fadmin%2Fform-fills%3Flead%3D7',
  ])
})

test('a page names the tag by which a browser asks whether it has changed', async () => {
  const { body } = await get('/about')
  const { headers } = await app().inject({ method: 'HEAD', url: '/about' })
  const [, tag = ''] = /data-tag="([^"]+)"/.exec(body) ?? []
  expect(headers.etag).toBe(`W/"${tag}"`)
})

test('slashes too many are taken away from known pages only, and by HEAD as by GET', async () => {
  const several = await get('/about///')
  expect([several.statusCode, several.headers.location]).toEqual([308, '/about'])
  expect((await get('/no-such-page/')).statusCode).toBe(404)
  const head = (url: string) => app().inject({ method: 'HEAD', url })
  expect([(await head('/about')).statusCode, (await head('/about/')).statusCode]).toEqual([
    200, 308,
  ])
  expect((await head('/no-such-page')).statusCode).toBe(404)
  expect((await get('/?a=1')).statusCode).toBe(200)
})
