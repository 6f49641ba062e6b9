import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
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

/** How long what a user has done can be taken back. */
export const undoMs = 60_000

/** What was done, by whom, and when it is taken back. */
export type Undo = { actor: string; now?: Date }

/**
 * Takes the newest line of a kind, or of those of it for which `which` is true, off the history of a lead
 * that is locked, if this user has just done it: as if they never had. Returns the instant of that line,
 * as the database has it; undefined if there is no such line.
 */
export async function takeLine(
  tx: Transaction,
  leadId: number,
  { kind, which, actor, now = new Date() }: Undo & { kind: HistoryEntry['kind']; which?: SQL },
): Promise<string | undefined> {
  const [line] = await tx
    .select({
      id: leadHistory.id,
      actor: leadHistory.actor,
      createdAt: leadHistory.createdAt,
      instant: sql<string>`${leadHistory.createdAt}::text`,
    })
    .from(leadHistory)
    .where(and(eq(leadHistory.leadId, leadId), eq(leadHistory.kind, kind), which))
    .orderBy(desc(leadHistory.id))
    .limit(1)
  if (line?.actor !== actor || line.createdAt.getTime() <= now.getTime() - undoMs) return undefined
  await tx.delete(leadHistory).where(eq(leadHistory.id, line.id))
  await announceLeads(tx)
  return line.instant
}

/**
 * Adds to the histories of leads that addresses were notified, as a part of a statement. `notified`
 * selects `lead_id` and `target`.
 */
export const addNotified = (notified: SQL): SQL => sql`
  insert into ${leadHistory} (lead_id, kind, detail)
  select lead_id, 'notified', target from (${notified}) notified`
