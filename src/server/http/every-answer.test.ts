import { expect, test } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { adminPaths, assetsRoot, healthPaths } from '#/contracts/routes.ts'
import { pagePaths } from '#/contracts/site-routes.ts'
import { rawRequest, sendRaw } from '#tests/support/api/raw-request.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { adminSite } from '#tests/support/suite-site.ts'

const siteUrl = 'https://site.example'
const host = 'host: site.example'
const json = 'content-type: application/json'
const form = 'content-type: application/x-www-form-urlencoded'

/** As a browser asks for a page of another website. */
const get = (path: string, ...headers: string[]) =>
  rawRequest(`GET ${path}`, [host, 'origin: https://evil.example', ...headers])
const post = (path: string, body: string, ...headers: string[]) =>
  rawRequest(`POST ${path}`, [host, ...headers], body)

/** Written out, because the product's own lists would change with the product. */
const headers = {
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=63072000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** A body that would be accepted without its first name. */
const polluting = JSON.stringify(contactBody()).replace('{', '{"__proto__":{"x":1},')

/** What a policy lets run: our own, and what stands in the page only by its hash. */
const ownCode = /^('none'|'self'|'sha256-[^ ]+'|'inline-speculation-rules'| )+$/

/** The sources that a policy names for a directive, or else by default. */
function sourcesOf(policy: string, directive: string): string {
  const sources = new Map(policy.split('; ').map((each) => each.split(/ (.*)/) as [string, string]))
  return sources.get(directive) ?? sources.get('default-src') ?? ''
}

/** One of each kind of response, with its status. */
const requests: [string, number, string][] = [
  ['a page', 200, get(pagePaths.home)],
  ['a page that is cached', 200, get(pagePaths.home)],
  ['the head of a page', 200, rawRequest(`HEAD ${pagePaths.about}`, [host])],
  ['a page with the editor', 200, get(`${pagePaths.about}?editseo=true`)],
  ['a page that does not exist', 404, get('/none')],
  ['the back office', 200, get(adminPaths.signIn)],
  ['the back office, without a session', 302, get(adminPaths.leads)],
  ['a file', 200, get('/favicon.ico')],
  ['a picture for other sites', 200, get('/previews/home.png')],
  ['a file that does not exist', 404, get(`${assetsRoot}none.js`)],
  ['the sitemap', 200, get('/sitemap.xml')],
  ['whether it runs', 200, get(healthPaths.alive)],
  ['the metrics, for a stranger', 404, get(healthPaths.metrics)],
  ['the API', 200, get(api.openapi.path)],
  ['the API, without a session', 401, get(api.leads.path)],
  ['the API, for another site', 403, get(api.leads.path, 'sec-fetch-site: cross-site')],
  ['the page after a form', 400, post(api.contact.path, 'name=', form, 'accept: text/html')],
  ['a form that says too little', 400, post(api.contact.path, '{}', json)],
  ['JSON that is none', 400, post(api.contact.path, '{', json)],
  ['JSON that names a prototype', 400, post(api.contact.path, polluting, json)],
  ['XML', 415, post(api.contact.path, 'x', 'content-type: text/xml')],
  ['a form that says too much', 413, post(api.contact.path, `"${'x'.repeat(2_000_000)}"`, json)],
  ['another method', 404, rawRequest('DELETE /', [host])],
  ['a method that sends back what it was sent', 404, rawRequest('TRACE /', [host])],
  ['an unreadable path', 400, get('/%E0%A4')],
  ['a parameter of the path that is too long', 414, get(`/api/admin/leads/${'9'.repeat(200)}`)],
  ['a foreign host', 421, rawRequest('GET /', ['host: evil.example'])],
  ['an unreadable host', 421, rawRequest('GET /', ['host: a b'])],
  ['another protocol from now on', 200, get('/', 'upgrade: websocket')],
]

describeOnDatabase('every answer', (database) => {
  const logLines: string[] = []
  const { site } = testConfig()
  const config = testConfig({ site: { ...site, url: siteUrl }, hasSiteUrl: true })
  const { port } = adminSite(database, { build: { config, logLines }, listens: true })

  test.each(requests)('has the headers for safety: %s (%i)', async (_what, status, bytes) => {
    const answer = await sendRaw(port(), bytes)
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject({
      ...headers,
      // Documents have a policy of their own, as strict.
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; .*base-uri 'none'; .*frame-ancestors 'none'/,
      ),
      'cross-origin-resource-policy': bytes.includes('/previews/') ? 'cross-origin' : 'same-origin',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    })
    const policy = String(answer.headers['content-security-policy'])
    for (const directive of ['script-src', 'style-src']) {
      expect(sourcesOf(policy, directive), directive).toMatch(ownCode)
    }
    const names = Object.keys(answer.headers)
    expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([])
    const { 'content-type': type = 'none' } = answer.headers
    expect(type).toMatch(/^(text\/|application\/(json|xml)).*; charset=utf-8$|^image\/|^none$/)
  })

  test('is no warning in the log, but for a name of the site that may be missing', async () => {
    for (const [, , bytes] of requests) await sendRaw(port(), bytes)
    const lines = logLines.map((line) => JSON.parse(line))
    expect(lines.filter(({ level }) => level >= 40)).toMatchObject([
      { level: 40, host: 'evil.example' },
    ])
  })

  test('has them too where the browser has the page already', async () => {
    const { etag } = (await sendRaw(port(), get(pagePaths.home))).headers
    const answer = await sendRaw(port(), get(pagePaths.home, `if-none-match: ${etag}`))
    expect(answer.status).toBe(304)
    expect(answer.headers).toMatchObject({
      ...headers,
      'content-security-policy': expect.stringMatching(/^default-src 'none'; /),
    })
  })

  test('has the browser check the script and the style sheet of the back office', async () => {
    const { body } = await sendRaw(port(), get(adminPaths.signIn))
    const loaded = body.match(/<script [^>]*src=[^>]*>|<link [^>]*rel="stylesheet"[^>]*>/g)
    expect(loaded?.length).toBeGreaterThanOrEqual(2)
    for (const tag of loaded ?? []) expect(tag).toMatch(/ integrity="sha384-/)
  })
})
