import { eq, TransactionRollbackError } from 'drizzle-orm'
import type { Database } from '#/server/db/database.ts'
import { leads } from '#/server/db/tables/schema.ts'
import { findReasons } from './spam-signals.ts'
import { createSubmitLead, type ReceivedSubmission } from './submit-lead.ts'

/**
 * Does with a lead what is done with every lead, reads it back, and undoes all of it: no other
 * transaction sees the lead.
 */
export async function storeUnseen(db: Database, received: ReceivedSubmission): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const lead = await createSubmitLead({ db: tx }, findReasons)(received)
      const [row] = await tx.select({ email: leads.email }).from(leads).where(eq(leads.id, lead.id))
      if (row?.email !== received.submission.email) throw new Error('the stored lead differs')
      tx.rollback()
    })
  } catch (error) {
    if (!(error instanceof TransactionRollbackError)) throw error
  }
}
