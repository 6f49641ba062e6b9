import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentEncodings, createChooseEncoding, isKnown } from '../http/representations.ts'
import type { CachedPage } from './page-cache.ts'
import type { PageDocument } from './render-page.ts'

const chooseEncoding = createChooseEncoding(contentEncodings)

/** Sends a cached page, or 304 to a browser that has it already. */
export function sendCached(request: FastifyRequest, reply: FastifyReply, page: CachedPage) {
  const encoding = chooseEncoding(request)
  reply.code(page.status).headers({
    etag: page.etag,
    // The browser may store the page, which makes back and forward instant, but asks each time.
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    'content-security-policy': page.contentSecurityPolicy,
  })
  if (page.status === 200 && isKnown(request, page.etag)) return reply.code(304).send()
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
