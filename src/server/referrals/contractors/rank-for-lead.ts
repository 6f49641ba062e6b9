import type { Ranking } from '#/contracts/referrals/contractors.ts'
import { isEligible } from '#/server/referrals/standing.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Database } from '../../db/database.ts'
import { judgeCandidates } from '../store/ranking.ts'
import { reasonsFor } from '../store/ranking-rules.ts'
import type { ReadRequest } from '../store/read-request.ts'
import { readWork } from './read-figures.ts'

/** Returns which contractors fit a lead, and how they compare. */
export async function rankForLead(db: Database, { state, now }: ReadRequest): Promise<Ranking> {
  const { lead } = state
  const today = localDay(now)
  const candidates = await judgeCandidates(db, state, now)
  const workOf = await readWork(db)
  const ranked = candidates.map((candidate) => {
    const { id, companyName, contactName, email, phone, record, obstacles } = candidate
    const { stars, ratings } = workOf(id)
    return {
      id,
      companyName,
      contactName,
      email,
      phone,
      stars,
      ratings,
      isEligible: isEligible(candidate, today),
      figures: record,
      obstacles: obstacles.map(({ text }) => text),
    }
  })
  return {
    town: lead.town,
    reasons: reasonsFor(lead),
    fitting: ranked.filter(({ obstacles }) => obstacles.length === 0),
    others: ranked.filter(({ obstacles }) => obstacles.length > 0),
  }
}
