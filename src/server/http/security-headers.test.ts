import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createSecurityHeaders, registerSecurityHeaders } from './security-headers.ts'

async function headersOf(siteUrl: string, path = '/') {
  const app = Fastify()
  registerSecurityHeaders(app, createSecurityHeaders(siteUrl))
  app.get('*', async () => 'done')
  return (await app.inject(path)).headers
}

/** Headers that browsers obey, and that keep other sites from using a response. */
const everywhere = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

const isolation = { 'cross-origin-opener-policy': 'same-origin', 'origin-agent-cluster': '?1' }

test.each([
  '/admin/form-fills',
  '/%61dmin/form-fills',
  '/api/admin/leads',
  '/about?editseo=true',
  '/?utm_source=x&%65ditseo=true',
  '/no-such-page',
  '/healthz',
])('%s is isolated, and allows nothing to browsers that it does not need', async (path) => {
  expect(await headersOf('http://site.example', path)).toMatchObject({
    ...everywhere,
    ...isolation,
  })
})

test.each(['/', '/services/ac-repair', '/about?gclid=editseo', '/assets/entry.js'])(
  '%s is public: as safe, but the browser need not change its process for it',
  async (path) => {
    const headers = await headersOf('http://site.example', path)
    expect(headers).toMatchObject(everywhere)
    for (const name of Object.keys(isolation)) expect(headers).not.toHaveProperty(name)
  },
)

test('browsers keep to https for two years where the site speaks it, and only there', async () => {
  const hsts = 'strict-transport-security'
  expect((await headersOf('https://site.example'))[hsts]).toBe('max-age=63072000')
  expect(await headersOf('http://https://x')).not.toHaveProperty(hsts)
})
