import type { ContractorEntry, ContractorFigures } from '#/contracts/referrals/contractors.ts'
import { standingOf } from '#/server/referrals/standing.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Database } from '../../db/database.ts'
import type { Instant } from '../state.ts'
import { noRecord, readRecords } from '../store/ranking.ts'
import { obstaclesTo, toFigures } from '../store/ranking-rules.ts'
import { type ContractorRow, readNow } from '../store/read-request.ts'
import { listContractors } from './contractors.ts'
import { readWork } from './read-work.ts'

/** Lists all contractors, each with what keeps offers away, how they have answered, and their work. */
export async function listEntries(db: Database): Promise<ContractorEntry[]> {
  const [all, records, workOf] = await Promise.all([
    listContractors(db),
    readRecords(db, await readNow(db)),
    readWork(db),
  ])
  return all.map((contractor) => ({
    ...contractor,
    standing: standingOf(contractor, localDay()),
    figures: toFigures(records.get(contractor.id) ?? noRecord),
    work: workOf(contractor.id),
  }))
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
