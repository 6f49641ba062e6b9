import type { HistoryEntry } from '#/contracts/leads/inbox.ts'
import type { Transaction } from '#/server/db/database.ts'

/** Adds to the history of a lead what its visitor has done, and shows it in open inboxes. */
export type RecordByVisitor = (
  tx: Transaction,
  leadId: number,
  kind: HistoryEntry['kind'],
  detail?: string,
) => Promise<void>
