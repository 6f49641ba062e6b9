import type { Ranking } from '#/contracts/referrals/contractors.ts'
import { isEligible } from '#/server/referrals/standing.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Database } from '../../db/database.ts'
import { noLead } from '../store/apply-for-user.ts'
import { judgeCandidates } from '../store/ranking.ts'
import { reasonsFor, toFigures } from '../store/ranking-rules.ts'
import { readRequest } from '../store/read-request.ts'
import { readWork } from './read-figures.ts'

/** Which contractors fit a lead, and how they compare. Throws where there is no such lead. */
export async function rankForLead(db: Database, leadId: number): Promise<Ranking> {
  const read = await readRequest(db, leadId)
  if (!read) throw noLead(leadId)
  const { lead } = read.state
  const today = localDay(read.now)
  const candidates = await judgeCandidates(db, read.state, read.now)
  const workOf = await readWork(db)
  const ranked = candidates.map((candidate) => {
    const { id, companyName, contactName, email, phone, record, obstacles } = candidate
    const { lastOfferedAt } = record
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
      figures: toFigures(record),
      lastAskedAt: lastOfferedAt === null ? null : new Date(lastOfferedAt).toISOString(),
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
