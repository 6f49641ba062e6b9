import { asc, eq } from 'drizzle-orm'
import { leadEvents } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
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
