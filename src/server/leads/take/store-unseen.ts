import { eq } from 'drizzle-orm'
import type { Database, Transaction } from '#/server/db/database.ts'
import { leads } from '#/server/db/tables/schema.ts'
import { findReasons } from './spam-signals.ts'
import { createStoreJudged, type ReceivedSubmission } from './submit-lead.ts'
import { type TakenLead, toTaken } from './take-lead.ts'

/** Carries the result out of a transaction that is rolled back. */
class Seen extends Error {
  readonly taken: TakenLead
  constructor(taken: TakenLead) {
    super('rolled back, as it should be')
    this.taken = taken
  }
}

/** Stores a lead, reads it back, and undoes that. */
async function storeAndForget(tx: Transaction, received: ReceivedSubmission): Promise<TakenLead> {
  try {
    return await tx.transaction(async (inner) => {
      const lead = await createStoreJudged(inner, findReasons)(received)
      const [row] = await inner
        .select({ email: leads.email })
        .from(leads)
        .where(eq(leads.id, lead.id))
      if (row?.email !== received.submission.email) throw new Error('the lead reads as another')
      throw new Seen(toTaken(lead.submissionId, lead))
    })
  } catch (error) {
    if (error instanceof Seen) return error.taken
    throw error
  }
}

/**
 * Does with a lead what is done with every lead, in a transaction that commits only what `before`
 * has written: no other transaction sees the lead. Does nothing and returns undefined if `before`
 * returns false.
 */
export async function storeUnseen(
  db: Database,
  received: ReceivedSubmission,
  before: (tx: Transaction) => Promise<boolean>,
): Promise<TakenLead | undefined> {
  return db.transaction(async (tx) => {
    if (!(await before(tx))) return undefined
    return storeAndForget(tx, received)
  })
}
