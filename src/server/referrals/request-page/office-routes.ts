import { eq } from 'drizzle-orm'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { leadIdParamsSchema } from '#/contracts/leads/leads.ts'
import { additionsSchema } from '#/contracts/referrals/requests.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { leads } from '#/server/db/tables/schema.ts'
import type { Database } from '#/server/db/database.ts'
import { dataOf } from '#/server/http/answer-schemas.ts'
import { AppError } from '#/server/http/errors.ts'
import { readAdditions } from './additions.ts'
import { sendPhoto } from './photo-routes.ts'
import { readPhoto } from './photo-store.ts'

/** What visitors have added to their requests, for admins. */
export function additionRoutes({ db }: { db: Database }): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      apiPaths.leadAdditions,
      {
        schema: {
          params: leadIdParamsSchema,
          response: dataOf(additionsSchema),
        },
      },
      async ({ params: { leadId } }) => {
        if ((await db.$count(leads, eq(leads.id, leadId))) === 0) {
          throw new AppError('not_found', `There is no lead number ${leadId}.`)
        }
        return { data: await readAdditions(db, leadId) }
      },
    )

    app.get(
      apiPaths.leadPhoto,
      {
        schema: {
          params: leadIdParamsSchema.extend({ photoId: z.coerce.number().int().positive() }),
          querystring: z.object({ size: z.enum(['small', 'large']).default('large') }),
          response: { 200: z.any().describe('A JPEG.') },
        },
      },
      async ({ params: { leadId, photoId }, query: { size } }, reply) => {
        const bytes = await readPhoto(db, leadId, photoId, size === 'small')
        if (!bytes) throw new AppError('not_found', 'There is no such photograph.')
        return sendPhoto(reply, bytes)
      },
    )
  }
}
