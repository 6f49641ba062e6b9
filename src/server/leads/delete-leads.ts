import { and, asc, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../db/database.ts'
import { lockLeads } from '../db/lock-lead.ts'
import { deliveries, leads, referrals } from '../db/tables/schema.ts'
import { apply } from '../referrals/store/apply.ts'

/** Locks the deliveries of leads in the order in which others wait for several of them. */
async function lockDeliveriesOfLeads(tx: Transaction, ids: number[]): Promise<void> {
  // Only their number is read.
  await tx.execute(sql`
    select count(*) from (
      select from ${deliveries} where ${inArray(deliveries.leadId, ids)}
      order by ${deliveries.id} for update
    ) locked`)
}

/** What goes with a lead that is deleted goes on alone: another one may be deleted, too. */
async function partFrom(tx: Transaction, ids: number[]): Promise<void> {
  const isLeft = and(inArray(referrals.joinedTo, ids), notInArray(referrals.leadId, ids))
  const left = await tx
    .select({ id: referrals.leadId })
    .from(referrals)
    .where(isLeft)
    .orderBy(asc(referrals.leadId))
  const command = { do: 'go-on-alone', isDone: false, earlier: null } as const
  for (const { id } of left) await apply(tx, id, command)
}

/** Deletes leads with all that belongs to them; returns the submission ids of those that were there. */
export async function deleteLeads(tx: Transaction, which: SQL | undefined): Promise<string[]> {
  const found = await lockLeads(tx, which, 'update')
  const ids = found.map(({ id }) => id)
  await partFrom(tx, ids)
  await lockDeliveriesOfLeads(tx, ids)
  await tx.delete(leads).where(inArray(leads.id, ids))
  return found.map(({ submissionId }) => submissionId)
}
