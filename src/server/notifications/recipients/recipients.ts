import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import type { Recipient } from '#/contracts/notifications/deliveries.ts'
import { deliveries, notificationRecipients } from '#/server/db/tables/schema.ts'
import { emailSchema } from '#/server/texts/values.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { serveStoredSetting } from '../../http/serve-setting.ts'
import { serveTargets } from '../deliveries/target-routes.ts'

const addRecipientSchema = z.object({ email: emailSchema })

const show = ({ id, email, isActive }: typeof notificationRecipients.$inferSelect): Recipient => ({
  id,
  email,
  isActive,
})

type RecipientDeps = {
  db: Database
  /** Called when there are other recipients. */
  onChanged: () => void
}

/** The recipients, the mails' section on the lead source, and whether visitors get mails. Admins only. */
export function addRecipientRoutes(app: FastifyInstance, { db, onChanged }: RecipientDeps): void {
  serveTargets(app, {
    db,
    name: 'recipient',
    table: notificationRecipients,
    ofDelivery: deliveries.recipientId,
    endpoints: { list: api.recipients, change: api.changeRecipient, remove: api.removeRecipient },
    show,
    inWords: ({ email }) => email,
    onChanged,
  })

  serve(app, api.addRecipient, { body: addRecipientSchema, status: 201 }, async (request) => {
    const { email } = request.body
    request.audit({ subject: email })
    const [added] = await db
      .insert(notificationRecipients)
      .values({ email })
      .onConflictDoNothing()
      .returning()
    if (!added) throw new AppError('conflict', `${email} is already on the list.`)
    onChanged()
    return show(added)
  })

  serveStoredSetting(app, api.leadSourceSettings, {
    db,
    key: 'leadSource',
    // The longest message with each character escaped.
    bodyLimit: 1024 * 1024,
  })
  serveStoredSetting(app, api.visitorMails, {
    db,
    key: 'visitorMails',
    inWords: ({ sendsMails }) => (sendsMails ? 'on' : 'off'),
  })
}
