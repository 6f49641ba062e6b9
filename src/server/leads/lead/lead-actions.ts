import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { LeadNote } from '#/contracts/leads/inbox.ts'
import type { LeadEntry } from '#/contracts/leads/leads.ts'
import type { Database, Transaction } from '#/server/db/database.ts'
import { announceLeads, recordOnLead } from '#/server/db/lead-history.ts'
import { lockLead } from '#/server/db/lock-lead.ts'
import { deliveries, leadHistory, leadNotes, leads } from '#/server/db/tables/schema.ts'
import { contactedAt } from '#/server/time/first-contact.ts'
import { findEntry } from '../lead-rows.ts'
import { toNote } from './lead-details.ts'

type LeadRow = typeof leads.$inferSelect

type StatusChange = { isContacted: boolean; actor: string; isUndo?: boolean; now?: Date }

/** How long a mark can be taken back. */
const undoMs = 60_000

/**
 * Takes the newest line off the history that says what is to be undone, if this user has just done it.
 * Returns the columns of the lead as they were before it; undefined if there is no such line.
 */
async function takeBack(tx: Transaction, lead: LeadRow, change: Required<StatusChange>) {
  const { isContacted, actor, now } = change
  const kind = isContacted ? 'marked-new' : 'contacted'
  const [line] = await tx
    .select()
    .from(leadHistory)
    .where(and(eq(leadHistory.leadId, lead.id), eq(leadHistory.kind, kind)))
    .orderBy(desc(leadHistory.id))
    .limit(1)
  if (line?.actor !== actor || line.createdAt.getTime() <= now.getTime() - undoMs) return undefined
  await tx.delete(leadHistory).where(eq(leadHistory.id, line.id))
  await announceLeads(tx)
  const [earlier] = await tx
    .select({ id: leadHistory.id })
    .from(leadHistory)
    .where(
      and(
        eq(leadHistory.leadId, lead.id),
        inArray(leadHistory.kind, ['contacted', 'accepted', 'agreed']),
      ),
    )
    .limit(1)
  if (isContacted || earlier) return { isContacted }
  return { isContacted, firstContactedAt: null, contactedBy: null, answerMinutes: null }
}

/**
 * Marks a lead contacted or new. The first time that it is contacted stays with it, with the user,
 * unless that is undone. Returns the lead, or undefined if there is none.
 */
export async function setContactStatus(
  db: Database,
  leadId: number,
  change: StatusChange,
): Promise<LeadEntry | undefined> {
  const { isContacted, actor, isUndo = false, now = new Date() } = change
  return db.transaction(async (tx) => {
    const [lead] = await tx.select().from(leads).where(eq(leads.id, leadId)).for('update')
    if (lead && lead.isContacted !== isContacted) {
      const before = isUndo && (await takeBack(tx, lead, { isContacted, actor, isUndo, now }))
      const marked = isContacted ? contactedAt(lead, now, actor) : { isContacted }
      await tx
        .update(leads)
        .set(before || marked)
        .where(eq(leads.id, leadId))
      const kind = isContacted ? 'contacted' : 'marked-new'
      if (!before) await recordOnLead(tx, leadId, { kind, actor })
    }
    return lead && findEntry(tx, leadId)
  })
}

/** Adds a note to a lead. Returns undefined if there is no such lead. */
export async function addNote(
  db: Database,
  leadId: number,
  { text, actor }: { text: string; actor: string },
): Promise<LeadNote | undefined> {
  return db.transaction(async (tx) => {
    const [lead] = await tx
      .update(leads)
      .set({ noted: sql`concat_ws(E'\\n', noted, ${text}::text)` })
      .where(eq(leads.id, leadId))
      .returning({ id: leads.id })
    if (!lead) return undefined
    const [note] = await tx
      .insert(leadNotes)
      .values({ leadId, text, author: actor, createdAt: sql`clock_timestamp()` })
      .returning()
    await recordOnLead(tx, leadId, { kind: 'noted', actor })
    return note && toNote(note)
  })
}

/** What other features do when a lead leaves quarantine, or enters it, in that transaction. */
export type FollowLead = (tx: Transaction, leadId: number) => Promise<unknown>

/** The reason when an admin put the lead into quarantine. */
const markedByHand = 'Marked as spam by hand'

/**
 * Takes a lead out of quarantine, and queues its deliveries unless it had them before. Does nothing
 * the second time. Returns undefined if there is no such lead.
 */
export async function releaseLead(
  db: Database,
  leadId: number,
  {
    actor,
    queueDeliveries,
    onReleased,
  }: { actor: string; queueDeliveries: FollowLead; onReleased: FollowLead },
): Promise<LeadEntry | undefined> {
  return db.transaction(async (tx) => {
    await lockLead(tx, leadId)
    const [released] = await tx
      .update(leads)
      .set({ isQuarantined: false })
      // Of two releases at once the second finds nothing to release.
      .where(and(eq(leads.id, leadId), eq(leads.isQuarantined, true)))
      .returning({ id: leads.id })
    if (!released) return findEntry(tx, leadId)
    const [notified] = await tx
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(eq(deliveries.leadId, leadId))
      .limit(1)
    if (!notified) await queueDeliveries(tx, leadId)
    await onReleased(tx, leadId)
    await recordOnLead(tx, leadId, { kind: 'released', actor })
    return findEntry(tx, leadId)
  })
}

/** Puts a lead into quarantine. Returns undefined if there is no such lead. */
export async function quarantineLead(
  db: Database,
  leadId: number,
  { actor, onQuarantined }: { actor: string; onQuarantined: FollowLead },
): Promise<LeadEntry | undefined> {
  return db.transaction(async (tx) => {
    await lockLead(tx, leadId)
    const [quarantined] = await tx
      .update(leads)
      .set({
        isQuarantined: true,
        quarantineReasons: sql`array_append(array_remove(quarantine_reasons, ${markedByHand}), ${markedByHand})`,
      })
      .where(and(eq(leads.id, leadId), eq(leads.isQuarantined, false)))
      .returning({ id: leads.id })
    if (!quarantined) return findEntry(tx, leadId)
    await onQuarantined(tx, leadId)
    await recordOnLead(tx, leadId, { kind: 'quarantined', actor })
    return findEntry(tx, leadId)
  })
}
