import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { leadIdParamsSchema } from '#/contracts/leads/leads.ts'
import { rankingSchema } from '#/contracts/referrals/contractor-ranking.ts'
import { apiPaths } from '#/contracts/routes.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import { rankForLead } from './who-fits.ts'

const data = <Schema extends z.ZodType>(schema: Schema) => ({ 200: z.object({ data: schema }) })

/** Which contractors fit a lead. Admins only. */
export function rankingRoutes({ db }: { db: Database }): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      apiPaths.leadContractors,
      { schema: { params: leadIdParamsSchema, response: data(rankingSchema) } },
      async ({ params: { leadId } }) => {
        const ranking = await rankForLead(db, leadId)
        if (!ranking) throw new AppError('not_found', `There is no lead number ${leadId}.`)
        return { data: ranking }
      },
    )
  }
}
