import { eq, sql } from 'drizzle-orm'
import type { LeadNote } from '#/contracts/leads/inbox.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import type { Database, Transaction } from '#/server/db/database.ts'
import { leadNotes, leads } from '#/server/db/tables/schema.ts'
import type { Command } from '#/server/referrals/commands.ts'
import { applyForUser } from '#/server/referrals/store/apply.ts'
import { findEntry } from '../lead-rows.ts'
import { toNote } from './lead-details.ts'

/** Carries out what a user does with a lead. Returns the lead as it is then. */
export async function applyToEntry(
  db: Database,
  leadId: number,
  command: Command,
  beside: (tx: Transaction) => Promise<unknown> = async () => {},
): Promise<LeadEntry> {
  return db.transaction(async (tx) => {
    const { events } = await applyForUser(tx, leadId, command)
    if (events.length > 0) await beside(tx)
    return findEntry(tx, leadId)
  })
}

/** Adds a note to a lead. */
export async function addNote(
  db: Database,
  leadId: number,
  text: string,
  by: string,
): Promise<LeadNote> {
  return db.transaction(async (tx) => {
    await applyForUser(tx, leadId, { do: 'note', what: 'noted', by })
    await tx
      .update(leads)
      .set({ noted: sql`concat_ws(E'\\n', noted, ${text}::text)` })
      .where(eq(leads.id, leadId))
    const [note] = await tx
      .insert(leadNotes)
      .values({ leadId, text, author: by, createdAt: sql`clock_timestamp()` })
      .returning()
    if (!note) throw new Error('the note was not stored')
    return toNote(note)
  })
}

/** The reason when an admin put the lead into quarantine. */
const markedByHand = 'Marked as spam by hand'

/** Puts a lead into quarantine. */
export const quarantineLead = (db: Database, leadId: number, by: string) =>
  applyToEntry(db, leadId, { do: 'hold', by }, (tx) =>
    tx
      .update(leads)
      .set({
        quarantineReasons: sql`array_append(array_remove(quarantine_reasons, ${markedByHand}), ${markedByHand})`,
      })
      .where(eq(leads.id, leadId)),
  )
