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

/** Sends a document that no cache may store. The reply's status is the caller's. */
export function sendUncached(
  reply: FastifyReply,
  { html, contentSecurityPolicy }: Omit<PageDocument, 'html'> & { html: string | Buffer },
  isDevelopment: boolean,
) {
  // Vite adds inline scripts of its own, which the policy would refuse.
  if (isDevelopment) reply.removeHeader('content-security-policy')
  else reply.header('content-security-policy', contentSecurityPolicy)
  reply.header('cache-control', 'no-store')
  return reply.type('text/html; charset=utf-8').send(html)
}

/** The same for a phone on a slow network: in the encoding that it takes. */
export async function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  document: PageDocument,
  isDevelopment: boolean,
) {
  const encoding = chooseEncoding(request)
  if (encoding === 'identity') return sendUncached(reply, document, isDevelopment)
  const html = await compressQuickly(Buffer.from(document.html), encoding)
  reply.header('content-encoding', encoding).header('vary', 'accept-encoding')
  return sendUncached(reply, { ...document, html }, isDevelopment)
}
