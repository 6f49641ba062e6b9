import { and, eq, isNull } from 'drizzle-orm'
import { isEligible } from '#/contracts/referrals/contractor-standing.ts'
import { contractors } from '#/server/db/tables/schema.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Transaction } from '../../db/database.ts'
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
