import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Transaction } from '../db/database.ts'
import { deliveries } from '../db/schema.ts'

/**
 * Cancels what waits for a recipient or webhook and what was given up, so that neither is sent nor
 * asks for attention. What is being tried at this moment looks for itself before it leaves.
 */
export async function cancelWaiting(
  tx: Transaction,
  whose: { recipientId: number } | { webhookId: number },
  problem: string,
): Promise<void> {
  const isTheirs =
    'recipientId' in whose
      ? eq(deliveries.recipientId, whose.recipientId)
      : eq(deliveries.webhookId, whose.webhookId)
  await tx
    .update(deliveries)
    .set({ state: 'cancelled', problem })
    .where(
      and(
        isTheirs,
        inArray(deliveries.state, ['pending', 'failed']),
        isNull(deliveries.claimToken),
      ),
    )
}
