import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DocumentToRender } from '#/contracts/pages/documents.ts'
import {
  type ContentEncoding,
  contentEncodings,
  createChooseEncoding,
  isKnown,
} from '../http/representations.ts'
import { compressQuickly } from './compress-page.ts'
import type { CachedPage } from './page-cache.ts'
import type { PageDocument } from './render-page.ts'

/** How long one is kept at most: it may show what is erased meanwhile. */
const keptMs = 10_000

/** The most that are kept, some 15 KB each. */
const mostKept = 100

/** A document as it is sent in one encoding. */
type EncodedDocument = Omit<PageDocument, 'html'> & { html: string | Buffer }

/**
 * Renders and compresses documents, and keeps each for a moment: one that is asked for again and has
 * not changed costs no more work. What is rendered depends on nothing but what is wanted, so none is
 * out of date.
 */
export function createRecentDocuments(render: (wanted: DocumentToRender) => Promise<PageDocument>) {
  const recent = new Map<string, Promise<EncodedDocument>>()

  async function make(wanted: DocumentToRender, encoding: ContentEncoding) {
    const document = await render(wanted)
    if (encoding === 'identity') return document
    return { ...document, html: await compressQuickly(Buffer.from(document.html), encoding) }
  }

  return (wanted: DocumentToRender, encoding: ContentEncoding): Promise<EncodedDocument> => {
    const key = JSON.stringify([encoding, wanted])
    const known = recent.get(key)
    if (known) return known
    if (recent.size >= mostKept) recent.clear()
    if (recent.size === 0) setTimeout(() => recent.clear(), keptMs).unref()
    const making = make(wanted, encoding)
    recent.set(key, making)
    making.catch(() => recent.delete(key))
    return making
  }
}

const chooseEncoding = createChooseEncoding(contentEncodings)

/** Sends a cached page, or 304 to a browser that has it already. */
export function sendCached(request: FastifyRequest, reply: FastifyReply, page: CachedPage) {
  reply.headers({
    etag: page.etag,
    // The browser may store the page, which makes back and forward instant, but asks each time.
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    'content-security-policy': page.contentSecurityPolicy,
  })
  if (page.status === 200 && isKnown(request, page.etag)) return reply.code(304).send()
  const encoding = chooseEncoding(request)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  reply.header('content-type', 'text/html; charset=utf-8')
  return reply.code(page.status).send(page.bodies[encoding])
}

/** Sends a document that no cache may store. The reply's status is the caller's. */
export function sendUncached(
  reply: FastifyReply,
  { html, contentSecurityPolicy }: EncodedDocument,
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
  make: (encoding: ContentEncoding) => Promise<EncodedDocument>,
  isDevelopment: boolean,
) {
  const encoding = chooseEncoding(request)
  const document = await make(encoding)
  if (encoding !== 'identity') {
    reply.header('content-encoding', encoding).header('vary', 'accept-encoding')
  }
  return sendUncached(reply, document, isDevelopment)
}
