import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import {
  listedRatingSchema,
  publicationSchema,
  ratingSchema,
} from '#/contracts/referrals/ratings.ts'
import type { Database } from '../../db/database.ts'
import { serve } from '../../http/serve.ts'
import { signedInAs } from '../../http/sessions.ts'
import { publishRating, takeRatingOff } from './rate-request.ts'
import { listRatings, readRating } from './read-ratings.ts'

/** What the routes of ratings need. */
type RatingDeps = {
  db: Database
  /** Called once what the site shows has changed. Other processes learn of it by a signal. */
  onPublished: () => void
}

const answer = ratingSchema.nullable()

/** Adds the routes of what visitors say of how it went, and whether it is on the site. */
export function addRatingRoutes(app: FastifyInstance, { db, onPublished }: RatingDeps): void {
  serve(app, api.ratings, { answer: z.array(listedRatingSchema) }, () => listRatings(db))

  serve(app, api.publishRating, { body: publicationSchema, answer }, async (request) => {
    const { leadId } = request.params
    request.audit({ subject: `lead ${leadId}` })
    const wanted = { ...request.body, actor: signedInAs(request) }
    await db.transaction((tx) => publishRating(tx, leadId, wanted))
    onPublished()
    return readRating(db, leadId)
  })

  serve(app, api.takeRatingOff, { answer }, async (request) => {
    const { leadId } = request.params
    request.audit({ subject: `lead ${leadId}` })
    await db.transaction((tx) => takeRatingOff(tx, leadId, signedInAs(request)))
    onPublished()
    return readRating(db, leadId)
  })
}
