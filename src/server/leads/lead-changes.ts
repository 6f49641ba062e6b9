import { type SQL, sql } from 'drizzle-orm'
import type { HistoryEntry } from '#/contracts/leads/inbox.ts'
import type { Announce, Transaction } from '../db/database.ts'
import { notify } from '../db/signals.ts'
import { leadChanges, leadHistory } from '../db/tables/schema.ts'

/** How open inboxes are to take a change: `received` is announced as a new lead. */
export type ChangeKind = (typeof leadChanges.$inferSelect)['kind']

/** Open inboxes show these leads anew, or no longer, as soon as the transaction commits. */
export async function announceLeads(
  tx: Transaction,
  leadIds: readonly number[],
  kind: ChangeKind,
): Promise<void> {
  if (leadIds.length === 0) return
  // One parameter however many there are.
  await tx.execute(sql`
    insert into ${leadChanges} (lead_id, kind)
    select id, ${kind} from unnest(${sql.param(leadIds)}::bigint[]) id`)
  await notify(tx, 'leads_changed', '')
}

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
  await announceLeads(tx, [leadId], 'changed')
}

/** Adds to the history of a lead that a user had everybody told of it. */
export async function recordTelling(tx: Transaction, leadId: number, actor: string): Promise<void> {
  await recordOnLead(tx, leadId, { kind: 'telling', actor })
}

/** Adds to the histories of leads, and shows in open inboxes, that addresses were notified. */
export const recordNotified = (announce: Announce) => ({
  expressions: (notified: SQL): SQL => sql`
    told as (
      insert into ${leadHistory} (lead_id, kind, detail)
      select lead_id, 'notified', target from (${notified}) notified
    ), changed as (
      insert into ${leadChanges} (lead_id, kind)
      select distinct lead_id, 'changed' from (${notified}) notified
    )`,
  announce: () => announce('leads_changed'),
})
