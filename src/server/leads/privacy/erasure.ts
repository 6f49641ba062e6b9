import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, asc, desc, eq, inArray, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Erasure, ErasurePreview, ErasureTarget } from '#/contracts/leads/privacy.ts'
import { announceLeads } from '#/server/db/signals.ts'
import { deliveries, erasures, leadNotes, leads, referrals } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { lockDeliveries, lockLeads } from '../../db/lock-lead.ts'
import { AppError } from '../../http/errors.ts'
import { apply, noLead } from '../../referrals/store/apply.ts'
import { storedPhone } from '../phone.ts'

/** What goes with a lead that is deleted goes on alone: another one may be deleted, too. */
async function partFrom(tx: Transaction, ids: number[]): Promise<void> {
  const left = await tx
    .select({ id: referrals.leadId })
    .from(referrals)
    .where(and(inArray(referrals.joinedTo, ids), notInArray(referrals.leadId, ids)))
    .orderBy(asc(referrals.leadId))
  const command = { do: 'go-on-alone', isDone: false, earlier: null } as const
  for (const { id } of left) await apply(tx, id, command)
}

/** Deletes leads with all that belongs to them; returns the submission ids of those that were there. */
export async function deleteLeads(tx: Transaction, which: SQL | undefined): Promise<string[]> {
  const found = await lockLeads(tx, which, 'update')
  const ids = found.map(({ id }) => id)
  await partFrom(tx, ids)
  await lockDeliveries(tx, inArray(deliveries.leadId, ids), 'update')
  await tx.delete(leads).where(inArray(leads.id, ids))
  return found.map(({ submissionId }) => submissionId)
}

/** One person: whoever has this email or this number. */
type Person = { email?: string | undefined; phone?: string | undefined }

async function findPerson(db: Database, target: ErasureTarget): Promise<Person> {
  const { email, phone, leadId } = target
  if (email !== undefined) return { email }
  if (phone !== undefined) return { phone: storedPhone(phone).number }
  const id = leadId ?? 0
  const [lead] = await db
    .select({ email: leads.email, phone: leads.phone })
    .from(leads)
    .where(eq(leads.id, id))
  if (!lead) throw noLead(id)
  return lead
}

function isOf({ email, phone }: Person): SQL | undefined {
  return or(
    // Requests by phone may have none, and are not all of one person.
    email ? sql`lower(${leads.email}) = lower(${email})` : sql`false`,
    phone === undefined ? sql`false` : eq(leads.phone, phone),
  )
}

/** The numbers of a person's leads. */
export async function findLeadsOf(db: Database, target: ErasureTarget): Promise<number[]> {
  const isTheirs = isOf(await findPerson(db, target))
  return (await db.select({ id: leads.id }).from(leads).where(isTheirs)).map(({ id }) => id)
}

/** Counts what an erasure would delete. */
export async function previewErasure(db: Database, target: ErasureTarget): Promise<ErasurePreview> {
  const ids = await findLeadsOf(db, target)
  const [notes, sent] = await Promise.all([
    db.$count(leadNotes, inArray(leadNotes.leadId, ids)),
    db.$count(deliveries, inArray(deliveries.leadId, ids)),
  ])
  return { leads: ids.length, notes, deliveries: sent }
}

function toErasure(row: typeof erasures.$inferSelect): Erasure {
  return { id: row.id, at: row.createdAt.toISOString(), by: row.actor, leads: row.leads }
}

/** How many leads are expected, who erases them, and what writes the audit entry of it. */
type ErasureOrder = {
  expectedLeads: number
  actor: string
  audit: (tx: Transaction, leads: number) => Promise<void>
}

/**
 * Deletes one person's leads and all that hangs on them, and records that it was done without the data. Refuses where there are not as many leads as were confirmed.
 */
export async function erase(
  db: Database,
  target: ErasureTarget,
  { expectedLeads, actor, audit }: ErasureOrder,
): Promise<Erasure> {
  return db.transaction(async (tx) => {
    const person = await findPerson(tx, target)
    const submissionIds = await deleteLeads(tx, isOf(person))
    const erased = submissionIds.length
    if (erased !== expectedLeads) {
      throw new AppError(
        'conflict',
        `Nothing was erased: we now find ${erased} of this person’s requests, not ${expectedLeads}. Please look again.`,
      )
    }
    await announceLeads(tx)
    const row = { actor, leads: erased, submissionIds }
    const [erasure] = await tx.insert(erasures).values(row).returning()
    if (!erasure) throw new Error('the insert of an erasure returned no row')
    await audit(tx, erased)
    return toErasure(erasure)
  })
}

const erasedFile = (dataDir: string) => join(dataDir, 'erased')

/**
 * Returns the submission ids of the leads that were erased, as the data folder has them: no person can
 * be recognized by them.
 */
export async function readErased(dataDir: string): Promise<string[]> {
  const text = await readFile(erasedFile(dataDir), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').filter(Boolean)
}

/** Adds the erasures of the database to the data folder, by which a restored backup is erased again. */
export async function keepErased(db: Database, dataDir: string): Promise<void> {
  const kept = new Set(await readErased(dataDir))
  const rows = await db.select({ ids: erasures.submissionIds }).from(erasures)
  const added = rows.flatMap(({ ids }) => ids).filter((id) => !kept.has(id))
  if (added.length === 0) return
  // An earlier line may have been cut off by a full disk.
  await appendFile(erasedFile(dataDir), ['', ...added, ''].join('\n'), { mode: 0o600, flush: true })
}

/** Erases anew what a backup has brought back; returns how many leads. */
export async function eraseAgain(
  tx: Transaction,
  submissionIds: readonly string[],
): Promise<number> {
  // One parameter: a statement takes 65,535, and the list may be longer.
  const which = sql`${leads.submissionId} = any(${sql.param(submissionIds)}::text[])`
  return (await deleteLeads(tx, which)).length
}

/** The latest erasures, newest first, at most a hundred. */
export async function listErasures(db: Database): Promise<Erasure[]> {
  const rows = await db.select().from(erasures).orderBy(desc(erasures.id)).limit(100)
  return rows.map(toErasure)
}
