import type { FastifyInstance, FastifyRequest } from 'fastify'
import { assetsRoot } from '#/contracts/routes.ts'
import { editorParameter, publicPaths } from '#/contracts/site-routes.ts'

/** For every response. Pages put their own Content-Security-Policy over the one here. */
const forAll = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  // What a browser would ask a visitor to allow: no page of ours uses it, nor may code that was injected.
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** For pages of signed-in people: no other site's page may share a process or a window with them. */
const forWork = {
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
}

/** For two years, and not for the names below the site's: whose they are is not known here. */
const strictTransport = { 'strict-transport-security': `max-age=${2 * 365 * 24 * 3600}` }

/**
 * Makes the headers once for all responses. `ofPublic` is for those that are known to be public: all
 * clients get the same bytes.
 */
export function createSecurityHeaders(siteUrl: string) {
  const isSafe = siteUrl.startsWith('https://')
  const ofPublic = { ...forAll, ...(isSafe && strictTransport) }
  return { all: { ...ofPublic, ...forWork }, ofPublic }
}

const pages = new Set(publicPaths)

/**
 * True for public pages and their files. To isolate those would protect nothing: all clients get
 * the same bytes, without data of a visitor. But it would make the browser change its process in
 * the middle of the first load. The editor of metadata, which a signed-in person uses on a public
 * page, is isolated: a page that opened it could lead its window to a false form to sign in.
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

/** Adds the headers to every response, except to a request whose address cannot be read. */
export function registerSecurityHeaders(
  app: FastifyInstance,
  { all, ofPublic }: ReturnType<typeof createSecurityHeaders>,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(isPublic(request) ? ofPublic : all)
    done()
  })
}
