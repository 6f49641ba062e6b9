import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import { leadIdParamsSchema } from '#/contracts/leads/leads.ts'
import {
  listedRatingSchema,
  publicationSchema,
  ratingSchema,
} from '#/contracts/referrals/ratings.ts'
import type { Database } from '../../db/database.ts'
import { dataOf } from '../../http/answer-schemas.ts'
import { signedInAs } from '../../http/sessions.ts'
import { publishRating, takeRatingOff } from './rate-request.ts'
import { listRatings, readRating } from './read-ratings.ts'

/** What the routes of ratings need. */
type RatingDeps = {
  db: Database
  /** Called once what the site shows has changed. Other processes learn of it by a signal. */
  onPublished: () => void
}

const params = leadIdParamsSchema
const answer = dataOf(ratingSchema.nullable())

/** What visitors say of how it went, and whether it is on the site. Admins only. */
export function ratingRoutes({ db, onPublished }: RatingDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      api.ratings.path,
      { schema: { response: dataOf(z.array(listedRatingSchema)) } },
      async () => ({ data: await listRatings(db) }),
    )

    app.get(
      api.leadRating.path,
      { schema: { params, response: answer } },
      async ({ params: { leadId } }) => ({ data: await readRating(db, leadId) }),
    )

    app.put(
      api.publishRating.path,
      { schema: { params, body: publicationSchema, response: answer } },
      async (request) => {
        const { leadId } = request.params
        request.audit({ subject: `lead ${leadId}` })
        const wanted = { ...request.body, actor: signedInAs(request) }
        await db.transaction((tx) => publishRating(tx, leadId, wanted))
        onPublished()
        return { data: await readRating(db, leadId) }
      },
    )

    app.delete(
      api.takeRatingOff.path,
      { schema: { params, response: answer } },
      async (request) => {
        const { leadId } = request.params
        request.audit({ subject: `lead ${leadId}` })
        await db.transaction((tx) => takeRatingOff(tx, leadId, signedInAs(request)))
        onPublished()
        return { data: await readRating(db, leadId) }
      },
    )
  }
}
