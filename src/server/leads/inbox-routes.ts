import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { leadStatsSchema } from '#/contracts/lead-stats.ts'
import { contactStatusSchema, leadIdParamsSchema, leadSchema } from '#/contracts/leads.ts'
import { apiPaths } from '#/contracts/routes.ts'
import type { Database } from '../db/client.ts'
import { AppError } from '../http/errors.ts'
import type { Guards } from '../http/sessions.ts'
import { countLeads, listLeads, setContactStatus } from './inbox.ts'

/** The owner's side: the leads, their counts, and their status. Admins only. */
export function inboxRoutes({
  db,
  guards,
}: {
  db: Database
  guards: Guards
}): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook('onRequest', guards.require('admin'))

    app.get(
      apiPaths.leads,
      { schema: { response: { 200: z.object({ data: z.array(leadSchema) }) } } },
      async () => ({ data: await listLeads(db) }),
    )

    app.get(
      apiPaths.leadStats,
      { schema: { response: { 200: z.object({ data: leadStatsSchema }) } } },
      async () => ({ data: await countLeads(db) }),
    )

    app.patch(
      apiPaths.leadContactStatus,
      {
        schema: {
          params: leadIdParamsSchema,
          body: contactStatusSchema,
          response: { 200: z.object({ data: leadSchema }) },
        },
      },
      async ({ params, body }) => {
        const lead = await setContactStatus(db, params.leadId, body.isContacted)
        if (!lead) throw new AppError('not_found', `There is no lead number ${params.leadId}.`)
        return { data: lead }
      },
    )
  }
}
