import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { mostReviews } from '#/content/testimonials.ts'
import { api } from '#/contracts/endpoints/api.ts'
import type { Review } from '#/contracts/referrals/ratings.ts'
import {
  type OwnReview,
  ownReviewChangeSchema,
  ownReviewSchema,
} from '#/contracts/settings/own-review.ts'
import type { Database } from '../db/database.ts'
import { changeSetting, readSetting } from '../db/settings.ts'
import { AppError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'

/** For the audit log, without the customer's name. */
const inWords = ({ rating, date }: Review) => `${rating} of 5, ${date}`

/** Reviews of customers that the owner has from elsewhere: the home page shows them after the ratings. */
export function addOwnReviewRoutes(app: FastifyInstance, db: Database): void {
  const answer = z.array(ownReviewSchema)

  /** Stores other ones. */
  const change = (next: (reviews: OwnReview[]) => OwnReview[]) =>
    changeSetting(db, 'ownReviews', next)

  serve(app, api.ownReviews, { answer }, () => readSetting(db, 'ownReviews'))

  serve(app, api.addOwnReview, { body: ownReviewChangeSchema, answer }, async (request) => {
    request.audit({ subject: inWords(request.body) })
    return change((reviews) => {
      if (reviews.length < mostReviews) return [...reviews, { id: randomUUID(), ...request.body }]
      const message = `There is room for ${mostReviews}. Take one off first.`
      throw new AppError('conflict', message)
    })
  })

  serve(app, api.removeOwnReview, { answer }, async (request) =>
    change((reviews) => {
      const gone = reviews.find(({ id }) => id === request.params.reviewId)
      if (gone) request.audit({ subject: inWords(gone) })
      return reviews.filter((review) => review !== gone)
    }),
  )
}
