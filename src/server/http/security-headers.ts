import type { FastifyInstance, FastifyRequest } from 'fastify'
import { assetsRoot, editorParameter, publicPaths } from '#/contracts/routes.ts'

const year = 365 * 24 * 3600

/**
 * The features that a browser would ask a visitor to allow. No page of ours uses them, nor may
 * anything that could be injected into one.
 */
const permissionsPolicy = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'

/** For every answer. Pages put their own Content-Security-Policy over the one here. */
const forAll = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissionsPolicy,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** For what signed-in people work with: no other site's page may share a process or a window with it. */
const forWork = {
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}

function strictTransport(siteUrl: string): Record<string, string> {
  if (!siteUrl.startsWith('https://')) return {}
  return { 'strict-transport-security': `max-age=${2 * year}` }
}

/** All headers, as every answer has them that is not known to be public. */
export function securityHeaders(siteUrl: string): Record<string, string> {
  return { ...forAll, ...forWork, ...strictTransport(siteUrl) }
}

/** The headers of what is known to be public: everybody gets the same bytes. */
export function publicHeaders(siteUrl: string): Record<string, string> {
  return { ...forAll, ...strictTransport(siteUrl) }
}

const pages = new Set(publicPaths)

/**
 * True for public pages and their files. To isolate those would protect nothing: everybody gets the
 * same bytes, without anything of a visitor. But it would make the browser change its process in the
 * middle of the first load. The editor of metadata, which a signed-in person uses on a public page,
 * is isolated: a page that opened it could lead its window elsewhere, to a false form to sign in.
 *
 * Addresses are compared as they are written, because routes are found by the decoded ones: another
 * way to write an address of the back office must not be taken for a public one.
 */
function isPublic({ url, query }: FastifyRequest): boolean {
  const queryAt = url.indexOf('?')
  const path = queryAt < 0 ? url : url.slice(0, queryAt)
  if (!pages.has(path)) return path.startsWith(assetsRoot)
  return queryAt < 0 || !Object.hasOwn(query as object, editorParameter)
}

/** Adds the headers to every answer, but to those to an address that cannot be read. */
export function registerSecurityHeaders(app: FastifyInstance, siteUrl: string): void {
  const headersOfPublic = publicHeaders(siteUrl)
  const allHeaders = securityHeaders(siteUrl)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(isPublic(request) ? headersOfPublic : allHeaders)
    done()
  })
}
