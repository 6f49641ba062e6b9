import { and, eq, isNull, sql } from 'drizzle-orm'
import { contractors } from '#/server/db/tables/schema.ts'
import type { Transaction } from '../../db/database.ts'
import { locks } from '../../db/locks.ts'
import { type Contractor, doesWork, type Instant, type State } from '../state.ts'
import { findFitting } from './ranking.ts'
import { toContractor } from './state-rows.ts'

/**
 * Reads a contractor of the list, whom no other transaction can change or take out until this one ends.
 * Returns undefined if there is no such contractor.
 */
export async function holdContractor(
  tx: Transaction,
  id: number,
  now: Instant,
): Promise<Contractor | undefined> {
  const [row] = await tx
    .select()
    .from(contractors)
    .where(and(eq(contractors.id, id), isNull(contractors.removedAt)))
    .for('share')
  return row && toContractor(row, now)
}

/**
 * Chooses the first N of those who fit, and returns when somebody else does. One transaction at a time:
 * the next one sees what this one has offered.
 */
export async function chooseContractors(
  tx: Transaction,
  state: State,
  most: number,
  now: Instant,
): Promise<{ chosen: Contractor[]; retryAt: Instant | null }> {
  await tx.execute(sql`select pg_advisory_xact_lock(${locks.asking})`)
  const { fitting, retryAt } = await findFitting(tx, state, now)
  const chosen: Contractor[] = []
  for (const id of fitting) {
    if (chosen.length === most) break
    const contractor = await holdContractor(tx, id, now)
    // The owner may have changed them since they were found.
    const fits = contractor && contractor.bar === undefined && doesWork(contractor, state.lead)
    if (fits) chosen.push(contractor)
  }
  return { chosen, retryAt }
}
