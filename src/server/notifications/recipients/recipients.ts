import { asc, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { api } from '#/contracts/endpoints/api.ts'
import { deliveries, notificationRecipients as recipients } from '#/server/db/tables/schema.ts'
import { emailSchema } from '#/server/texts/values.ts'
import type { Database } from '../../db/database.ts'
import { lockDeliveries } from '../../db/lock-lead.ts'
import { AppError } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { serveStoredSetting } from '../../http/serve-setting.ts'

const columns = { id: recipients.id, email: recipients.email, isActive: recipients.isActive }

const changeRecipientSchema = z.object({ isActive: z.boolean() })

/** The address is kept trimmed and in lower case. */
const addRecipientSchema = z.object({ email: emailSchema })

const noSuchRecipient = (recipientId: number) =>
  new AppError('not_found', `There’s no recipient number ${recipientId}.`)

type RecipientDeps = {
  db: Database
  /** Called when there are other recipients. */
  onChanged: () => void
}

/** The recipients, the mails' section on the lead source, and whether visitors get mails. Admins only. */
export function addRecipientRoutes(app: FastifyInstance, { db, onChanged }: RecipientDeps): void {
  serve(app, api.recipients, {}, () =>
    db.select(columns).from(recipients).orderBy(asc(recipients.id)),
  )

  serve(app, api.addRecipient, { body: addRecipientSchema, status: 201 }, async (request) => {
    const { email } = request.body
    request.audit({ subject: email })
    const adding = db.insert(recipients).values({ email }).onConflictDoNothing()
    const [recipient] = await adding.returning(columns)
    if (!recipient) throw new AppError('conflict', `${email} is already on the list.`)
    onChanged()
    return recipient
  })

  serve(app, api.changeRecipient, { body: changeRecipientSchema }, async (request) => {
    const { recipientId } = request.params
    const { isActive } = request.body
    // What waits for one who is disabled is cancelled at its next attempt.
    const isIt = eq(recipients.id, recipientId)
    const [recipient] = await db.update(recipients).set({ isActive }).where(isIt).returning(columns)
    if (!recipient) throw noSuchRecipient(recipientId)
    const state = isActive ? 'enabled' : 'disabled'
    request.audit({ subject: `${recipient.email}, ${state}` })
    onChanged()
    return recipient
  })

  serve(app, api.removeRecipient, {}, async (request) => {
    const { recipientId } = request.params
    const [removed] = await db.transaction(async (tx) => {
      await lockDeliveries(tx, eq(deliveries.recipientId, recipientId), 'no key update')
      return tx.delete(recipients).where(eq(recipients.id, recipientId)).returning(columns)
    })
    if (!removed) throw noSuchRecipient(recipientId)
    request.audit({ subject: removed.email })
    onChanged()
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
