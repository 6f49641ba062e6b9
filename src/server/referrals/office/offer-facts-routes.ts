import { and, eq, ne } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { api } from '#/contracts/endpoints/api.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import { jobValueSchema } from '#/contracts/money/ledger.ts'
import { deliveries, offers } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { lockLead } from '../../db/lock-lead.ts'
import { announceLeads } from '../../db/signals.ts'
import { AppError } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { signedInAs } from '../../http/sessions.ts'
import { applyForUser } from '../store/apply-for-user.ts'
import { leadOfOffer } from '../store/read-request.ts'

/** The owner says what a job came to, in cents; null where they do not know. */
async function setJobValue(
  tx: Transaction,
  offerId: number,
  jobValueCents: number | null,
): Promise<void> {
  const leadId = await leadOfOffer(tx, offerId)
  if (!leadId) throw new AppError('not_found', `There is no offer number ${offerId}.`)
  await lockLead(tx, leadId)
  const changed = await tx
    .update(offers)
    .set({ jobValueCents })
    .where(and(eq(offers.id, offerId), eq(offers.state, 'accepted')))
    .returning({ id: offers.id })
  if (changed.length === 0) {
    throw new AppError('conflict', 'This contractor does not have the request any more.')
  }
  await announceLeads(tx)
}

/**
 * The owner says that a mail which had left came back to their mailbox, where the product does not look.
 * From then on it is one that its server refused.
 */
async function noteCameBack(tx: Transaction, deliveryId: number, by: string): Promise<void> {
  const isThis = eq(deliveries.id, deliveryId)
  const [found] = await tx.select().from(deliveries).where(isThis)
  if (!found) throw new AppError('not_found', `There is no delivery number ${deliveryId}.`)
  const { leadId, offerId, channel: mail, target: to } = found
  await applyForUser(tx, leadId, { do: 'came-back', mail, offerId, to, by })
  // Who could not be asked whether nothing came of it has not been asked.
  if (mail === 'update') await applyForUser(tx, leadId, { do: 'mail-failed', mail, offerId })
  const changed = await tx
    .update(deliveries)
    .set({ state: 'failed', problem: 'It left, and came back to your mailbox.' })
    .where(and(isThis, eq(deliveries.state, 'sent'), ne(deliveries.channel, 'webhook')))
    .returning({ id: deliveries.id })
  if (changed.length > 0) return
  throw new AppError('conflict', 'This email has not left, or is known to have come back.')
}

/** Adds the routes of what a job came to, and that a mail came back, as the owner says it. */
export function addOfferFactsRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  serve(app, api.jobValue, { body: jobValueSchema }, async (request) => {
    const { offerId } = request.params
    const { value } = request.body
    const words = value === null ? 'unknown' : formatCents(value)
    request.audit({ subject: `offer ${offerId}, ${words}` })
    await db.transaction((tx) => setJobValue(tx, offerId, value))
  })

  serve(app, api.deliveryCameBack, {}, async (request) => {
    const { deliveryId } = request.params
    request.audit({ subject: `delivery ${deliveryId}` })
    await db.transaction((tx) => noteCameBack(tx, deliveryId, signedInAs(request)))
  })
}
