import { eq } from 'drizzle-orm'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { leadIdParamsSchema } from '#/contracts/leads/leads.ts'
import { urgencySchema } from '#/contracts/referrals/offers.ts'
import {
  listedRatingSchema,
  publicationSchema,
  ratingSchema,
} from '#/contracts/referrals/ratings.ts'
import { additionsSchema } from '#/contracts/referrals/requests.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { leads } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { dataOf } from '../../http/answer-schemas.ts'
import { AppError } from '../../http/errors.ts'
import { signedInAs } from '../../http/sessions.ts'
import { holdLead } from '../lead/held-lead.ts'
import { readAdditions, sendPhoto } from '../lead/read-additions.ts'
import { setCannotWait } from '../offers/lead-changes.ts'
import { publishRating, takeRatingOff } from './rate-request.ts'
import { listRatings, readRating } from './read-ratings.ts'

const params = leadIdParamsSchema

/** What visitors have added to their requests, and whether what they wrote is urgent. Admins only. */
export function additionRoutes({ db }: { db: Database }): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      apiPaths.leadAdditions,
      { schema: { params, response: dataOf(additionsSchema) } },
      async ({ params: { leadId } }) => {
        if ((await db.$count(leads, eq(leads.id, leadId))) === 0) {
          throw new AppError('not_found', `There is no lead number ${leadId}.`)
        }
        return { data: await readAdditions(db, leadId) }
      },
    )

    app.put(
      apiPaths.leadUrgency,
      { schema: { params, body: urgencySchema, response: dataOf(urgencySchema) } },
      async (request) => {
        const { leadId } = request.params
        const { cannotWait } = request.body
        request.audit({ subject: `lead ${leadId}, ${cannotWait ? 'yes' : 'no'}` })
        await db.transaction(async (tx) => {
          const lead = await holdLead(tx, leadId)
          if (!lead) throw new AppError('not_found', `There is no lead number ${leadId}.`)
          await setCannotWait(tx, lead, cannotWait, signedInAs(request))
        })
        return { data: { cannotWait } }
      },
    )

    app.get(
      apiPaths.leadPhoto,
      {
        schema: {
          params: params.extend({ photoId: z.coerce.number().int().positive() }),
          querystring: z.object({ size: z.enum(['small', 'large']).default('large') }),
          response: { 200: z.any().describe('A JPEG.') },
        },
      },
      (request, reply) =>
        sendPhoto(db, request, reply, [request.params.leadId], 'There is no such photograph.'),
    )
  }
}

/** What the routes of ratings need. */
type RatingDeps = {
  db: Database
  /** Called once what the site shows has changed. Other processes learn of it by a signal. */
  onPublished: () => void
}

const answer = dataOf(ratingSchema.nullable())

/** What visitors say of how it went, and whether it is on the site. Admins only. */
export function ratingRoutes({ db, onPublished }: RatingDeps): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      apiPaths.ratings,
      { schema: { response: dataOf(z.array(listedRatingSchema)) } },
      async () => ({ data: await listRatings(db) }),
    )

    app.get(
      apiPaths.leadRating,
      { schema: { params, response: answer } },
      async ({ params: { leadId } }) => ({ data: await readRating(db, leadId) }),
    )

    app.put(
      apiPaths.leadRatingPublication,
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
      apiPaths.leadRatingPublication,
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
