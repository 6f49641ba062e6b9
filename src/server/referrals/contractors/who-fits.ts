import { mostRanked, type RankedContractor, type Ranking } from '#/contracts/contractor-ranking.ts'
import type { Database } from '../../db/database.ts'
import { localDay } from '../../local-day.ts'
import { obstaclesTo, reasonsFor } from './ranking-words.ts'
import { type Candidate, readRanking } from './read-ranking.ts'
import { readContacts, readWork } from './read-work.ts'

/** Who fits a lead, with the reasons; undefined if there is no such lead. */
export async function rankForLead(
  db: Database,
  leadId: number,
  now = new Date(),
): Promise<Ranking | undefined> {
  const work = await readWork(db, leadId)
  if (!work) return undefined
  const today = localDay(now.getTime())
  const ranked = await readRanking(db, leadId, work, { now, most: mostRanked })
  const all = [...ranked.fitting, ...ranked.others]
  const contacts = await readContacts(
    db,
    all.map(({ id }) => id),
    now,
  )
  const toRanked = (candidate: Candidate): RankedContractor[] => {
    const contact = contacts.get(candidate.id)
    if (!contact) return []
    const { medianMinutes, ...who } = contact
    return [
      {
        ...who,
        isEligible: !candidate.hasLapsed,
        reasons: reasonsFor(candidate, work, { today, medianMinutes }),
        obstacles: obstaclesTo(candidate, today),
      },
    ]
  }
  return {
    town: work.town,
    fitting: ranked.fitting.flatMap(toRanked),
    others: ranked.others.flatMap(toRanked),
    counts: ranked.counts,
  }
}

/** The numbers of those who may be offered a lead now, in the order in which they are to be asked. */
export async function findFitting(db: Database, leadId: number, now: Date): Promise<number[]> {
  const work = await readWork(db, leadId)
  if (!work) return []
  const { fitting } = await readRanking(db, leadId, work, { now, most: null })
  return fitting.map(({ id }) => id)
}
