import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { newReminderSchema, reminderSchema } from '#/contracts/leads/inbox.ts'
import { leadIdParamsSchema } from '#/contracts/leads/leads.ts'
import { apiPaths } from '#/contracts/routes.ts'
import type { Database } from '../../db/database.ts'
import { dataOf, noBody } from '../../http/answer-schemas.ts'
import { signedInUser } from '../../http/sessions.ts'
import { removeReminder, setReminder } from './reminders.ts'

const params = leadIdParamsSchema

/** When a user wants to see a lead again. Admins only. */
export function reminderRoutes({ db }: { db: Database }): FastifyPluginAsyncZod {
  return async (app) => {
    app.put(
      apiPaths.leadReminder,
      { schema: { params, body: newReminderSchema, response: dataOf(reminderSchema) } },
      async (request) => {
        const { leadId } = request.params
        request.audit({ subject: `lead ${leadId}` })
        return { data: await setReminder(db, leadId, request.body, signedInUser(request)) }
      },
    )

    app.delete(
      apiPaths.leadReminder,
      { schema: { params, response: noBody } },
      async (request, reply) => {
        const { leadId } = request.params
        request.audit({ subject: `lead ${leadId}` })
        await removeReminder(db, leadId, signedInUser(request))
        return reply.code(204).send(null)
      },
    )
  }
}
