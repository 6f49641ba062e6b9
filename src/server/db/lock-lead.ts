import { eq, inArray, or, sql } from 'drizzle-orm'
import type { Transaction } from './database.ts'
import { leads, referrals } from './tables/schema.ts'

/**
 * Locks a lead, after the one that it goes with: what befalls the one changes the other, and who holds
 * the first waits for those that go with it. Undefined if there is no such lead; with `skipsHeld` also
 * if another transaction holds one of the two.
 */
export async function lockLead(
  tx: Transaction,
  leadId: number,
  { skipsHeld = false } = {},
): Promise<typeof leads.$inferSelect | undefined> {
  const first = tx
    .select({ id: referrals.joinedTo })
    .from(referrals)
    .where(eq(referrals.leadId, leadId))
  const which = or(eq(leads.id, leadId), inArray(leads.id, first))
  const locked = await tx
    .select()
    .from(leads)
    .where(which)
    .orderBy(sql`${leads.id} = ${leadId}`)
    .for('no key update', skipsHeld ? { skipLocked: true } : {})
  if (skipsHeld && locked.length < (await tx.$count(leads, which))) return undefined
  return locked.find(({ id }) => id === leadId)
}
