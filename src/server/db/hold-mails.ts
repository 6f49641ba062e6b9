import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from './database.ts'
import { deliveries } from './tables/schema.ts'

/** A little longer than the button to undo is there: the press has a way to go. */
const heldSeconds = 12

/**
 * Has what this transaction has queued about a lead leave only once it cannot be undone any more: a mail
 * that has left cannot be taken back.
 */
export async function holdMails(tx: Transaction, leadId: number): Promise<void> {
  const dueAt = sql`clock_timestamp() + ${heldSeconds} * interval '1 second'`
  await tx
    .update(deliveries)
    .set({ dueAt, queuedAt: dueAt })
    .where(
      and(
        eq(deliveries.leadId, leadId),
        eq(deliveries.state, 'pending'),
        // When this transaction began: no earlier one has the same.
        sql`${deliveries.createdAt} = now()`,
      ),
    )
}
