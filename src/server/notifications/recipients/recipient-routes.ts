import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  addRecipientSchema,
  changeRecipientSchema,
  leadSourceSettingsSchema,
  recipientParamsSchema,
  recipientSchema,
} from '#/contracts/notifications.ts'
import { apiPaths } from '#/contracts/routes.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import type { Guards } from '../../http/sessions.ts'
import { readLeadSourceSettings, saveLeadSourceSettings } from './lead-source-message.ts'
import { addRecipient, listRecipients, removeRecipient, setRecipientActive } from './recipients.ts'

const recipientAnswer = z.object({ data: recipientSchema })
const settingsAnswer = { 200: z.object({ data: leadSourceSettingsSchema }) }

const noSuchRecipient = (recipientId: number) =>
  new AppError('not_found', `There is no recipient number ${recipientId}.`)

/** The recipients, and the mails' section on the lead source. Admins only. */
export function recipientRoutes({
  db,
  guards,
}: {
  db: Database
  guards: Guards
}): FastifyPluginAsyncZod {
  return async (app) => {
    app.addHook('onRequest', guards.require('admin'))

    app.get(
      apiPaths.recipients,
      { schema: { response: { 200: z.object({ data: z.array(recipientSchema) }) } } },
      async () => ({ data: await listRecipients(db) }),
    )

    app.post(
      apiPaths.recipients,
      { schema: { body: addRecipientSchema, response: { 201: recipientAnswer } } },
      async ({ body: { email } }, reply) => {
        const recipient = await addRecipient(db, email)
        if (!recipient) throw new AppError('conflict', `${email} is in the list already.`)
        return reply.code(201).send({ data: recipient })
      },
    )

    app.patch(
      apiPaths.recipient,
      {
        schema: {
          params: recipientParamsSchema,
          body: changeRecipientSchema,
          response: { 200: recipientAnswer },
        },
      },
      async ({ params: { recipientId }, body }) => {
        const recipient = await setRecipientActive(db, recipientId, body.isActive)
        if (!recipient) throw noSuchRecipient(recipientId)
        return { data: recipient }
      },
    )

    app.delete(
      apiPaths.recipient,
      { schema: { params: recipientParamsSchema, response: { 204: z.null() } } },
      async ({ params: { recipientId } }, reply) => {
        if (!(await removeRecipient(db, recipientId))) throw noSuchRecipient(recipientId)
        return reply.code(204).send(null)
      },
    )

    app.get(apiPaths.leadSourceSettings, { schema: { response: settingsAnswer } }, async () => ({
      data: await readLeadSourceSettings(db),
    }))

    app.post(
      apiPaths.leadSourceSettings,
      // The longest message with each character escaped.
      {
        bodyLimit: 64 * 1024,
        schema: { body: leadSourceSettingsSchema, response: settingsAnswer },
      },
      async ({ body }) => {
        await saveLeadSourceSettings(db, body)
        return { data: body }
      },
    )
  }
}
