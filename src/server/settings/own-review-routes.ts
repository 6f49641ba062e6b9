import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { mostReviews } from '#/content/testimonials.ts'
import { api } from '#/contracts/endpoints/api.ts'
import type { Review } from '#/contracts/referrals/ratings.ts'
import {
  type OwnReview,
  ownReviewChangeSchema,
  ownReviewSchema,
} from '#/contracts/settings/own-review.ts'
import { sentText } from '#/contracts/text.ts'
import type { Database } from '../db/database.ts'
import { changeSetting, readSetting } from '../db/settings.ts'
import { dataOf } from '../http/answer-schemas.ts'
import { AppError } from '../http/errors.ts'

/** For the audit log, without the customer's name. */
const inWords = ({ rating, date }: Review) => `${rating} of 5, ${date}`

/** Reviews of customers that the owner has from elsewhere: the home page shows them after the ratings. */
export function ownReviewRoutes(db: Database): FastifyPluginAsyncZod {
  const response = dataOf(z.array(ownReviewSchema))
  const params = z.object({ reviewId: sentText().max(100) })

  /** Stores other ones. */
  const change = async (next: (reviews: OwnReview[]) => OwnReview[]) => ({
    data: await changeSetting(db, 'ownReviews', next),
  })

  return async (app) => {
    app.get(api.ownReviews.path, { schema: { response } }, async () => ({
      data: await readSetting(db, 'ownReviews'),
    }))

    app.post(
      api.addOwnReview.path,
      { schema: { body: ownReviewChangeSchema, response } },
      async (request) => {
        request.audit({ subject: inWords(request.body) })
        return change((reviews) => {
          if (reviews.length < mostReviews)
            return [...reviews, { id: randomUUID(), ...request.body }]
          const message = `There is room for ${mostReviews}. Take one off first.`
          throw new AppError('conflict', message)
        })
      },
    )

    app.delete(api.removeOwnReview.path, { schema: { params, response } }, async (request) =>
      change((reviews) => {
        const gone = reviews.find(({ id }) => id === request.params.reviewId)
        if (gone) request.audit({ subject: inWords(gone) })
        return reviews.filter((review) => review !== gone)
      }),
    )
  }
}
