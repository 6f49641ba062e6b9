import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ReadyAnswer } from '../http/ready-answers.ts'
import {
  type ContentEncoding,
  cachedForever,
  contentEncodings,
  createChooseEncoding,
  isKnown,
  type WithHeaders,
} from '../http/representations.ts'
import { compressQuickly } from './compress-page.ts'
import type { CachedPage } from './page-cache.ts'
import { dictionaryRoot, type PageDictionary } from './page-dictionary.ts'
import type { PageDocument } from './render-page.ts'

const chooseEncoding = createChooseEncoding(contentEncodings)
const withDictionary = new Negotiator({ supportedValues: ['dcz'] })

/** The body for a browser that has this dictionary; undefined for all others. */
function bodyWithDictionary(
  { headers }: WithHeaders,
  { bodies: { dcz } }: CachedPage,
  dictionary: PageDictionary | undefined,
): Buffer | undefined {
  const available = headers['available-dictionary']
  if (available === undefined || available !== dictionary?.availableAs) return undefined
  return withDictionary.negotiate(String(headers['accept-encoding'])) ? dcz : undefined
}

type EncodedBody = { encoding: ContentEncoding | 'dcz'; body: Buffer }

function makeAnswer(
  page: CachedPage,
  dictionary: PageDictionary | undefined,
  sent: EncodedBody | undefined,
): ReadyAnswer {
  const headers: Record<string, string> = {
    etag: page.etag,
    // The browser may store the page, which makes back and forward instant, but asks each time.
    'cache-control': 'no-cache',
    vary: 'accept-encoding, available-dictionary',
    'content-security-policy': page.contentSecurityPolicy,
  }
  // Browsers that know what it is load it when they have nothing else to do.
  if (dictionary) headers.link = `<${dictionary.path}>; rel="compression-dictionary"`
  if (!sent) return { status: 304, headers }
  headers['content-type'] = 'text/html; charset=utf-8'
  if (sent.encoding !== 'identity') headers['content-encoding'] = sent.encoding
  return { status: page.status, headers, body: sent.body }
}

/** What a browser gets of a page: a body in an encoding, or nothing because it has the page. */
function chooseBody(
  request: WithHeaders,
  page: CachedPage,
  dictionary: PageDictionary | undefined,
): EncodedBody | undefined {
  if (page.status === 200 && isKnown(request, page.etag)) return undefined
  const dcz = bodyWithDictionary(request, page, dictionary)
  if (dcz) return { encoding: 'dcz', body: dcz }
  const encoding = chooseEncoding(request)
  return { encoding, body: page.bodies[encoding] }
}

/** The answers that were made: those with a body by that, and 304 by the page. */
const known = new WeakMap<Buffer | CachedPage, [PageDictionary | undefined, ReadyAnswer]>()

/** A cached page, or 304 for a browser that has it already. The same each time until the page changes. */
export function answerCached(
  request: WithHeaders,
  page: CachedPage,
  dictionary: PageDictionary | undefined,
): ReadyAnswer {
  const chosen = chooseBody(request, page, dictionary)
  const key = chosen?.body ?? page
  const [dictionaryBefore, answerBefore] = known.get(key) ?? []
  if (answerBefore && dictionaryBefore === dictionary) return answerBefore
  const answer = makeAnswer(page, dictionary, chosen)
  known.set(key, [dictionary, answer])
  return answer
}

/** The routes of the dictionary: only the one that this process has, under its own address. */
export function serveDictionary(app: FastifyInstance, made: () => PageDictionary | undefined) {
  app.get(`${dictionaryRoot}:name`, (request, reply) => {
    const dictionary = made()
    if (request.url !== dictionary?.path) return reply.callNotFound()
    const encoding = chooseEncoding(request)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply
      .headers({
        'cache-control': cachedForever,
        'use-as-dictionary': 'match="/*", match-dest=("document")',
        vary: 'accept-encoding',
      })
      .type('application/octet-stream')
      .send(dictionary.bodies[encoding])
  })
}

/** Sends a document that nobody may store. The reply's status is the caller's. */
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

/** The same for a phone on a slow network: compressed, in a hurry. */
export async function sendCompressed(
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
