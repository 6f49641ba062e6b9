import type { FastifyInstance } from 'fastify'
import { ratingErrors } from '#/content/request-page.ts'
import { ratingTextLimit, shownNameLimit } from '#/contracts/limits.ts'
import { newRatingSchema } from '#/contracts/referrals/ratings.ts'
import { tokenPaths } from '#/contracts/routes.ts'
import { textsOf, tokenPageConfig } from '../lead/token-pages.ts'
import { type Rated, rateRequest, withdrawRating } from './rate-request.ts'
import {
  backToRequest,
  missingRequest,
  problemsByField,
  type RequestFormDeps,
} from './request-forms.ts'

const limits = { ratingText: ratingTextLimit, shownName: shownNameLimit }

/** The words for a rating that cannot be taken any more, or not yet. */
const refusals: Partial<Record<Rated, string>> = ratingErrors.refused

/** The rating on the page of a request: giving it, changing it, and taking back that it is published. Problems are by field. */
export function ratingPageRoutes(
  scope: FastifyInstance,
  { db, open, refuse }: RequestFormDeps,
): void {
  const config = tokenPageConfig

  scope.post(tokenPaths.requestRating, { config }, async (request, reply) => {
    const leadId = await open(request)
    const refuseWith = (problems: Record<string, string>) =>
      refuse(request, reply, leadId, {
        problems,
        typed: { ...textsOf(request.body), add: 'rating' },
      })
    const { data, error } = newRatingSchema.safeParse(request.body ?? {})
    if (!data) {
      const texts = ratingErrors.fields
      return refuseWith(problemsByField(error, { whole: 'came', texts, limits }))
    }
    const rated = await rateRequest(db, leadId, data)
    if (rated === 'gone') throw missingRequest()
    const refusal = refusals[rated]
    if (refusal) return refuseWith({ add: refusal })
    return backToRequest(request, reply, 'rating')
  })

  scope.post(tokenPaths.requestRatingRemoval, { config }, async (request, reply) => {
    await withdrawRating(db, await open(request))
    return backToRequest(request, reply, 'rating-withdrawn')
  })
}
