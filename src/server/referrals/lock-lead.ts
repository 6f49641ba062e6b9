import { eq } from 'drizzle-orm'
import type { Transaction } from '../db/database.ts'
import { leads } from '../db/tables/schema.ts'

/**
 * Locks a lead, so that of those who add to it, offer it or erase it one comes after the other. Comes
 * before any change of what belongs to the lead: an erasure locks in the same order. Undefined if
 * there is no such lead; with `skipsHeld` also if somebody else has locked it.
 */
export async function lockLead(
  tx: Transaction,
  leadId: number,
  { skipsHeld = false } = {},
): Promise<Pick<typeof leads.$inferSelect, 'service' | 'isQuarantined'> | undefined> {
  const [lead] = await tx
    .select({ service: leads.service, isQuarantined: leads.isQuarantined })
    .from(leads)
    .where(eq(leads.id, leadId))
    .for('no key update', skipsHeld ? { skipLocked: true } : {})
  return lead
}
