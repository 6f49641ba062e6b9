import { eq, sql } from 'drizzle-orm'
import type { LeadNote } from '#/contracts/inbox.ts'
import type { Database } from '../../db/database.ts'
import { leadNotes, leads } from '../../db/schema.ts'
import { announceLeads } from '../changes.ts'
import { recordHistory } from '../history.ts'

/** A note as the inbox shows it. */
export function toNote(row: typeof leadNotes.$inferSelect): LeadNote {
  return { id: row.id, text: row.text, by: row.author, at: row.createdAt.toISOString() }
}

/** Adds a note to a lead. Answers undefined if there is no such lead. */
export async function addNote(
  db: Database,
  leadId: number,
  { text, actor }: { text: string; actor: string },
): Promise<LeadNote | undefined> {
  return db.transaction(async (tx) => {
    const [lead] = await tx
      .select({ id: leads.id })
      .from(leads)
      .where(eq(leads.id, leadId))
      // It must not be erased meanwhile; that somebody else changes it does not matter.
      .for('key share')
    if (!lead) return undefined
    const [note] = await tx
      .insert(leadNotes)
      .values({ leadId, text, author: actor, createdAt: sql`clock_timestamp()` })
      .returning()
    await recordHistory(tx, leadId, { kind: 'noted', actor })
    await announceLeads(tx, [leadId], 'changed')
    return note && toNote(note)
  })
}
