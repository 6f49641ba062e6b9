import { asc, eq, sql } from 'drizzle-orm'
import type { HistoryEntry } from '#/contracts/leads/inbox.ts'
import { contractors, leadEvents, offers } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { isUser, lineOf } from '../event-table.ts'
import type { Event } from '../events.ts'

/** An event with its number. */
export type ReadEvent = Event & { id: number }

/** Returns the event that a row holds. */
function toEvent(row: typeof leadEvents.$inferSelect): ReadEvent {
  const { id, kind, offerId, by, at, data } = row
  return { ...data, id, kind, offerId, by, at } as ReadEvent
}

/** Reads what happened to a lead, oldest first. */
export async function readEvents(db: Database, leadId: number): Promise<ReadEvent[]> {
  const isOfLead = eq(leadEvents.leadId, leadId)
  const rows = await db.select().from(leadEvents).where(isOfLead).orderBy(asc(leadEvents.id))
  return rows.map(toEvent)
}

/** What happened to a lead, oldest first, in words. */
export async function readHistory(db: Database, leadId: number): Promise<HistoryEntry[]> {
  // Where the offer of an event of an earlier version is not known, the event names the company.
  const company = sql<string>`coalesce(${contractors.companyName}, ${leadEvents.data}->>'company', '')`
  const rows = await db
    .select({ row: leadEvents, company })
    .from(leadEvents)
    .leftJoin(offers, eq(offers.id, leadEvents.offerId))
    .leftJoin(contractors, eq(contractors.id, offers.contractorId))
    .where(eq(leadEvents.leadId, leadId))
    .orderBy(asc(leadEvents.id))
  return rows.flatMap(({ row, company: named }): HistoryEntry[] => {
    const line = lineOf(toEvent(row), named)
    if (!line) return []
    const [text, detail = null] = line
    const by = isUser(row.by) ? row.by : null
    return [{ id: row.id, kind: row.kind, text, detail, by, at: new Date(row.at).toISOString() }]
  })
}
