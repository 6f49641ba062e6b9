import { sql } from 'drizzle-orm'
import type { Transaction } from '../db/database.ts'
import { notify } from '../db/signals.ts'

/**
 * Makes a pending delivery of a lead for each active recipient and webhook, in the caller's
 * transaction. Doing so twice changes nothing. The SQL function is in `migrations`: a new lead's
 * deliveries are queued by the database itself.
 */
export async function queueDeliveries(tx: Transaction, leadId: number): Promise<void> {
  await tx.execute(sql`select queue_deliveries(${leadId}::bigint)`)
  await notify(tx, 'deliveries_due', '')
}
