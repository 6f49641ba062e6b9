import { inArray, sql } from 'drizzle-orm'
import type { Transaction } from '../db/database.ts'
import { deliveries, leads } from '../db/tables/schema.ts'

/**
 * Deletes leads, which the caller has locked in the order of their numbers, with all that belongs to
 * them. Their deliveries are locked in that order too: others wait for several of them.
 */
export async function deleteLeads(tx: Transaction, ids: readonly number[]): Promise<number[]> {
  const own = sql`${deliveries.leadId} = any(${sql.param([...ids])}::bigint[])`
  // Only their number is read.
  await tx.execute(sql`
    select count(*) from (
      select from ${deliveries} where ${own} order by ${deliveries.id} for update
    ) locked`)
  const gone = await tx
    .delete(leads)
    .where(inArray(leads.id, [...ids]))
    .returning({ id: leads.id })
  return gone.map(({ id }) => id)
}
