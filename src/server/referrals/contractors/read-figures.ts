import type { ContractorFigures } from '#/contracts/referrals/contractors.ts'
import type { Database } from '../../db/database.ts'
import type { Instant } from '../state.ts'
import { noRecord, readRecords } from '../store/ranking.ts'
import { obstaclesTo, toFigures } from '../store/ranking-rules.ts'
import type { ContractorRow } from '../store/read-request.ts'
import { readNow } from '../store/read-request.ts'

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
  now: Instant,
): Promise<{ figures: ContractorFigures; obstacles: string[] }> {
  const records = await readRecords(db, now, contractor.id)
  const record = records.get(contractor.id) ?? noRecord
  const candidate = { ...contractor, record, ofThisLead: [] }
  return {
    figures: toFigures(record),
    obstacles: obstaclesTo(candidate, { now, isUrgent: false }).map(({ text }) => text),
  }
}
