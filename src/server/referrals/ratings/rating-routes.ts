import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import type { Database } from '../../db/database.ts'
import { serve } from '../../http/serve.ts'
import { signedInAs } from '../../http/sessions.ts'
import { publishRating, takeRatingOff } from './rate-request.ts'
import { listRatings, readRating } from './read-ratings.ts'

/** Publishes the version of a rating that was read: another version is refused. */
const publicationSchema = z.object({ version: z.int() })

type RatingDeps = {
  db: Database
  /** Called once what the site shows has changed. Other processes learn of it by a signal. */
  onPublished: () => void
}

/** Adds the routes of what visitors say of how it went, and whether it is on the site. */
export function addRatingRoutes(app: FastifyInstance, { db, onPublished }: RatingDeps): void {
  serve(app, api.ratings, {}, () => listRatings(db))

  serve(app, api.publishRating, { body: publicationSchema }, async (request) => {
    const { leadId } = request.params
    const wanted = { ...request.body, actor: signedInAs(request) }
    await db.transaction((tx) => publishRating(tx, leadId, wanted))
    onPublished()
    return readRating(db, leadId)
  })

  serve(app, api.takeRatingOff, {}, async (request) => {
    const { leadId } = request.params
    await db.transaction((tx) => takeRatingOff(tx, leadId, signedInAs(request)))
    onPublished()
    return readRating(db, leadId)
  })
}
