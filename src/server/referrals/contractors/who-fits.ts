import { mostRanked, type RankedContractor, type Ranking } from '#/contracts/contractor-ranking.ts'
import { isEligible } from '#/contracts/contractor-standing.ts'
import type { Database } from '../../db/database.ts'
import { localDay } from '../../local-day.ts'
import { readCandidates, readContacts, readWork } from './candidates.ts'
import { type Candidate, obstaclesTo, rankCandidates, reasonsFor } from './rank.ts'

/** Who fits a lead, with the reasons; undefined if there is no such lead. */
export async function rankForLead(
  db: Database,
  leadId: number,
  now = new Date(),
): Promise<Ranking | undefined> {
  const work = await readWork(db, leadId)
  if (!work) return undefined
  const today = localDay(now.getTime())
  const candidates = await readCandidates(db, leadId, work, now)
  const { fitting, others } = rankCandidates(candidates, work, today)
  const first = [fitting, others].map((all) => all.slice(0, mostRanked))
  const contacts = await readContacts(
    db,
    first.flat().map(({ id }) => id),
    now,
  )
  const toRanked = (candidate: Candidate): RankedContractor[] => {
    const contact = contacts.get(candidate.id)
    if (!contact) return []
    const { medianMinutes, ...who } = contact
    return [
      {
        ...who,
        isEligible: isEligible(candidate, today),
        reasons: reasonsFor(candidate, work, { today, medianMinutes }),
        obstacles: obstaclesTo(candidate, today),
      },
    ]
  }
  const [fittingFirst = [], othersFirst = []] = first
  return {
    town: work.town,
    fitting: fittingFirst.flatMap(toRanked),
    others: othersFirst.flatMap(toRanked),
    counts: { fitting: fitting.length, others: others.length },
  }
}

/** The numbers of those who may be offered a lead now, in the order in which they are to be asked. */
export async function findFitting(db: Database, leadId: number, now: Date): Promise<number[]> {
  const work = await readWork(db, leadId)
  if (!work) return []
  const candidates = await readCandidates(db, leadId, work, now)
  return rankCandidates(candidates, work, localDay(now.getTime())).fitting.map(({ id }) => id)
}
