import { asc, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Erasure, ErasurePreview, ErasureTarget } from '#/contracts/leads/privacy.ts'
import { deliveries, erasures, leadNotes, leads, removedLeads } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import { deleteLeads } from '../delete-leads.ts'
import { announceLeads } from '../lead-changes.ts'
import { readPhone } from '../phone.ts'

/** One person: whoever has this email or this number. */
type Person = { email?: string | undefined; phone?: string | undefined }

async function findPerson(db: Database, target: ErasureTarget): Promise<Person> {
  const { email, phone, leadId } = target
  if (email !== undefined) return { email }
  if (phone !== undefined) return { phone: readPhone(phone).number }
  const id = leadId ?? 0
  const [lead] = await db
    .select({ email: leads.email, phone: leads.phone })
    .from(leads)
    .where(eq(leads.id, id))
  if (!lead) throw new AppError('not_found', `There is no lead number ${id}.`)
  return lead
}

/** Whether a lead is this person's, from an expression for its email and one for its phone number. */
function isOf({ email, phone }: Person, columns: { email: SQL; phone: SQL }): SQL {
  const hasEmail = email === undefined ? sql`false` : sql`lower(${columns.email}) = lower(${email})`
  const hasPhone = phone === undefined ? sql`false` : sql`${columns.phone} = ${phone}`
  return sql`(${hasEmail} or ${hasPhone})`
}

const isStored = (person: Person) => isOf(person, { email: sql`email`, phone: sql`phone` })

/** What retention has removed and could be brought back. */
const isRemoved = (person: Person) =>
  isOf(person, { email: sql`lead->>'email'`, phone: sql`lead->>'phone'` })

/** Counts what an erasure would delete. */
export async function previewErasure(db: Database, target: ErasureTarget): Promise<ErasurePreview> {
  const person = await findPerson(db, target)
  const isTheirs = isStored(person)
  const ids = db.select({ id: leads.id }).from(leads).where(isTheirs)
  const sum = (value: string) => sql<number>`coalesce(${sql.raw(value)}, 0)`.mapWith(Number)
  const [[theirs], [notes], [sent], [removed]] = await Promise.all([
    db.select({ count: count() }).from(leads).where(isTheirs),
    db.select({ count: count() }).from(leadNotes).where(inArray(leadNotes.leadId, ids)),
    db.select({ count: count() }).from(deliveries).where(inArray(deliveries.leadId, ids)),
    db
      .select({
        leads: count(),
        notes: sum('sum(jsonb_array_length(notes))'),
        deliveries: sum('sum(jsonb_array_length(deliveries))'),
      })
      .from(removedLeads)
      .where(isRemoved(person)),
  ])
  return {
    leads: (theirs?.count ?? 0) + (removed?.leads ?? 0),
    notes: (notes?.count ?? 0) + (removed?.notes ?? 0),
    deliveries: (sent?.count ?? 0) + (removed?.deliveries ?? 0),
  }
}

function toErasure(row: typeof erasures.$inferSelect): Erasure {
  return { id: row.id, at: row.createdAt.toISOString(), by: row.actor, leads: row.leads }
}

/** Deletes what retention has removed of a person; answers the submission ids of the leads. */
async function eraseRemoved(tx: Transaction, person: Person): Promise<string[]> {
  const rows = await tx
    .select({ id: removedLeads.leadId, submissionId: sql<string>`lead->>'submission_id'` })
    .from(removedLeads)
    .where(isRemoved(person))
    .orderBy(asc(removedLeads.leadId))
    .for('update')
  const ids = rows.map(({ id }) => id)
  await tx.delete(removedLeads).where(inArray(removedLeads.leadId, ids))
  return rows.map(({ submissionId }) => submissionId)
}

/** How many leads are expected, who erases them, and what writes the audit entry of it. */
export type ErasureOrder = {
  expectedLeads: number
  actor: string
  audit: (tx: Transaction, leads: number) => Promise<void>
}

/**
 * Deletes one person's leads and all that hangs on them, also what could be brought back, and records
 * that it was done without the data. Refuses where there are not as many leads as were confirmed.
 */
export async function erase(
  db: Database,
  target: ErasureTarget,
  { expectedLeads, actor, audit }: ErasureOrder,
): Promise<Erasure> {
  return db.transaction(async (tx) => {
    const person = await findPerson(tx, target)
    const found = await tx
      .select({ id: leads.id, submissionId: leads.submissionId })
      .from(leads)
      .where(isStored(person))
      .orderBy(asc(leads.id))
      .for('update')
    const gone = await deleteLeads(
      tx,
      found.map(({ id }) => id),
    )
    // After the leads: what retention removes meanwhile is found here.
    const removed = await eraseRemoved(tx, person)
    const erased = gone.length + removed.length
    if (erased !== expectedLeads) {
      throw new AppError(
        'conflict',
        `There are now ${erased} leads of this person and not ${expectedLeads}. Nothing was erased; please look again.`,
      )
    }
    await announceLeads(tx)
    const submissionIds = [...found.map(({ submissionId }) => submissionId), ...removed]
    const row = { actor, leads: erased, submissionIds }
    const [erasure] = await tx.insert(erasures).values(row).returning()
    if (!erasure) throw new Error('the insert of an erasure returned no row')
    await audit(tx, erased)
    return toErasure(erasure)
  })
}

/** Erases anew what an archive or a backup has brought back; returns how many leads. */
export async function eraseAgain(db: Database, submissionIds: readonly string[]): Promise<number> {
  const ids = [...submissionIds]
  return db.transaction(async (tx) => {
    const found = await tx
      .select({ id: leads.id })
      .from(leads)
      .where(inArray(leads.submissionId, ids))
      .orderBy(asc(leads.id))
      .for('update')
    const gone = await deleteLeads(
      tx,
      found.map(({ id }) => id),
    )
    const removed = await tx
      .delete(removedLeads)
      .where(inArray(sql`${removedLeads.lead}->>'submission_id'`, ids))
      .returning({ id: removedLeads.leadId })
    return gone.length + removed.length
  })
}

/** The latest erasures, newest first, at most a hundred. */
export async function listErasures(db: Database): Promise<Erasure[]> {
  const rows = await db.select().from(erasures).orderBy(desc(erasures.id)).limit(100)
  return rows.map(toErasure)
}
