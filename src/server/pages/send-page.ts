import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ContentEncoding, compressQuickly } from './compress-page.ts'
import type { CachedPage } from './page-cache.ts'
import type { PageDocument } from './render-page.ts'

const negotiator = new Negotiator({ supportedValues: ['br', 'gzip', 'identity'] })

/** Returns the best encoding that the client accepts. */
function chooseEncoding({ headers }: FastifyRequest): ContentEncoding {
  const accepted = headers['accept-encoding']
  return (accepted && (negotiator.negotiate(accepted) as ContentEncoding | null)) || 'identity'
}

/** Sends a cached page, or 304 to a browser that has it already. */
export function sendCached(request: FastifyRequest, reply: FastifyReply, page: CachedPage) {
  reply.headers({
    etag: page.etag,
    // The browser may store the page, which makes back and forward instant, but asks each time.
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    'content-security-policy': page.contentSecurityPolicy,
  })
  const isKnown = request.headers['if-none-match']?.includes(page.etag)
  if (page.status === 200 && isKnown) return reply.code(304).send()
  const encoding = chooseEncoding(request)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  reply.header('content-type', 'text/html; charset=utf-8')
  return reply.code(page.status).send(page.bodies[encoding])
}

/**
 * Sends a document that no cache may store, in the encoding that the client takes: a phone may have a slow
 * network. The reply's status is the caller's.
 */
export async function sendUncached(
  reply: FastifyReply,
  { html, contentSecurityPolicy }: PageDocument,
  isDevelopment: boolean,
) {
  // Vite adds inline scripts of its own, which the policy would refuse.
  if (isDevelopment) reply.removeHeader('content-security-policy')
  else reply.header('content-security-policy', contentSecurityPolicy)
  reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
  const encoding = chooseEncoding(reply.request)
  if (encoding === 'identity') return reply.send(html)
  reply.header('content-encoding', encoding).header('vary', 'accept-encoding')
  return reply.send(await compressQuickly(Buffer.from(html), encoding))
}
