import type { HistoryEntry } from '#/contracts/inbox.ts'
import type { Transaction } from '../db/database.ts'
import { leadHistory } from '../db/schema.ts'
import { announceLeads } from './changes.ts'

/** Something that happened to a lead. `actor` is the email of who did it; absent for the server. */
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

/** Says in a lead's history, and to whoever has it open, that this address was told of it. */
export async function recordNotified(tx: Transaction, leadId: number, to: string): Promise<void> {
  await recordHistory(tx, leadId, { kind: 'notified', detail: to })
  await announceLeads(tx, [leadId], 'changed')
}
