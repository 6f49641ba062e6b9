import type { HistoryEntry } from '#/contracts/leads/inbox.ts'
import type { Ranking } from '#/contracts/referrals/contractors.ts'
import { outcomeOf } from '#/contracts/referrals/offer-states.ts'
import type { Referral } from '#/contracts/referrals/offers.ts'
import { barOf } from '#/server/referrals/standing.ts'
import { soundsUrgent } from '#/server/referrals/urgent-words.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Database } from '../../db/database.ts'
import { readWork } from '../contractors/read-figures.ts'
import { isUser, lineOf } from '../event-table.ts'
import { readRating } from '../ratings/read-ratings.ts'
import { isUrgent, isWaiting, stageOf } from '../state.ts'
import { judgeCandidates } from '../store/ranking.ts'
import { reasonsFor } from '../store/ranking-rules.ts'
import { additionsOf } from '../store/read-additions.ts'
import type { ReadRequest, WholeRequest } from '../store/read-request.ts'

/**
 * True where what the visitor of an open lead wrote sounds as if it cannot wait, and neither they nor a
 * user has said whether it can.
 */
function asksIfUrgent({ lead, state, events }: WholeRequest): boolean {
  if (isUrgent(state) || state.end || state.urgencyBy) return false
  const said = events.map((event) => (event.kind === 'word-added' ? event.text : ''))
  return [lead.message ?? '', ...said].some(soundsUrgent)
}

/** What has become of a lead, and its offers. */
function toReferral(read: WholeRequest): Referral {
  const { state } = read
  return {
    outcome: outcomeOf(stageOf(state)),
    lostReason: state.end?.reason ?? null,
    isAutomatic: state.isAutomatic,
    retryAt: state.retryAt,
    soundsUrgent: asksIfUrgent(read),
    offers: [...state.offers],
  }
}

/** What happened to a lead, oldest first, in words. */
function historyOf({ state, events }: WholeRequest): HistoryEntry[] {
  return events.flatMap((event): HistoryEntry[] => {
    const { id, kind, by, at } = event
    // Where the offer of an event of an earlier version is not known, the event names the company.
    const { offerId, company = '' } = event as { offerId?: number | null; company?: string }
    const offer = state.offers.find((each) => each.id === offerId)
    const line = lineOf(event, offer?.contractor.companyName ?? company)
    if (!line) return []
    const [text, detail = null] = line
    return [{ id, kind, text, detail, by: isUser(by) ? by : null, at: new Date(at).toISOString() }]
  })
}

/** Returns which contractors fit a lead, and how they compare. */
async function rankForLead(db: Database, { state, now }: ReadRequest): Promise<Ranking> {
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
      isEligible: barOf(candidate, today) === undefined,
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

/** Returns what the panel of a lead shows of its history, its offers and its visitor. */
export async function readLeadWork(db: Database, read: WholeRequest) {
  return {
    history: historyOf(read),
    referral: toReferral(read),
    ranking: isWaiting(stageOf(read.state)) ? await rankForLead(db, read) : null,
    additions: additionsOf(read),
    rating: await readRating(db, read.lead.id),
  }
}
