import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import {
  addRecipientSchema,
  changeRecipientSchema,
  recipientParamsSchema,
  recipientSchema,
} from '#/contracts/notifications/notifications.ts'
import type { Database } from '../../db/database.ts'
import { dataOf, noBody } from '../../http/answer-schemas.ts'
import { AppError } from '../../http/errors.ts'
import { serveStoredSetting } from '../../http/serve-setting.ts'
import { addRecipient, listRecipients, removeRecipient, setRecipientActive } from './recipients.ts'

const recipientAnswer = z.object({ data: recipientSchema })

const noSuchRecipient = (recipientId: number) =>
  new AppError('not_found', `There is no recipient number ${recipientId}.`)

/** The recipients, the mails' section on the lead source, and whether visitors get mails. Admins only. */
export function recipientRoutes({ db }: { db: Database }): FastifyPluginAsyncZod {
  return async (app) => {
    app.get(
      api.recipients.path,
      { schema: { response: dataOf(z.array(recipientSchema)) } },
      async () => ({ data: await listRecipients(db) }),
    )

    app.post(
      api.addRecipient.path,
      {
        schema: { body: addRecipientSchema, response: { 201: recipientAnswer } },
      },
      async (request, reply) => {
        const { email } = request.body
        request.audit({ subject: email })
        const recipient = await addRecipient(db, email)
        if (!recipient) throw new AppError('conflict', `${email} is in the list already.`)
        return reply.code(201).send({ data: recipient })
      },
    )

    app.patch(
      api.changeRecipient.path,
      {
        schema: {
          params: recipientParamsSchema,
          body: changeRecipientSchema,
          response: { 200: recipientAnswer },
        },
      },
      async (request) => {
        const { recipientId } = request.params
        const recipient = await setRecipientActive(db, recipientId, request.body.isActive)
        if (!recipient) throw noSuchRecipient(recipientId)
        const state = recipient.isActive ? 'enabled' : 'disabled'
        request.audit({ subject: `${recipient.email}, ${state}` })
        return { data: recipient }
      },
    )

    app.delete(
      api.removeRecipient.path,
      {
        schema: { params: recipientParamsSchema, response: noBody },
      },
      async (request, reply) => {
        const { recipientId } = request.params
        const email = await removeRecipient(db, recipientId)
        if (email === undefined) throw noSuchRecipient(recipientId)
        request.audit({ subject: email })
        return reply.code(204).send(null)
      },
    )

    serveStoredSetting(app, api.leadSourceSettings, {
      db,
      key: 'leadSource',
      // The longest message with each character escaped.
      bodyLimit: 64 * 1024,
    })
    serveStoredSetting(app, api.visitorMails, {
      db,
      key: 'visitorMails',
      inWords: ({ sendsMails }) => (sendsMails ? 'on' : 'off'),
    })
  }
}
