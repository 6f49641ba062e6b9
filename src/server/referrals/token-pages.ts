import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { tokenProblems } from '#/content/request-page.ts'
import type { DocumentToRender, TokenProblem } from '#/contracts/documents.ts'
import type { Database } from '../db/database.ts'
import { clientKey } from '../http/client-address.ts'
import { AppError, prepareErrorReply } from '../http/errors.ts'
import { hashLinkToken } from '../http/link-tokens.ts'
import { createRateLimiter } from '../http/rate-limits.ts'

/** Nobody may keep these pages, list them, or be told their address. */
const headers = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

/** Wrong links of one client. People come here by links that work. */
const guessLimits = [
  { name: 'token-minute', points: 20, seconds: 60 },
  { name: 'token-day', points: 200, seconds: 24 * 3600 },
]

/** Sends a page that is opened by the secret in its address. */
export type SendTokenPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: Extract<DocumentToRender, { kind: 'request' | 'offer' | 'token-problem' }>,
) => Promise<unknown>

/** What pages that are opened by the secret in their address need. */
export type TokenPageDeps = { db: Database; sendTokenPage: SendTokenPage }

/** What each route of such pages says of itself. */
export const tokenPageConfig = { isTokenPage: true } as const

/** Opens such a page: finds what the secret in a request's address leads to. */
export type OpenByToken = <Found>(
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
 * of these, a page for each failure, and one answer to every wrong secret. Wrong ones are counted by
 * client; whoever has tried too many is refused right ones too, so that there is nothing to learn.
 */
export function createTokenPages(
  scope: FastifyInstance,
  { db, sendTokenPage }: TokenPageDeps,
  missing: TokenProblem,
): OpenByToken {
  const guesses = createRateLimiter(db, guessLimits, tokenProblems.tooMany.text)

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
    guesses.assertLeft(client)
    const { token } = request.params as { token: string }
    const found = await find(hashLinkToken(token))
    if (found !== undefined) return found
    guesses.consume(client)
    throw new AppError('not_found', missing.text)
  }
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
