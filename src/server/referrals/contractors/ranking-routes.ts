import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { leadIdParamsSchema } from '#/contracts/leads/leads.ts'
import { rankingSchema } from '#/contracts/referrals/contractor-ranking.ts'
import { apiPaths } from '#/contracts/routes.ts'
import type { Database } from '../../db/database.ts'
import { dataOf } from '../../http/answer-schemas.ts'
import { AppError } from '../../http/errors.ts'
import { rankForLead } from './who-fits.ts'

/** Which contractors fit a lead. Admins only. */
export function rankingRoutes({ db }: { db: Database }): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      apiPaths.leadContractors,
      { schema: { params: leadIdParamsSchema, response: dataOf(rankingSchema) } },
      async ({ params: { leadId } }) => {
        const ranking = await rankForLead(db, leadId)
        if (!ranking) throw new AppError('not_found', `There is no lead number ${leadId}.`)
        return { data: ranking }
      },
    )
  }
}
