import { count, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Erasure, ErasurePreview, ErasureTarget } from '#/contracts/privacy.ts'
import type { Database } from '../../db/database.ts'
import { deliveries, erasures, leadNotes, leads } from '../../db/schema.ts'
import { AppError } from '../../http/errors.ts'
import { announceLeads } from '../lead-changes.ts'
import { readPhone } from '../phone.ts'

/** The condition for one person's leads: by this email, this number, or either of those of this lead. */
async function belongsToTarget(db: Database, target: ErasureTarget): Promise<SQL> {
  const hasEmail = (email: string) => sql`lower(email) = lower(${email})`
  if (target.email !== undefined) return hasEmail(target.email)
  if (target.phone !== undefined) return eq(leads.phone, readPhone(target.phone).number)
  const id = target.leadId ?? 0
  const [lead] = await db
    .select({ email: leads.email, phone: leads.phone })
    .from(leads)
    .where(eq(leads.id, id))
  if (!lead) throw new AppError('not_found', `There is no lead number ${id}.`)
  return or(hasEmail(lead.email), eq(leads.phone, lead.phone)) ?? eq(leads.id, id)
}

/** Counts what an erasure would delete. */
export async function previewErasure(db: Database, target: ErasureTarget): Promise<ErasurePreview> {
  const isTheirs = await belongsToTarget(db, target)
  const ids = db.select({ id: leads.id }).from(leads).where(isTheirs)
  const [[theirs], [notes], [sent]] = await Promise.all([
    db.select({ count: count() }).from(leads).where(isTheirs),
    db.select({ count: count() }).from(leadNotes).where(inArray(leadNotes.leadId, ids)),
    db.select({ count: count() }).from(deliveries).where(inArray(deliveries.leadId, ids)),
  ])
  return { leads: theirs?.count ?? 0, notes: notes?.count ?? 0, deliveries: sent?.count ?? 0 }
}

function toErasure(row: typeof erasures.$inferSelect): Erasure {
  return { id: row.id, at: row.createdAt.toISOString(), by: row.actor, leads: row.leads }
}

/**
 * Deletes one person's leads and all that hangs on them, and records that it was done without the
 * data. Refuses where there are not as many leads as were confirmed.
 */
export async function erase(
  db: Database,
  target: ErasureTarget,
  { expectedLeads, actor }: { expectedLeads: number; actor: string },
): Promise<Erasure> {
  return db.transaction(async (tx) => {
    const isTheirs = await belongsToTarget(tx, target)
    const gone = await tx.delete(leads).where(isTheirs).returning({ id: leads.id })
    if (gone.length !== expectedLeads) {
      throw new AppError(
        'conflict',
        `There are now ${gone.length} leads of this person and not ${expectedLeads}. Nothing was erased; please look again.`,
      )
    }
    await announceLeads(
      tx,
      gone.map(({ id }) => id),
      'removed',
    )
    const [erasure] = await tx.insert(erasures).values({ actor, leads: gone.length }).returning()
    if (!erasure) throw new Error('the insert of an erasure returned no row')
    return toErasure(erasure)
  })
}

/** The latest erasures, newest first, at most a hundred. */
export async function listErasures(db: Database): Promise<Erasure[]> {
  const rows = await db.select().from(erasures).orderBy(desc(erasures.id)).limit(100)
  return rows.map(toErasure)
}
