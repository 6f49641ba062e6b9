import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { tokenProblems } from '#/content/request-page.ts'
import type { TokenDocument, TokenProblem } from '#/contracts/pages/documents.ts'
import { pathWith, photoEnd } from '#/contracts/token-routes.ts'
import type { Database } from '#/server/db/database.ts'
import { clientKey } from '#/server/http/client-address.ts'
import { AppError, prepareErrorReply } from '#/server/http/errors.ts'
import { hashLinkToken, type SendTokenPage } from '#/server/http/link-tokens.ts'
import { createRateLimiter } from '#/server/http/rate-limits.ts'

/** No cache may keep these pages, no search engine list them, and no other site learn their address. */
const headers = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

/**
 * Pages and forms of one client: five a second for everybody in an office, far more than they open,
 * and so few that others wait for none of them.
 */
const pageLimits = [{ name: 'token-pages', points: 300, seconds: 60 }]

/** Photographs of one client: a page shows up to six. */
const photoLimits = [{ name: 'token-photos', points: 1200, seconds: 60 }]

/** As a form a character of a text may take nine bytes. */
const formLimit = 32 * 1024

/** What pages that are opened by the secret in their address need. */
export type TokenPageDeps = { db: Database; sendTokenPage: SendTokenPage }

/** What became of a form: what is wrong with it, for the page to say, or what the page says was just added. */
type FormResult<Answer> = { refused?: Answer; added?: string }

/** A page that is opened by the secret in its address, and its forms, by the ends of their addresses. */
type TokenPage<Found, Answer, End extends string> = {
  path: string
  /** Stands there for every wrong secret. */
  missing: TokenProblem
  find: (tokenHash: string, request: FastifyRequest) => Promise<Found | undefined>
  /** `path` is the address of the page itself, `answer` what was wrong with a form of it. */
  show: (
    found: Found,
    at: { path: string; request: FastifyRequest },
    answer: Answer | null,
  ) => Promise<TokenDocument>
  forms: readonly End[]
  take: (
    found: Found,
    form: { end: End; typed: Record<string, string>; request: FastifyRequest },
  ) => Promise<FormResult<Answer>>
  /** Sends a photograph, where it shows some. */
  sendPhoto?: (found: Found, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}

function problemOf({ status, message }: AppError, missing: TokenProblem): TokenProblem {
  if (status === 404) return missing
  if (status === 429) return tokenProblems.tooMany
  if (status >= 500) return tokenProblems.away
  return { heading: tokenProblems.refused, text: message }
}

/**
 * Adds a page that is opened by the secret in its address: with the headers of these, a page for each
 * failure, and one answer to every wrong secret. Only what a client opens is counted: a right secret opens
 * however many wrong ones were tried from its network. It has 128 random bits, which cannot be found by trying.
 * A form leads back to the page, or to the page with what is wrong: none needs a script.
 */
export async function addTokenPage<Found, Answer, End extends string>(
  scope: FastifyInstance,
  { sendTokenPage }: TokenPageDeps,
  { path, missing, find, show, forms, take, sendPhoto }: TokenPage<Found, Answer, End>,
): Promise<void> {
  const takePage = createRateLimiter(pageLimits, tokenProblems.tooMany.text)
  const takePhoto = createRateLimiter(photoLimits, tokenProblems.tooMany.text)
  const config = { isTokenPage: true } as const

  await scope.register(formbody, { bodyLimit: formLimit })
  scope.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
  scope.setErrorHandler((error, request, reply) => {
    const appError = prepareErrorReply(error, request, reply)
    const problem = problemOf(appError, missing)
    return sendTokenPage(reply, { kind: 'token-problem', problem })
  })

  async function open(request: FastifyRequest, take = takePage): Promise<Found> {
    const { token } = request.params as { token: string }
    const found = await find(hashLinkToken(token), request)
    if (found === undefined) throw new AppError('not_found', missing.text)
    take(clientKey(request.ip))
    return found
  }

  const pathOf = ({ params }: FastifyRequest) => pathWith(path, params as Record<string, string>)

  scope.get(path, { config }, async (request, reply) => {
    const found = await open(request)
    const page = await show(found, { path: pathOf(request), request }, null)
    return sendTokenPage(reply, page)
  })

  if (sendPhoto) {
    scope.get(path + photoEnd, { config }, async (request, reply) =>
      sendPhoto(await open(request, takePhoto), request, reply),
    )
  }

  for (const end of forms) {
    scope.post(path + end, { config }, async (request, reply) => {
      const found = await open(request)
      const result = await take(found, { end, typed: textsOf(request.body), request })
      const at = pathOf(request)
      if (result.refused) {
        const page = await show(found, { path: at, request }, result.refused)
        return sendTokenPage(reply.code(400), page)
      }
      return reply.redirect(result.added ? `${at}?added=${result.added}` : at, 303)
    })
  }
}

/**
 * Leads to the page of a link that has something behind it: mail programs and people take a bracket,
 * a full stop or a slash along. It asks for no page, so that it says nothing of the secret.
 */
export function dropStrayEndings(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { method, url, is404, params } = request
    const [path] = /^\/(request|offer|contractor)\/[\w-]{22}/.exec(url) ?? []
    const { token } = params as { token?: string }
    if (!path || !['GET', 'HEAD'].includes(method) || (!is404 && path.endsWith(`/${token}`))) return
    const query = /\?.*/.exec(url)?.[0] ?? ''
    return reply.headers(headers).redirect(path + query, 308)
  })
}

/** The number of this name in the address of a request; 0 for what is no number. */
export function idIn({ params }: FastifyRequest, name: 'photoId' | 'offerId'): number {
  const value = String((params as Record<string, string | number>)[name])
  return /^\d{1,15}$/.test(value) ? Number(value) : 0
}

/** The texts of a form. Nothing else can be typed into one. */
const textsOf = (body: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((body as Record<string, unknown>) ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
