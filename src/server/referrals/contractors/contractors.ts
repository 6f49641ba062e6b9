import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { type Lapse, lapseInWords, lapsesOf, noticeDays } from '#/contracts/contractor-standing.ts'
import type { Contractor, ContractorFields, LapsingContractor } from '#/contracts/contractors.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { contractors } from '../../db/schema.ts'

type Row = typeof contractors.$inferSelect

function toContractor({ createdAt, removedAt: _removed, ...row }: Row): Contractor {
  return { ...row, createdAt: createdAt.toISOString() }
}

const isThere = isNull(contractors.removedAt)

/** All contractors, by the names of their companies. */
export async function listContractors(db: Database): Promise<Contractor[]> {
  const rows = await db
    .select()
    .from(contractors)
    .where(isThere)
    .orderBy(asc(sql`lower(${contractors.companyName})`), asc(contractors.id))
  return rows.map(toContractor)
}

/** Whose papers have lapsed or will within `noticeDays`; the first to lapse comes first. */
export async function listLapsing(
  db: Database,
  today: string,
): Promise<(LapsingContractor & { found: Lapse[] })[]> {
  const isLapsing = (day: AnyPgColumn) => lte(day, sql`${today}::date + ${noticeDays}::integer`)
  const { licenseExpiresOn, insuranceExpiresOn } = contractors
  const rows = await db
    .select({
      id: contractors.id,
      companyName: contractors.companyName,
      licenseExpiresOn,
      insuranceExpiresOn,
    })
    .from(contractors)
    .where(and(isThere, or(isLapsing(licenseExpiresOn), isLapsing(insuranceExpiresOn))))
    .orderBy(asc(sql`least(${licenseExpiresOn}, ${insuranceExpiresOn})`), asc(contractors.id))
  return rows.map(({ id, companyName, ...days }) => {
    const found = lapsesOf(days, today)
    return { id, companyName, found, lapses: found.map(lapseInWords) }
  })
}

/**
 * Has other changes of contractors wait until the transaction ends, and no reader. There are few, and
 * what is checked before one must still be so when it is made.
 */
export async function holdContractors(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table ${contractors} in share row exclusive mode`)
}

/** The company that has a license number already. */
export class LicenseTaken extends Error {
  readonly companyName: string

  constructor(companyName: string) {
    super('another contractor has this license number')
    this.companyName = companyName
  }
}

async function refuseTaken(
  tx: Transaction,
  licenseNumber: string,
  exceptId?: number,
): Promise<void> {
  await holdContractors(tx)
  const [taken] = await tx
    .select({ id: contractors.id, companyName: contractors.companyName })
    .from(contractors)
    .where(and(isThere, eq(contractors.licenseNumber, licenseNumber)))
  if (taken && taken.id !== exceptId) throw new LicenseTaken(taken.companyName)
}

/** Adds a contractor. Throws LicenseTaken. */
export async function addContractor(db: Database, fields: ContractorFields): Promise<Contractor> {
  return db.transaction(async (tx) => {
    await refuseTaken(tx, fields.licenseNumber)
    const [row] = await tx.insert(contractors).values(fields).returning()
    if (!row) throw new Error('the contractor was not stored')
    return toContractor(row)
  })
}

/** Changes a contractor; undefined when there is none. Throws LicenseTaken. */
export async function changeContractor(
  db: Database,
  contractorId: number,
  fields: ContractorFields,
): Promise<Contractor | undefined> {
  return db.transaction(async (tx) => {
    await refuseTaken(tx, fields.licenseNumber, contractorId)
    const [row] = await tx
      .update(contractors)
      .set(fields)
      .where(and(isThere, eq(contractors.id, contractorId)))
      .returning()
    return row && toContractor(row)
  })
}

/** Takes a contractor out of the list, and answers the company's name; undefined when there is none. */
export async function removeContractor(
  db: Database,
  contractorId: number,
): Promise<string | undefined> {
  const [row] = await db
    .update(contractors)
    .set({ removedAt: sql`now()` })
    .where(and(isThere, eq(contractors.id, contractorId)))
    .returning({ companyName: contractors.companyName })
  return row?.companyName
}
