import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerSecurityHeaders } from './security-headers.ts'

async function headersOf(siteUrl: string) {
  const app = Fastify()
  registerSecurityHeaders(app, siteUrl)
  app.get('/', async () => 'done')
  return (await app.inject('/')).headers
}

test('an answer allows nothing to browsers that it does not need', async () => {
  const headers = await headersOf('http://site.example')
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'permissions-policy':
      'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
  })
})

test('browsers keep to https for two years where the site speaks it, and only there', async () => {
  const hsts = 'strict-transport-security'
  expect((await headersOf('https://site.example'))[hsts]).toBe('max-age=63072000')
  expect(await headersOf('http://https://x')).not.toHaveProperty(hsts)
})
