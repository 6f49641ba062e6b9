import type { HistoryEntry } from '#/contracts/leads/inbox.ts'
import type { Transaction } from './database.ts'
import { notify } from './signals.ts'
import { leadHistory } from './tables/schema.ts'

/** Has open inboxes fetch their leads again as soon as the transaction commits. */
export const announceLeads = (tx: Transaction): Promise<void> => notify(tx, 'leads_changed', '')

/** `actor` is the email of the user who did it; absent for the server, visitors and contractors. */
type HistoryLine = {
  kind: HistoryEntry['kind']
  detail?: string | undefined
  actor?: string | undefined
}

/** Adds a line to a lead's history, and shows it in open inboxes. */
export async function recordOnLead(
  tx: Transaction,
  leadId: number,
  { kind, detail, actor }: HistoryLine,
): Promise<void> {
  await tx.insert(leadHistory).values({ leadId, kind, detail, actor })
  await announceLeads(tx)
}
