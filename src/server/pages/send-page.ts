import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ReadyAnswer } from '../http/ready-answers.ts'
import {
  type ContentEncoding,
  contentEncodings,
  createChooseEncoding,
  isKnown,
  type WithHeaders,
} from '../http/representations.ts'
import type { CachedPage } from './page-cache.ts'
import type { EncodedDocument } from './recent-documents.ts'

const chooseEncoding = createChooseEncoding(contentEncodings)

type EncodedBody = { encoding: ContentEncoding; body: Buffer }

function makeAnswer(page: CachedPage, sent: EncodedBody | undefined): ReadyAnswer {
  const headers: Record<string, string> = {
    etag: page.etag,
    // The browser may store the page, which makes back and forward instant, but asks each time.
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    'content-security-policy': page.contentSecurityPolicy,
  }
  if (!sent) return { status: 304, headers }
  headers['content-type'] = 'text/html; charset=utf-8'
  if (sent.encoding !== 'identity') headers['content-encoding'] = sent.encoding
  return { status: page.status, headers, body: sent.body }
}

/** What a browser gets of a page: a body in an encoding, or nothing because it has the page. */
function chooseBody(request: WithHeaders, page: CachedPage): EncodedBody | undefined {
  if (page.status === 200 && isKnown(request, page.etag)) return undefined
  const encoding = chooseEncoding(request)
  return { encoding, body: page.bodies[encoding] }
}

/** The answers that were made: those with a body by that, and 304 by the page. */
const known = new WeakMap<Buffer | CachedPage, ReadyAnswer>()

/** A cached page, or 304 for a browser that has it already. The same each time until the page changes. */
export function answerCached(request: WithHeaders, page: CachedPage): ReadyAnswer {
  const chosen = chooseBody(request, page)
  const key = chosen?.body ?? page
  const before = known.get(key)
  if (before) return before
  const answer = makeAnswer(page, chosen)
  known.set(key, answer)
  return answer
}

/** Sends a document that nobody may store. The reply's status is the caller's. */
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
