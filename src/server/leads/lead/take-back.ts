import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '#/server/db/database.ts'
import { takeLine, type Undo, undoMs } from '#/server/db/lead-history.ts'
import { deliveries, leadHistory, leadNotes, leads } from '#/server/db/tables/schema.ts'
import { AppError } from '#/server/http/errors.ts'

const tooLate = () =>
  new AppError('conflict', 'It cannot be taken back any more: it was changed since.')

/** Deletes those of some deliveries that nobody has begun to send. Returns whether others are left. */
async function dropUnsent(tx: Transaction, which: SQL | undefined): Promise<boolean> {
  const isUnsent = and(
    eq(deliveries.state, 'pending'),
    eq(deliveries.attempts, 0),
    isNull(deliveries.claimToken),
  )
  await tx.delete(deliveries).where(and(which, isUnsent))
  return (await tx.$count(deliveries, which)) > 0
}

/**
 * Deletes a note that this user has just written. Whom it names is told nothing, if the mail has not
 * left. Returns whether one had left.
 */
export async function takeBackNote(
  tx: Transaction,
  leadId: number,
  { noteId, actor }: Undo & { noteId: number },
): Promise<boolean> {
  const [note] = await tx
    .delete(leadNotes)
    .where(
      and(
        eq(leadNotes.id, noteId),
        eq(leadNotes.leadId, leadId),
        eq(leadNotes.author, actor),
        sql`${leadNotes.createdAt} > now() - ${undoMs} * interval '1 millisecond'`,
      ),
    )
    .returning({ writtenAt: sql<string>`${leadNotes.createdAt}::text` })
  if (!note) throw tooLate()
  const which = sql`${leadHistory.createdAt} <= ${note.writtenAt}::timestamptz`
  const notedAt = await takeLine(tx, leadId, { kind: 'noted', which, actor })
  // The search finds the notes that are left.
  const left = sql`(select string_agg(${leadNotes.text}, E'\\n' order by ${leadNotes.id})
    from ${leadNotes} where ${leadNotes.leadId} = ${leadId})`
  await tx.update(leads).set({ noted: left }).where(eq(leads.id, leadId))
  if (!notedAt) return false
  // The mails and the lines of whom it names are of its transaction.
  const isMail = sql`${deliveries.channel} = 'mention' and ${deliveries.createdAt} = ${notedAt}::timestamptz`
  if (await dropUnsent(tx, and(eq(deliveries.leadId, leadId), isMail))) return true
  const isLine = sql`${leadHistory.kind} = 'mentioned' and ${leadHistory.createdAt} = ${notedAt}::timestamptz`
  await tx.delete(leadHistory).where(and(eq(leadHistory.leadId, leadId), isLine))
  return false
}

/** Takes a lead out of quarantine into which this user has just put it; `reason` goes with it. */
export async function takeBackQuarantine(
  tx: Transaction,
  leadId: number,
  { reason, actor }: Undo & { reason: string },
): Promise<void> {
  if (!(await takeLine(tx, leadId, { kind: 'quarantined', actor }))) throw tooLate()
  await tx
    .update(leads)
    .set({
      isQuarantined: false,
      quarantineReasons: sql`array_remove(quarantine_reasons, ${reason})`,
    })
    .where(eq(leads.id, leadId))
}

/**
 * Puts a lead back into quarantine that this user has just released. What has not left is told to
 * nobody. Returns whether something had left.
 */
export async function takeBackRelease(
  tx: Transaction,
  leadId: number,
  { actor }: Undo,
): Promise<boolean> {
  const releasedAt = await takeLine(tx, leadId, { kind: 'released', actor })
  if (!releasedAt) throw tooLate()
  await tx.update(leads).set({ isQuarantined: true }).where(eq(leads.id, leadId))
  const isOfRelease = sql`${deliveries.createdAt} >= ${releasedAt}::timestamptz`
  return dropUnsent(tx, and(eq(deliveries.leadId, leadId), isOfRelease))
}
