import { readablePhone } from '#/contracts/leads/contact-details.ts'
import { defaultAddress, pickLeadFields } from '#/contracts/leads/lead-fields.ts'
import type { CallState, CallView, OfferAccess } from '#/contracts/referrals/offer-states.ts'
import type { MatchedLead, OfferedWork } from '#/contracts/referrals/offers.ts'
import type { Additions } from '#/contracts/referrals/requests.ts'
import { placeText } from '#/contracts/site/towns.ts'
import { foldPhone } from '#/contracts/values/phone.ts'
import type { Database } from '../../db/database.ts'
import { leadReference } from '../../db/lead-reference.ts'
import { regionServed, townOrZip } from '../../texts/places.ts'
import { isMisfit } from '../settle.ts'
import { accessOf, type Instant, isUrgent, isWaiting, type Offer, stageOf } from '../state.ts'
import { additionsOf } from '../store/read-additions.ts'
import { leadOfOffer, readRequest, type WholeRequest } from '../store/read-request.ts'

/** An offer with its request, and what its contractor may do with it. */
export type FoundOffer = {
  read: WholeRequest
  offer: Offer
  access: OfferAccess
  /** It was theirs, until its visitor said that they still need help. */
  isReopened: boolean
}

/** True for an offer that can be accepted, also after its time is over: as long as nobody has the request. */
export const isOpenTo = ({ read: { state }, offer, access }: FoundOffer): boolean =>
  access === 'open' ||
  (access === 'expired' && isWaiting(stageOf(state)) && !isMisfit(offer, state))

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

/** Where the work is, without its street: the town, else the ZIP code as it was said last. */
function whereOf({ town, address }: WholeRequest['lead'], { place }: Additions): string {
  if (town) return town
  // What stands behind the five digits of a ZIP code names a street, or a house.
  const zip = place?.zip?.slice(0, 5)
  const added = zip ?? (place?.address && townOrZip(place.address))
  return added || (address && townOrZip(address)) || regionServed()
}

/** An email address, seven digits in a row, or the end of a phone number whatever divides it. */
const wayToReach = /@|\d(?:[\s().-]*\d){6}|\d{3}[^\p{L}\d:]{1,3}\d{4}/u

/** True where a text that a visitor typed holds neither a way to reach them nor a part of their name. */
export function isHarmless(text: string, name: string): boolean {
  if (wayToReach.test(foldPhone(text))) return false
  const words: string[] = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const names = name.toLowerCase().match(/\p{L}{2,}/gu) ?? []
  return !names.some((each) => words.includes(each))
}

/** Returns what a contractor may know before they say yes. */
export function offeredWork(read: WholeRequest): OfferedWork {
  const { lead, state, photos, later } = read
  const additions = additionsOf(read)
  const { callTime } = additions
  return {
    others: later.map((other) => ({ service: other.lead.service })),
    service: lead.service,
    isUrgent: isUrgent(state),
    where: whereOf(lead, additions),
    preferredTime: callTime && isHarmless(callTime, lead.name) ? callTime : null,
    photos: [...photos, ...later.flatMap((other) => other.photos)],
  }
}

/** Where it is and what it is about, in the visitor's words. */
function saidIn(read: WholeRequest) {
  const { address, message } = read.lead
  const { place, words } = additionsOf(read)
  const own = address === defaultAddress ? null : address
  const all = [message, ...words.map(({ text }) => text)].filter(Boolean)
  return { address: place ? placeText(place) : own, message: all.join('\n\n') || null }
}

function toJoinedWork(read: WholeRequest) {
  const { service, submissionId, name } = read.lead
  const phone = readablePhone(read.lead)
  const reference = leadReference(submissionId)
  return { service, request: { reference, name, phone, ...saidIn(read) } }
}

/** Returns what a contractor knows once they have said yes. */
export function matchedLead(read: WholeRequest): MatchedLead {
  const { lead, later } = read
  return {
    ...offeredWork(read),
    others: later.map(toJoinedWork),
    ...pickLeadFields(lead),
    phoneAsTyped: lead.phoneAsTyped,
    preferredTime: additionsOf(read).callTime,
    reference: leadReference(lead.submissionId),
    ...saidIn(read),
  }
}
