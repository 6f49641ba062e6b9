import { type SQL, sql } from 'drizzle-orm'
import type { HistoryEntry } from '#/contracts/leads/inbox.ts'
import type { Announce, Transaction } from '../db/database.ts'
import { notify } from '../db/signals.ts'
import { leadHistory } from '../db/tables/schema.ts'

/** Has open inboxes fetch their leads again as soon as the transaction commits. */
export const announceLeads = (tx: Transaction): Promise<void> => notify(tx, 'leads_changed', '')

/** `actor` is the email of the user who did it; absent where the server did. */
type HistoryLine = {
  kind: HistoryEntry['kind']
  detail?: string | undefined
  actor?: string | undefined
}

/** Adds a line to a lead's history, in the transaction that makes it true. */
export async function recordHistory(
  tx: Transaction,
  leadId: number,
  { kind, detail, actor }: HistoryLine,
): Promise<void> {
  await tx.insert(leadHistory).values({ leadId, kind, detail, actor })
}

/** Adds to a lead's history, and shows it in open inboxes. For what other features do with a lead. */
export async function recordOnLead(
  tx: Transaction,
  leadId: number,
  line: HistoryLine,
): Promise<void> {
  await recordHistory(tx, leadId, line)
  await announceLeads(tx)
}

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
