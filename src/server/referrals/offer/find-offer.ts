import type { CallState, CallView, OfferAccess } from '#/contracts/referrals/offer-states.ts'
import type { Database } from '../../db/database.ts'
import { type Instant, isWaiting, type Offer, type State, stageOf } from '../state.ts'
import { leadOfOffer, readRequest, type WholeRequest } from '../store/read-request.ts'

/**
 * What an offer is to its contractor. Every page, form, photograph and mail asks this, so that what is
 * taken from a contractor is gone everywhere at once. One who was removed has nothing any more; one whose
 * papers lapsed keeps what they have said yes to. `ended` was theirs until the request was over, and they
 * may read it while it is.
 */
export function accessOf({ state, contractor }: Offer, { end }: Pick<State, 'end'>): OfferAccess {
  if (contractor.bar === 'removed') return 'removed'
  if (state === 'accepted' || (state === 'ended' && end)) return 'accepted'
  if (state === 'ended') return 'withdrawn'
  return contractor.bar ?? state
}

/** An offer with its request, and what its contractor may do with it. */
export type FoundOffer = {
  read: WholeRequest
  offer: Offer
  access: OfferAccess
  /** It was theirs, until its visitor said that they still need help. */
  isReopened: boolean
}

/** True for an offer whose time is over, and that can be accepted still: nobody has the request. */
export const isLate = ({ read, offer }: FoundOffer): boolean =>
  offer.state === 'expired' && offer.contractor.bar === undefined && isWaiting(stageOf(read.state))

/** Returns an offer of a request, as it is to its contractor; undefined if it has no such offer. */
export function offerIn(read: WholeRequest, offerId: number): FoundOffer | undefined {
  const offer = read.state.offers.find(({ id }) => id === offerId)
  if (!offer) return undefined
  const isReopened = read.events.some(
    (event) =>
      event.kind === 'still-needs-help' && event.offerId === offerId && event.at === offer.endedAt,
  )
  return { read, offer, access: accessOf(offer, read.state), isReopened }
}

/** Finds an offer; undefined if there is none. */
export async function findOffer(db: Database, offerId: number): Promise<FoundOffer | undefined> {
  const leadId = await leadOfOffer(db, offerId)
  const read = leadId === undefined ? undefined : await readRequest(db, leadId)
  return read && offerIn(read, offerId)
}

function callStateOf({ callAt, spokenAt, missedAt }: CalledOffer, now: Instant): CallState {
  if (spokenAt !== null) return 'spoken'
  if (missedAt !== null) return 'missed'
  return callAt !== null && callAt <= now ? 'passed' : 'ahead'
}

type CalledOffer = Pick<Offer, 'callAt' | 'spokenAt' | 'missedAt' | 'onTheWayAt'>

/** Returns how it stands with the call that a contractor has promised. */
export const callOf = (offer: CalledOffer, now: Instant): CallView => ({
  callAt: offer.callAt,
  callState: callStateOf(offer, now),
  onTheWayAt: offer.onTheWayAt,
})
