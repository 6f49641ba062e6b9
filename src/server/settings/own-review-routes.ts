import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { mostReviews } from '#/content/testimonials.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { shownNameLimit } from '#/contracts/limits.ts'
import type { Review } from '#/contracts/referrals/ratings.ts'
import type { OwnReview } from '#/contracts/settings/setting-types.ts'
import { withoutDirectionMarks } from '#/contracts/text.ts'
import type { Database } from '../db/database.ts'
import { changeSetting, readSetting } from '../db/settings.ts'
import { AppError } from '../http/errors.ts'
import { serve } from '../http/serve.ts'
import { sentText, typedText } from '../texts/texts.ts'

const line = (limit: number, missing: string) =>
  typedText(limit, missing, ' ')
    .overwrite((text) => withoutDirectionMarks(text).replace(/\s+/g, ' '))
    .regex(/\p{L}/u, missing)

const longestText = 600

const monthProblem = 'Please enter a month such as 2026-03, not a future one.'

/** What the owner types of a review that a customer wrote elsewhere. */
const ownReviewChangeSchema = z
  .object({
    name: line(shownNameLimit, 'Please enter the name as the review shows it.'),
    location: line(shownNameLimit, 'Please enter the town.'),
    rating: z.enum(['1', '2', '3', '4', '5'], 'Please choose the stars.'),
    text: line(longestText, 'Please enter what the review says, word for word.'),
    source: z.enum(['google', 'facebook', 'yelp', 'other'], 'Please choose where they posted it.'),
    month: sentText(monthProblem)
      .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, monthProblem)
      .refine((month) => month <= new Date().toISOString().slice(0, 7), monthProblem),
    isReal: z.literal('yes', 'Please confirm that a customer wrote it and agreed to show it here.'),
  })
  .transform(({ rating, source, month, isReal: _, ...review }): Review => {
    const middle = new Date(`${month}-15T12:00Z`)
    return {
      ...review,
      rating: Number(rating),
      service: '',
      date: middle.toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
      ...(source !== 'other' && { source }),
    }
  })

/** For the audit log, without the customer's name. */
const inWords = ({ rating, date }: Review) => `${rating} of 5, ${date}`

/** Reviews of customers that the owner has from elsewhere: the home page shows them after the ratings. */
export function addOwnReviewRoutes(app: FastifyInstance, db: Database): void {
  const change = (next: (reviews: OwnReview[]) => OwnReview[]) =>
    changeSetting(db, 'ownReviews', next)

  serve(app, api.ownReviews, {}, () => readSetting(db, 'ownReviews'))

  serve(app, api.addOwnReview, { body: ownReviewChangeSchema }, async (request) => {
    request.audit({ subject: inWords(request.body) })
    return change((reviews) => {
      if (reviews.length < mostReviews) return [...reviews, { id: randomUUID(), ...request.body }]
      throw new AppError('conflict', `You can show ${mostReviews} reviews. Remove one first.`)
    })
  })

  serve(app, api.removeOwnReview, {}, async (request) =>
    change((reviews) => {
      const gone = reviews.find(({ id }) => id === request.params.reviewId)
      if (gone) request.audit({ subject: inWords(gone) })
      return reviews.filter((review) => review !== gone)
    }),
  )
}
