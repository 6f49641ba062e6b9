import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { deliveries, notificationRecipients as recipients, webhooks } from '../db/schema.ts'
import { notify } from '../db/signals.ts'
import { isTroubled } from './delivery-list.ts'

/** Whoever it is for still wants it. */
const isWanted = sql`(
  ${deliveries.channel} = 'confirmation'
  or exists (select from ${recipients} where ${recipients.id} = ${deliveries.recipientId} and ${recipients.isActive})
  or exists (select from ${webhooks} where ${webhooks.id} = ${deliveries.webhookId} and ${webhooks.isActive})
)`

async function queueAgain(db: Database, where: SQL | undefined): Promise<number> {
  return db.transaction(async (tx) => {
    const queued = await tx
      .update(deliveries)
      .set({
        state: 'pending',
        dueAt: sql`now()`,
        queuedAt: sql`now()`,
        attempts: 0,
        reportedLateAt: null,
      })
      // What is being tried at this moment needs no push.
      .where(and(where, isNull(deliveries.claimToken), isWanted))
      .returning({ id: deliveries.id })
    if (queued.length > 0) await notify(tx, 'deliveries_due', '')
    return queued.length
  })
}

/** Tries a delivery again at once that was given up, cancelled, or waits. False when it cannot be. */
export async function resendDelivery(db: Database, deliveryId: number): Promise<boolean> {
  const mayLeave = inArray(deliveries.state, ['pending', 'failed', 'cancelled'])
  return (await queueAgain(db, and(eq(deliveries.id, deliveryId), mayLeave))) > 0
}

/** Tries everything again at once that was given up or is late. Answers how many. */
export function resendTroubled(db: Database, lateMs: number): Promise<number> {
  return queueAgain(db, isTroubled(lateMs))
}
