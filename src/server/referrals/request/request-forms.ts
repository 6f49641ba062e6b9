import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { additionErrors, tokenProblems } from '#/content/request-page.ts'
import {
  additionTextLimits,
  type FormAnswer,
  type RequestView,
} from '#/contracts/referrals/requests.ts'
import { requestPath } from '#/contracts/token-routes.ts'
import type { Database } from '#/server/db/database.ts'
import { AppError } from '#/server/http/errors.ts'
import { backTo } from '../../http/token-pages.ts'
import { addDetails } from './add-details.ts'
import { detailsSchema } from './details.ts'

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
 * What is wrong with a form, by field and in words; of a field only the first problem. What is wrong with
 * the whole form is said beside its field `whole`.
 */
export function problemsByField(
  { issues }: z.ZodError,
  whole: string,
  texts: Texts,
  limits: Partial<Record<string, number>>,
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
const fieldOf = { place: 'town', 'call-time': 'callTime', word: 'word' } as const

/** Stores what was typed. Returns the first thing that it says, what of it is new, and what is wrong, by field. */
export async function takeTexts(db: Database, leadId: number, typed: Record<string, string>) {
  const { data: additions, error } = detailsSchema.safeParse(typed)
  const wrong = (problems: Record<string, string>) => ({ said: undefined, added: [], problems })
  if (!additions) {
    return wrong(problemsByField(error, 'add', additionErrors.fields, additionTextLimits))
  }
  const became = await addDetails(db, leadId, additions)
  if (became === 'gone') throw missingRequest()
  if (became === 'closed') return wrong({ add: additionErrors.closed })
  if ('full' in became) return wrong({ [fieldOf[became.full]]: additionErrors.full })
  const problems: Record<string, string> = {}
  return { said: additions[0]?.add, added: became.added, problems }
}
