import { outcomeOf } from '#/contracts/referrals/offer-states.ts'
import type { Offer as OfferView, Referral } from '#/contracts/referrals/offers.ts'
import type { LeadPanel } from '#/contracts/referrals/office-leads.ts'
import { soundsUrgent } from '#/server/referrals/urgent-words.ts'
import { asIso } from '#/server/time/local-day.ts'
import type { Database } from '../../db/database.ts'
import { readRating } from '../ratings/read-ratings.ts'
import { isUrgent, type Offer, stageOf } from '../state.ts'
import { noLead } from '../store/apply-for-user.ts'
import { readAdditions, readEvents } from '../store/read-additions.ts'
import { type ReadRequest, readRequest } from '../store/read-request.ts'

function toOffer(offer: Offer, jobValueCents: number | null): OfferView {
  const { id, contractor, state, declineReason, handBackReason, by } = offer
  return {
    id,
    state,
    declineReason,
    handBackReason,
    by,
    jobValueCents,
    contractorId: contractor.id,
    companyName: contractor.companyName,
    offeredAt: new Date(offer.offeredAt).toISOString(),
    mailedAt: asIso(offer.mailedAt),
    expiresAt: new Date(offer.expiresAt).toISOString(),
    answeredAt: asIso(offer.answeredAt),
    callAt: asIso(offer.callAt),
    calledAt: asIso(offer.spokenAt),
    onTheWayAt: asIso(offer.onTheWayAt),
    endedAt: asIso(offer.endedAt),
  }
}

/**
 * True where what the visitor of an open lead wrote sounds as if it cannot wait, and neither they nor a
 * user has said whether it can.
 */
async function asksIfUrgent(db: Database, { lead, state }: ReadRequest): Promise<boolean> {
  if (isUrgent(state) || state.end || state.urgencyBy) return false
  const words = await readEvents(db, lead.id, ['word-added'])
  const said = words.map((event) => ('text' in event ? event.text : ''))
  return [lead.message ?? '', ...said].some(soundsUrgent)
}

/** What has become of a lead, and its offers. */
async function toReferral(db: Database, read: ReadRequest): Promise<Referral> {
  const { state, jobValues } = read
  return {
    outcome: outcomeOf(stageOf(state)),
    lostReason: state.end?.reason ?? null,
    isAutomatic: state.isAutomatic,
    nextTryAt: asIso(state.retryAt),
    hasRunOut: stageOf(state) === 'ours',
    soundsUrgent: await asksIfUrgent(db, read),
    offers: state.offers.map((offer) => toOffer(offer, jobValues.get(offer.id) ?? null)),
  }
}

/** What the panel of a lead shows of its offers and its visitor. Throws if there is no such lead. */
export async function readLeadWork(
  db: Database,
  leadId: number,
): Promise<Pick<LeadPanel, 'referral' | 'additions' | 'rating'>> {
  const read = await readRequest(db, leadId)
  if (!read) throw noLead(leadId)
  const [referral, additions, rating] = await Promise.all([
    toReferral(db, read),
    readAdditions(db, read),
    readRating(db, leadId),
  ])
  return { referral, additions, rating }
}
