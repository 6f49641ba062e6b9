import { and, asc, eq, inArray, isNotNull, isNull, max, ne, sql } from 'drizzle-orm'
import type { Contractor, ContractorFields } from '#/contracts/referrals/contractors.ts'
import { contractors, deliveries, links, offers } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { locks } from '../../db/locks.ts'
import { announceLeads } from '../../db/signals.ts'
import { AppError } from '../../http/errors.ts'
import type { ContractorRow } from '../store/read-request.ts'
import { differingFields } from './contractor-csv.ts'

/** A contractor as clients get them. */
export function toContractor(stored: ContractorRow): Contractor {
  const { createdAt, removedAt: _, figuresSince: __, ...row } = stored
  return { ...row, createdAt: createdAt.toISOString() }
}

/** True of the contractors of the list, which others have left. */
export const isThere = isNull(contractors.removedAt)

const gone = () => new AppError('not_found', 'This contractor is no longer on the list.')

/** Finds a contractor of the list; undefined where there is none any more. */
export async function findListed(db: Database, id: number): Promise<ContractorRow | undefined> {
  const isIt = and(isThere, eq(contractors.id, id))
  const [row] = await db.select().from(contractors).where(isIt)
  return row
}

/** Returns a contractor of the list. Throws where there is none any more. */
export async function readListed(db: Database, id: number): Promise<ContractorRow> {
  const row = await findListed(db, id)
  if (!row) throw gone()
  return row
}

/** All contractors, by the names of their companies. */
export async function listContractors(db: Database): Promise<Contractor[]> {
  const rows = await db
    .select()
    .from(contractors)
    .where(isThere)
    .orderBy(asc(sql`lower(${contractors.companyName})`), asc(contractors.id))
  return rows.map(toContractor)
}

/**
 * Has other changes of contractors wait until the transaction ends, and no reader. There are few, and
 * what is checked before one must still be so when it is made.
 */
export async function holdContractors(tx: Transaction): Promise<void> {
  // Who chooses contractors locks several of their rows, in another order.
  await tx.execute(sql`select pg_advisory_xact_lock(${locks.asking})`)
  await tx.execute(sql`lock table ${contractors} in share row exclusive mode`)
}

/** Refuses a license number that another contractor of the list has. */
async function refuseTaken(tx: Transaction, licenseNumber: string, exceptId?: number) {
  await holdContractors(tx)
  const [taken] = await tx
    .select({ id: contractors.id, companyName: contractors.companyName })
    .from(contractors)
    .where(and(isThere, eq(contractors.licenseNumber, licenseNumber)))
  if (!taken || taken.id === exceptId) return
  const message = `${taken.companyName} already has this license number.`
  throw new AppError('conflict', message, { fields: { licenseNumber: message } })
}

const nextVersion = sql`${contractors.version} + 1`

/**
 * Stores a contractor who is not in the list. One whose license number a removed one has is that one, the last
 * to be added of several, back again, with figures that begin anew.
 */
export async function storeNew(tx: Transaction, fields: ContractorFields): Promise<Contractor> {
  const { id, licenseNumber, removedAt } = contractors
  const wasTheirs = and(isNotNull(removedAt), eq(licenseNumber, fields.licenseNumber))
  const last = tx
    .select({ id: max(id) })
    .from(contractors)
    .where(wasTheirs)
  const back = { ...fields, removedAt: null, figuresSince: sql`now()`, version: nextVersion }
  const again = await tx.update(contractors).set(back).where(inArray(id, last)).returning()
  const stored = again.length > 0 ? again : await tx.insert(contractors).values(fields).returning()
  await announceLeads(tx)
  if (!stored[0]) throw new Error('the contractor was not stored')
  return toContractor(stored[0])
}

/** Adds a contractor, whose license number no other may have. */
export async function addContractor(db: Database, fields: ContractorFields): Promise<Contractor> {
  return db.transaction(async (tx) => {
    await refuseTaken(tx, fields.licenseNumber)
    return storeNew(tx, fields)
  })
}

/** Mails to a contractor that have not left go to the new address. One that is leaving is passed over. */
async function readdress(tx: Transaction, contractorId: number, email: string): Promise<void> {
  const theirs = tx
    .select({ id: deliveries.id })
    .from(deliveries)
    .innerJoin(offers, eq(offers.id, deliveries.offerId))
    .where(and(eq(offers.contractorId, contractorId), ne(deliveries.state, 'sent')))
    .for('update', { of: deliveries, skipLocked: true })
  await tx
    .update(deliveries)
    .set({ target: email })
    .where(and(inArray(deliveries.id, theirs), isNull(deliveries.claimToken)))
}

/** Stores the fields of a contractor of the list, which is held. */
export async function storeFields(
  tx: Transaction,
  id: number,
  fields: { [Name in keyof ContractorFields]?: ContractorFields[Name] | undefined },
) {
  const [row] = await tx
    .update(contractors)
    .set({ ...fields, version: nextVersion })
    .where(and(isThere, eq(contractors.id, id)))
    .returning()
  if (!row) throw gone()
  if (fields.email !== undefined) await readdress(tx, id, fields.email)
  // A lead may wait for just these hours, towns or papers.
  await announceLeads(tx)
  return toContractor(row)
}

/**
 * Changes a contractor of the list. `version` is the one that the user has read: a change of an older one is
 * refused.
 */
export async function changeContractor(
  db: Database,
  contractorId: number,
  { version, ...fields }: ContractorFields & { version: number },
): Promise<Contractor> {
  return db.transaction(async (tx) => {
    await refuseTaken(tx, fields.licenseNumber, contractorId)
    const row = await readListed(tx, contractorId)
    if (row.version === version) return storeFields(tx, contractorId, fields)
    const stored = toContractor(row)
    // Sent twice, or both have saved the same.
    if (differingFields(stored, fields).length === 0) return stored
    throw new AppError(
      'conflict',
      'Someone else changed this contractor while you were editing. Copy what you typed, then reload the page to see what they saved.',
    )
  })
}

/**
 * Takes a contractor out of the list, and returns the company's name. From then on nothing is theirs
 * (`accessOf`); what they had is taken back at once, lead by lead.
 */
export async function takeOut(tx: Transaction, contractorId: number): Promise<string> {
  const [row] = await tx
    .update(contractors)
    .set({ removedAt: sql`now()` })
    .where(and(isThere, eq(contractors.id, contractorId)))
    .returning({ companyName: contractors.companyName })
  if (!row) throw gone()
  // Of one who is added again later, the links to their page that were sent before open nothing.
  await tx.delete(links).where(eq(links.contractorId, contractorId))
  await announceLeads(tx)
  return row.companyName
}
