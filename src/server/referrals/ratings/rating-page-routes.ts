import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { additionErrors, ratingErrors, tokenProblems } from '#/content/request-page.ts'
import { ratingTextLimit, shownNameLimit } from '#/contracts/limits.ts'
import { newRatingSchema } from '#/contracts/ratings.ts'
import { requestPath, tokenPaths } from '#/contracts/routes.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import type { RequestedLead } from '../requests/read-request.ts'
import type { RecordByVisitor } from '../requests/record-by-visitor.ts'
import { backTo, tokenPageConfig } from '../token-pages.ts'
import { type Rated, rateRequest, withdrawRating } from './rate-request.ts'

/** What the routes of a rating need of the page that they belong to. */
export type RatingPageDeps = {
  db: Database
  recordByVisitor: RecordByVisitor
  open: (request: FastifyRequest) => Promise<RequestedLead>
  /** The page with what is wrong, by field. */
  refuse: (
    request: FastifyRequest,
    reply: FastifyReply,
    lead: RequestedLead,
    problems: Record<string, string>,
  ) => Promise<unknown>
}

const limits: Partial<Record<string, number>> = {
  ratingText: ratingTextLimit,
  shownName: shownNameLimit,
}

/** The words for what can be wrong with a field. */
function wordsFor(field: string, problem: string): string {
  const words: Partial<Record<string, Partial<Record<string, string>>>> = ratingErrors.fields
  const text = words[field]?.[problem] ?? additionErrors.unreadable
  return text.replace('{max}', String(limits[field] ?? 0))
}

/** The words for a rating that cannot be taken any more, or not yet. */
const refusals: Partial<Record<Rated, string>> = ratingErrors.refused

/** The rating on the page of a request: giving it, changing it, and taking back that it is published. */
export function ratingPageRoutes(
  scope: FastifyInstance,
  { db, recordByVisitor, open, refuse }: RatingPageDeps,
): void {
  const config = tokenPageConfig
  const pathOf = ({ params }: FastifyRequest) => requestPath((params as { token: string }).token)

  scope.post(tokenPaths.requestRating, { config }, async (request, reply) => {
    const lead = await open(request)
    const { data, error } = newRatingSchema.safeParse(request.body ?? {})
    if (!data) {
      const problems = error.issues.map(({ path: [field = 'came'], message }) => [
        String(field),
        wordsFor(String(field), message),
      ])
      return refuse(request, reply, lead, Object.fromEntries(problems.reverse()))
    }
    const rated = await rateRequest(db, lead.id, data, recordByVisitor)
    if (rated === 'gone') throw new AppError('not_found', tokenProblems.request.missing.text)
    const refusal = refusals[rated]
    if (refusal) return refuse(request, reply, lead, { add: refusal })
    return backTo(reply, `${pathOf(request)}?added=rating`)
  })

  scope.post(tokenPaths.requestRatingRemoval, { config }, async (request, reply) => {
    const lead = await open(request)
    await withdrawRating(db, lead.id, recordByVisitor)
    return backTo(reply, `${pathOf(request)}?added=rating-withdrawn`)
  })
}
