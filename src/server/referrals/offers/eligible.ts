import { and, eq, isNull } from 'drizzle-orm'
import { isEligible } from '#/contracts/contractor-standing.ts'
import type { Transaction } from '../../db/database.ts'
import { contractors } from '../../db/schema.ts'
import { localDay } from '../../local-day.ts'
import type { OfferedContractor } from './offer-changes.ts'

/** A contractor, and whether license and insurance are valid on that day; undefined if there is none. */
export async function findContractor(
  tx: Transaction,
  contractorId: number,
  at: Date,
): Promise<(OfferedContractor & { isEligible: boolean }) | undefined> {
  const [row] = await tx
    .select()
    .from(contractors)
    .where(and(eq(contractors.id, contractorId), isNull(contractors.removedAt)))
    // Their papers must still be valid when the offer is stored.
    .for('share')
  return row && { ...row, isEligible: isEligible(row, localDay(at.getTime())) }
}
