import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { leadIdParamsSchema } from '#/contracts/leads/leads.ts'
import { joinSchema } from '#/contracts/referrals/offers.ts'
import { apiPaths } from '#/contracts/routes.ts'
import type { Database } from '../../db/database.ts'
import { noBody } from '../../http/answer-schemas.ts'
import { signedInAs } from '../../http/sessions.ts'
import { joinByHand, partByHand } from './join-leads.ts'

const params = leadIdParamsSchema

/** Whether two leads are of one person, so that one contractor gets both. Admins only. */
export function joinRoutes({ db }: { db: Database }): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      apiPaths.leadJoin,
      { schema: { params, body: joinSchema, response: noBody } },
      async (request, reply) => {
        const ids = [request.params.leadId, request.body.leadId] as const
        request.audit({ subject: `leads ${ids.join(' and ')}` })
        await db.transaction((tx) => joinByHand(tx, ids, signedInAs(request)))
        return reply.code(204).send(null)
      },
    )

    app.post(
      apiPaths.leadPart,
      { schema: { params, response: noBody } },
      async (request, reply) => {
        const { leadId } = request.params
        request.audit({ subject: `lead ${leadId}` })
        await db.transaction((tx) => partByHand(tx, leadId, signedInAs(request)))
        return reply.code(204).send(null)
      },
    )
  }
}
