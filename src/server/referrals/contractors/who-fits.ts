import {
  mostRanked,
  type RankedContractor,
  type Ranking,
} from '#/contracts/referrals/contractor-ranking.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Database } from '../../db/database.ts'
import { obstaclesTo, reasonsFor } from './ranking-words.ts'
import { type Candidate, readFitting, readRanking } from './read-ranking.ts'
import { readWork } from './read-work.ts'

/** Who fits a lead, with the reasons; undefined if there is no such lead. */
export async function rankForLead(
  db: Database,
  leadId: number,
  now = new Date(),
): Promise<Ranking | undefined> {
  const work = await readWork(db, leadId)
  if (!work) return undefined
  const today = localDay(now.getTime())
  const { fitting, others, counts } = await readRanking(db, leadId, work, { now, most: mostRanked })
  const toRanked = (candidate: Candidate): RankedContractor => {
    const { id, companyName, contactName, email, phone, hasLapsed } = candidate
    return {
      ...{ id, companyName, contactName, email, phone },
      isEligible: !hasLapsed,
      reasons: reasonsFor(candidate, work, today),
      obstacles: obstaclesTo(candidate, today),
    }
  }
  return { town: work.town, fitting: fitting.map(toRanked), others: others.map(toRanked), counts }
}

/** The numbers of those who may be offered a lead now, in the order in which they are to be asked. */
export async function findFitting(db: Database, leadId: number, now: Date): Promise<number[]> {
  const work = await readWork(db, leadId)
  return work ? readFitting(db, leadId, work, now) : []
}
