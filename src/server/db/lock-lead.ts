import { asc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from './database.ts'
import { deliveries, leads, referrals } from './tables/schema.ts'

/** While a transaction waited for a lead, it was joined to another one, or parted from it. */
class JoinedMeanwhile extends Error {}

async function lockBoth(tx: Transaction, leadId: number, skipsHeld: boolean) {
  const ofLead = eq(referrals.leadId, leadId)
  const first = tx.select({ id: referrals.joinedTo }).from(referrals).where(ofLead)
  const locked = await tx
    .select()
    .from(leads)
    .where(or(eq(leads.id, leadId), eq(leads.id, first)))
    .orderBy(sql`${leads.id} = ${leadId}`)
    .for('no key update', skipsHeld ? { skipLocked: true } : {})
  const lead = locked.find(({ id }) => id === leadId)
  // Read after the lead: the transaction may have waited for it.
  const [goesWith] = lead ? await first : []
  const needed = goesWith?.id ?? leadId
  if (lead && locked.every(({ id }) => id !== needed)) {
    if (skipsHeld) return undefined
    throw new JoinedMeanwhile()
  }
  return lead
}

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
  for (;;) {
    try {
      // What was locked in the wrong order is let go of again.
      return await tx.transaction((inner) => lockBoth(inner, leadId, skipsHeld))
    } catch (err) {
      if (!(err instanceof JoinedMeanwhile)) throw err
    }
  }
}

/** Locks leads in the order in which all lock them: those that others go with before these, and then by number. */
export function lockLeads(
  tx: Transaction,
  which: SQL | undefined,
  strength: 'update' | 'no key update',
): Promise<(typeof leads.$inferSelect)[]> {
  const isLater = sql`exists (select from ${referrals}
    where ${referrals.leadId} = ${leads.id} and ${referrals.joinedTo} is not null)`
  return tx.select().from(leads).where(which).orderBy(isLater, asc(leads.id)).for(strength)
}

/** Locks deliveries in the order in which others wait for several of them. */
export async function lockDeliveries(
  tx: Transaction,
  which: SQL,
  strength: 'update' | 'no key update',
): Promise<void> {
  // There may be very many: only their number is read.
  await tx.execute(sql`
    select count(*) from (
      select from ${deliveries} where ${which} order by ${deliveries.id} for ${sql.raw(strength)}
    ) locked`)
}
