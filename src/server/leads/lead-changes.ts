import { type SQL, sql } from 'drizzle-orm'
import type { Announce, Transaction } from '../db/database.ts'
import { recordOnLead } from '../db/lead-history.ts'
import { leadHistory } from '../db/tables/schema.ts'

/** Adds to the history of a lead that a user had everybody told of it. */
export async function recordTelling(tx: Transaction, leadId: number, actor: string): Promise<void> {
  await recordOnLead(tx, leadId, { kind: 'telling', actor })
}

/** Adds to the histories of leads that addresses were notified, and has open inboxes show it. */
export const recordNotified = (announce: Announce) => ({
  expressions: (notified: SQL): SQL => sql`
    told as (
      insert into ${leadHistory} (lead_id, kind, detail)
      select lead_id, 'notified', target from (${notified}) notified
    )`,
  announce: () => announce('leads_changed'),
})
