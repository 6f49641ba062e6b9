import { and, count, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { deliveries } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { announceLeads } from '../../db/signals.ts'
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

/** The recipient or webhook that deliveries go to. */
type Whose = { recipientId: number } | { webhookId: number }

const isTheirs = (whose: Whose) =>
  'recipientId' in whose
    ? eq(deliveries.recipientId, whose.recipientId)
    : eq(deliveries.webhookId, whose.webhookId)

/**
 * Locks all deliveries of a recipient or webhook, which is then removed: that changes each of them. In
 * the order in which others wait for several of them.
 */
export async function lockDeliveriesOf(tx: Transaction, whose: Whose): Promise<void> {
  // There may be very many: only their number is read.
  await tx.execute(sql`
    select count(*) from (
      select from ${deliveries} where ${isTheirs(whose)} order by ${deliveries.id} for no key update
    ) locked`)
}

/** Queues the deliveries of a kind that no process attempts just now, for an attempt at once. Returns how many. */
async function queueAgain(
  db: Database,
  which: SQL | undefined,
  lockOptions: { skipLocked?: true } = {},
): Promise<number> {
  return db.transaction(async (tx) => {
    const waiting = tx.$with('waiting').as(
      tx
        .select({ id: deliveries.id })
        .from(deliveries)
        .where(and(which, isNull(deliveries.claimToken)))
        .for('no key update', lockOptions),
    )
    const changed = tx.$with('changed').as(
      tx
        .update(deliveries)
        .set({ state: 'pending', dueAt: sql`now()`, queuedAt: sql`now()`, attempts: 0 })
        .where(inArray(deliveries.id, tx.select({ id: waiting.id }).from(waiting)))
        .returning({ id: deliveries.id }),
    )
    // There may be very many: only their number is read.
    const [row] = await tx.with(waiting, changed).select({ count: count() }).from(changed)
    const number = row?.count ?? 0
    if (number > 0) await announceLeads(tx)
    return number
  })
}

/** Queues a pending, kept, failed or cancelled delivery for an attempt at once. False when that is not possible. */
export async function resendDelivery(db: Database, deliveryId: number): Promise<boolean> {
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
