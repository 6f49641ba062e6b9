import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { tokenProblems } from '#/content/request-page.ts'
import type { TokenProblem } from '#/contracts/pages/documents.ts'
import { tokenPaths } from '#/contracts/token-routes.ts'
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

/** Wrong links of one client. People come here by links that work. */
const guessLimits = [
  { name: 'token-minute', points: 20, seconds: 60 },
  { name: 'token-day', points: 200, seconds: 24 * 3600 },
]

/** What pages that are opened by the secret in their address need. */
export type TokenPageDeps = { db: Database; sendTokenPage: SendTokenPage }

/** The addresses of photographs on such pages. */
const photoPaths: readonly string[] = [tokenPaths.requestPhoto, tokenPaths.offerPhoto]

/** What each route of such pages says of itself. */
export const tokenPageConfig = { isTokenPage: true } as const

/** Opens such a page: finds what the secret in a request's address leads to. */
type OpenByToken = <Found>(
  request: FastifyRequest,
  find: (tokenHash: string) => Promise<Found | undefined>,
) => Promise<Found>

function problemOf({ status, message }: AppError, missing: TokenProblem): TokenProblem {
  if (status === 404) return missing
  if (status === 429) return tokenProblems.tooMany
  if (status >= 500) return tokenProblems.away
  return { heading: tokenProblems.refused, text: message }
}

/**
 * Makes the routes of a scope pages that are opened by the secret in their address: with the headers
 * of these, a page for each failure, and one answer to every wrong secret. What a client opens and what it
 * tries are counted apart, once it is known which it is: a right secret opens however many wrong ones
 * were tried from its network. It has 128 random bits, which cannot be found by trying.
 */
export function createTokenPages(
  scope: FastifyInstance,
  { sendTokenPage }: TokenPageDeps,
  missing: TokenProblem,
): OpenByToken {
  const takeGuess = createRateLimiter(guessLimits, tokenProblems.tooMany.text)
  const takePage = createRateLimiter(pageLimits, tokenProblems.tooMany.text)
  const takePhoto = createRateLimiter(photoLimits, tokenProblems.tooMany.text)

  scope.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
  scope.setErrorHandler((error, request, reply) => {
    const appError = prepareErrorReply(error, request, reply)
    const problem = problemOf(appError, missing)
    return sendTokenPage(request, reply, { kind: 'token-problem', problem })
  })

  return async (request, find) => {
    const client = clientKey(request.ip)
    const { token } = request.params as { token: string }
    const found = await find(hashLinkToken(token))
    if (found !== undefined) {
      const isPhoto = photoPaths.includes(request.routeOptions.url ?? '')
      if (isPhoto) takePhoto(client)
      else takePage(client)
      return found
    }
    takeGuess(client)
    throw new AppError('not_found', missing.text)
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

/** The texts of a form. Nothing else can be typed into one. */
export const textsOf = (body: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((body as Record<string, unknown>) ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )

/** Leads back to a page after a form of it was taken. */
export function backTo(reply: FastifyReply, path: string) {
  return reply.redirect(path, 303)
}
