import { inArray, sql } from 'drizzle-orm'
import type { Transaction } from '../db/database.ts'
import { allLeads, deliveries } from '../db/tables/schema.ts'

/** Locks the deliveries of leads in the order in which others wait for several of them. */
export async function lockDeliveriesOfLeads(tx: Transaction, ids: number[]): Promise<void> {
  // Only their number is read.
  await tx.execute(sql`
    select count(*) from (
      select from ${deliveries} where ${inArray(deliveries.leadId, ids)}
      order by ${deliveries.id} for update
    ) locked`)
}

/**
 * Deletes leads, removed ones too, which the caller has locked in the order of their numbers, with all
 * that belongs to them. Returns the numbers of those that were there.
 */
export async function deleteLeads(tx: Transaction, ids: number[]): Promise<number[]> {
  await lockDeliveriesOfLeads(tx, ids)
  const gone = await tx
    .delete(allLeads)
    .where(inArray(allLeads.id, ids))
    .returning({ id: allLeads.id })
  return gone.map(({ id }) => id)
}
