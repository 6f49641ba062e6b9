import { and, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { api } from '#/contracts/endpoints/api.ts'
import { deliveries } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { announceLeads } from '../../db/signals.ts'
import { AppError } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { isTroubled, isWanted } from './delivery-list.ts'

/** Forgets by whom confirmations were caused: they are counted for a day. */
export async function forgetClients(db: Database): Promise<void> {
  await db
    .update(deliveries)
    .set({ clientHash: null })
    .where(
      and(
        eq(deliveries.channel, 'confirmation'),
        isNotNull(deliveries.clientHash),
        lt(deliveries.createdAt, sql`now() - interval '2 days'`),
      ),
    )
}

/** Queues the deliveries of a kind that no process attempts just now, for an attempt at once. Returns how many. */
async function queueAgain(
  db: Database,
  which: SQL | undefined,
  lockOptions: { skipLocked?: true } = {},
): Promise<number> {
  return db.transaction(async (tx) => {
    const waiting = tx
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(and(which, isNull(deliveries.claimToken)))
      .for('no key update', lockOptions)
    const { rowCount } = await tx
      .update(deliveries)
      .set({ state: 'pending', dueAt: sql`now()`, queuedAt: sql`now()`, attempts: 0 })
      .where(inArray(deliveries.id, waiting))
    if (rowCount) await announceLeads(tx)
    return rowCount ?? 0
  })
}

/** Queues a pending, kept, failed or cancelled delivery for an attempt at once. False when that is not possible. */
async function resendDelivery(db: Database, deliveryId: number): Promise<boolean> {
  const mayLeave = inArray(deliveries.state, ['pending', 'kept', 'failed', 'cancelled'])
  const which = and(eq(deliveries.id, deliveryId), mayLeave, isWanted)
  return (await queueAgain(db, which)) > 0
}

/**
 * Queues every failed and overdue delivery for an attempt at once, but for those that a process works
 * on just now. Returns how many.
 */
export function resendTroubled(db: Database, overdueAfterMs: number): Promise<number> {
  return queueAgain(db, isTroubled(overdueAfterMs), { skipLocked: true })
}

async function refusal(db: Database, deliveryId: number): Promise<AppError> {
  const [delivery] = await db
    .select({ state: deliveries.state, claimToken: deliveries.claimToken })
    .from(deliveries)
    .where(eq(deliveries.id, deliveryId))
  if (!delivery) return new AppError('not_found', `There’s no delivery number ${deliveryId}.`)
  if (delivery.state === 'sent') {
    return new AppError('conflict', 'This notification was already sent.')
  }
  if (delivery.claimToken !== null) {
    return new AppError('conflict', 'This notification is being sent right now.')
  }
  return new AppError(
    'conflict',
    'Its recipient is disabled or removed. Enable or add the recipient first.',
  )
}

/** Sending again. Admins only. */
export function addDeliveryRoutes(
  app: FastifyInstance,
  { db, overdueAfterMs }: { db: Database; overdueAfterMs: number },
): void {
  serve(app, api.deliveryResend, {}, async ({ params: { deliveryId } }) => {
    if (!(await resendDelivery(db, deliveryId))) throw await refusal(db, deliveryId)
    return { resent: 1 }
  })

  serve(app, api.deliveriesResendFailed, {}, async (request) => {
    const resent = await resendTroubled(db, overdueAfterMs)
    request.audit({ subject: String(resent) })
    return { resent }
  })
}
