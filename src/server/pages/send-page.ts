import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type PageEncoding, pageEncodings } from './compress-page.ts'
import type { CachedPage } from './page-cache.ts'
import type { PageDocument } from './render-page.ts'

const encodings = new Negotiator({ supportedValues: [...pageEncodings] })

function chooseEncoding(request: FastifyRequest): PageEncoding {
  const accepted = request.headers['accept-encoding']
  return (accepted && (encodings.negotiate(accepted) as PageEncoding | null)) || 'identity'
}

/** Sends a cached page, or 304 to a browser that has it already. */
export function sendCached(request: FastifyRequest, reply: FastifyReply, page: CachedPage) {
  const encoding = chooseEncoding(request)
  reply
    .code(page.status)
    .header('etag', page.etag)
    // The browser may store the page, which makes back and forward instant, but asks each time.
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .header('content-security-policy', page.contentSecurityPolicy)
  const isKnown = request.headers['if-none-match']?.includes(page.etag)
  if (isKnown && page.status === 200) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(page.bodies[encoding])
}

/** Sends a document that nobody may store. The reply's status is the caller's. */
export function sendUncached(
  reply: FastifyReply,
  { html, contentSecurityPolicy }: PageDocument,
  isDevelopment: boolean,
) {
  // Vite adds inline scripts of its own, which the policy would refuse.
  if (isDevelopment) reply.removeHeader('content-security-policy')
  else reply.header('content-security-policy', contentSecurityPolicy)
  reply.header('cache-control', 'no-store')
  return reply.type('text/html; charset=utf-8').send(html)
}
