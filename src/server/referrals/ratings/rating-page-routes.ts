import type { FastifyInstance } from 'fastify'
import { additionErrors, ratingErrors } from '#/content/request-page.ts'
import { ratingTextLimit, shownNameLimit } from '#/contracts/limits.ts'
import { newRatingSchema } from '#/contracts/referrals/ratings.ts'
import { tokenPaths } from '#/contracts/routes.ts'
import { backToRequest, missingRequest, type RequestFormDeps } from '../requests/request-forms.ts'
import { tokenPageConfig } from '../token-pages.ts'
import { type Rated, rateRequest, withdrawRating } from './rate-request.ts'

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
      const problems = error.issues.map(({ path: [field = 'came'], message }) => [
        String(field),
        wordsFor(String(field), message),
      ])
      return refuse(request, reply, lead, Object.fromEntries(problems.reverse()))
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
