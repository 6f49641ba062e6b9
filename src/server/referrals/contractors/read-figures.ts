import { sql } from 'drizzle-orm'
import type { ContractorFigures } from '#/contracts/referrals/contractor-figures.ts'
import { offers } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import type { ContractorRow } from '../lead/held-lead.ts'
import { noRecord, readRecords } from './ranking.ts'
import { obstaclesTo, toFigures } from './ranking-rules.ts'

/** The database's time, by which offers end. */
export async function readNow(db: Database): Promise<Date> {
  const [row] = await db
    .select({ now: sql`clock_timestamp()`.mapWith(offers.offeredAt) })
    .from(sql`(values (1)) once`)
  if (!row) throw new Error('the database did not tell the time')
  return row.now
}

/** Reads the figures of all contractors, or of one; returns the function that finds them by number. */
export async function readFigures(
  db: Database,
  ofOne?: number,
): Promise<(contractorId: number) => ContractorFigures> {
  const records = await readRecords(db, await readNow(db), ofOne)
  return (contractorId) => toFigures(records.get(contractorId) ?? noRecord)
}

/**
 * The figures of a contractor, and what keeps any new offer away from them, in words: both as the
 * ranking sees them at that time.
 */
export async function readStanding(
  db: Database,
  contractor: ContractorRow,
  now: Date,
): Promise<{ figures: ContractorFigures; obstacles: string[] }> {
  const records = await readRecords(db, now, contractor.id)
  const record = records.get(contractor.id) ?? noRecord
  const candidate = { ...contractor, record, ofThisLead: [] }
  return {
    figures: toFigures(record),
    obstacles: obstaclesTo(candidate, { now, isUrgent: false }).map(({ text }) => text),
  }
}
