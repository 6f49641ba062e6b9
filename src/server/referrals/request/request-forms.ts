import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { additionErrors, tokenProblems } from '#/content/request-page.ts'
import type { FormAnswer, RequestView } from '#/contracts/referrals/requests.ts'
import { requestPath } from '#/contracts/routes.ts'
import type { Database } from '#/server/db/database.ts'
import { AppError } from '#/server/http/errors.ts'
import { backTo } from '../../http/token-pages.ts'

/** What the routes of a form need of the page of a request, to which it belongs. */
export type RequestFormDeps = {
  db: Database
  /** Returns the number of the lead. */
  open: (request: FastifyRequest) => Promise<number>
  /** Sends the page with what is wrong. */
  refuse: (
    request: FastifyRequest,
    reply: FastifyReply,
    leadId: number,
    answer: FormAnswer,
  ) => Promise<unknown>
}

type Texts = Partial<Record<string, Partial<Record<string, string>>>>

/**
 * What is wrong with a form, by field and in words; of a field only the first problem. `whole` is the
 * field beside which it is said that the whole form cannot be read.
 */
export function problemsByField(
  { issues }: z.ZodError,
  {
    whole,
    texts,
    limits,
  }: { whole: string; texts: Texts; limits: Partial<Record<string, number>> },
): Record<string, string> {
  const problems = issues.map(({ path: [named = whole], message }) => {
    const field = String(named)
    const text = texts[field]?.[message] ?? additionErrors.unreadable
    return [field, text.replace('{max}', (limits[field] ?? 0).toLocaleString('en-US'))]
  })
  return Object.fromEntries(problems.reverse())
}

/** The address of the page itself, for its forms. */
export const requestPathOf = ({ params }: FastifyRequest) =>
  requestPath((params as { token: string }).token)

/** Leads back to the page, which says what was just added. */
export const backToRequest = (
  request: FastifyRequest,
  reply: FastifyReply,
  added: NonNullable<RequestView['added']>,
) => backTo(reply, `${requestPathOf(request)}?added=${added}`)

/** For a request that was erased meanwhile, or has no such part. */
export const missingRequest = () => new AppError('not_found', tokenProblems.request.missing.text)

/** The field beside which it is said that a request has as much as it may. */
export const fieldOf = {
  place: 'town',
  'call-time': 'callTime',
  word: 'word',
  withdrawn: 'add',
  'wanted-again': 'add',
  'cannot-wait': 'add',
  'can-wait': 'add',
} as const
