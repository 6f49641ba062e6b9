import type { FastifyInstance } from 'fastify'

const year = 365 * 24 * 3600

/** Features that no page of ours uses, nor anything that could be injected into one. */
const permissionsPolicy = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Headers for every answer. Pages put their own Content-Security-Policy over the one here. */
export function securityHeaders(siteUrl: string): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': permissionsPolicy,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
    ...(siteUrl.startsWith('https://') && {
      'strict-transport-security': `max-age=${2 * year}`,
    }),
  }
}

/** Adds the headers to every answer, but to those to an address that cannot be read. */
export function registerSecurityHeaders(app: FastifyInstance, siteUrl: string): void {
  const headers = securityHeaders(siteUrl)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
