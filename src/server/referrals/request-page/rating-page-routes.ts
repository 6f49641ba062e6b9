import type { FastifyInstance } from 'fastify'
import { ratingErrors } from '#/content/request-page.ts'
import { ratingTextLimit, shownNameLimit } from '#/contracts/limits.ts'
import { newRatingSchema } from '#/contracts/referrals/ratings.ts'
import { tokenPaths } from '#/contracts/routes.ts'
import {
  backToRequest,
  missingRequest,
  problemsByField,
  type RequestFormDeps,
} from './request-forms.ts'
import { tokenPageConfig } from '../lead/token-pages.ts'
import { type Rated, rateRequest, withdrawRating } from './rate-request.ts'

const limits = { ratingText: ratingTextLimit, shownName: shownNameLimit }

/** The words for a rating that cannot be taken any more, or not yet. */
const refusals: Partial<Record<Rated, string>> = ratingErrors.refused

/** The rating on the page of a request: giving it, changing it, and taking back that it is published. Problems are by field. */
export function ratingPageRoutes(
  scope: FastifyInstance,
  { db, recordByVisitor, open, refuse }: RequestFormDeps<Record<string, string>>,
): void {
  const config = tokenPageConfig

  scope.post(tokenPaths.requestRating, { config }, async (request, reply) => {
    const lead = await open(request)
    const { data, error } = newRatingSchema.safeParse(request.body ?? {})
    if (!data) {
      const texts = ratingErrors.fields
      const problems = problemsByField(error, { whole: 'came', texts, limits })
      return refuse(request, reply, lead, problems)
    }
    const rated = await rateRequest(db, lead.id, data, recordByVisitor)
    if (rated === 'gone') throw missingRequest()
    const refusal = refusals[rated]
    if (refusal) return refuse(request, reply, lead, { add: refusal })
    return backToRequest(request, reply, 'rating')
  })

  scope.post(tokenPaths.requestRatingRemoval, { config }, async (request, reply) => {
    const lead = await open(request)
    await withdrawRating(db, lead.id, recordByVisitor)
    return backToRequest(request, reply, 'rating-withdrawn')
  })
}
