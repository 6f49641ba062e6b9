import type { Database, DatabaseHandle } from '#/server/db/database.ts'
import { createSubmitLead } from '#/server/leads/take/submit-lead.ts'
import { claimDue, createFreeAbandoned } from '#/server/notifications/deliveries/claims.ts'
import { submissionOf } from '#tests/support/leads/submission-of.ts'

/** Stores a submission with these fields in place of the usual ones, and returns the id of its lead. */
export async function storeLead(database: DatabaseHandle, fields: Record<string, unknown> = {}) {
  return (await createSubmitLead(database)({ submission: submissionOf(fields) })).id
}

/**
 * Takes up one delivery, as a process does that has one place free. With a lease of 0 the next claim
 * is of the same one.
 */
export async function takeUp(db: Database, leaseMs = 60_000) {
  await createFreeAbandoned(db, leaseMs)()
  const [claim] = await claimDue(db, 1)
  if (!claim) throw new Error('nothing is due')
  return claim
}
