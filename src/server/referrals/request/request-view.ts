import { defaultAddress } from '#/contracts/leads/lead-fields.ts'
import type { MatchView, RequestView } from '#/contracts/referrals/requests.ts'
import { soundsDangerous } from '#/server/referrals/urgent-words.ts'
import { promiseOf } from '#/server/time/promises.ts'
import type { Database } from '../../db/database.ts'
import { leadReference } from '../../db/lead-reference.ts'
import { callOf } from '../offer/find-offer.ts'
import { readRating, toReview } from '../ratings/read-ratings.ts'
import { hasNobodyLeft, wasMatched } from '../say.ts'
import { mayRate, mayReopen } from '../settle.ts'
import { accepted, isUrgent, stageOf } from '../state.ts'
import { additionsOf } from '../store/read-additions.ts'
import { type ReadRequest, readRequest } from '../store/read-request.ts'

/** Which contractor has a request, as its visitor reads it; null while none has. */
export function matchOf({ state, contractors, now }: ReadRequest): MatchView | null {
  const offer = accepted(state)
  const contractor = offer && contractors.get(offer.contractor.id)
  if (!offer || !contractor) return null
  const isDone = stageOf(state) === 'done'
  // A removed contractor has it no more. What they have done stays true.
  if (offer.contractor.bar === 'removed' && !isDone) return null
  const { companyName, licenseNumber, phone } = contractor
  return {
    companyName,
    licenseNumber,
    phone,
    isDone,
    ...callOf(offer, now),
  }
}

/** What a contractor says a request was lost for, until its visitor has been heard; else null. */
export function reportedOf({ state }: ReadRequest): RequestView['reported'] {
  const { end, offers } = state
  const offer = offers.findLast((each) => each.state === 'ended')
  if (!end?.isReported || !end.reason || !offer) return null
  return { companyName: offer.contractor.companyName, reason: end.reason }
}

/** By when it is answered, as its visitor was promised; null where nothing is promised any more. */
export const promiseTo = ({ state, now }: ReadRequest): RequestView['promise'] =>
  state.promisedSince === null ? null : promiseOf(state.promisedSince, isUrgent(state), now)

/**
 * The request with which another one goes, as its visitor may see it: only where both the phone number and
 * the email are the same. Anybody can type the number of somebody else, and must not read of them.
 */
export async function readEarlierOfSame(db: Database, { lead, state }: ReadRequest) {
  const earlier = state.joinedTo === null ? undefined : await readRequest(db, state.joinedTo)
  const isSame =
    earlier?.lead.phone === lead.phone &&
    earlier.lead.email.toLowerCase() === lead.email.toLowerCase() &&
    lead.email !== ''
  return isSame ? earlier : undefined
}

/** What the page of a request shows, however it was opened; undefined if the lead was erased. */
export async function readRequestView(
  db: Database,
  leadId: number,
): Promise<Omit<RequestView, 'path' | 'added' | 'answer'> | undefined> {
  const read = await readRequest(db, leadId)
  if (!read) return undefined
  const { lead, state } = read
  const { end, ours, urgencyBy } = state
  const additions = additionsOf(read)
  const rating = await readRating(db, leadId)
  const earlier = await readEarlierOfSame(db, read)
  const match = matchOf(earlier ?? read)
  const reported = reportedOf(read)
  const isOurs = stageOf(state) === 'ours'
  return {
    reference: leadReference(lead.submissionId),
    receivedAt: lead.createdAt.toISOString(),
    isHeld: state.isHeld,
    promise: promiseTo(read),
    isUrgent: isUrgent(state),
    visitorSaysUrgent: lead.cannotWait && urgencyBy === 'visitor',
    isDangerous: soundsDangerous(
      [lead.message, ...additions.words.map(({ text }) => text)].join('\n'),
    ),
    service: lead.service,
    address: lead.address === defaultAddress ? null : lead.address,
    town: lead.town,
    isOutside: lead.isOutside,
    message: lead.message,
    phoneEnd: lead.phone.slice(-4),
    email: lead.email.replace(/^(.).*@/u, '$1…@'),
    additions,
    // What becomes of the one that it goes with is said on the page of that.
    match: match && (earlier ? { ...match, isDone: false } : match),
    reported,
    wasMatched: wasMatched(state),
    isReopened: isOurs && ours?.reason === 'reopened',
    isWithoutContractor: hasNobodyLeft(state),
    mayReopen: mayReopen(state, read.now),
    isClosed: end !== null && end.as !== 'cancelled',
    asksForRating: !reported && mayRate(state, read.now),
    rating,
    review: rating?.mayPublish ? toReview(rating, lead.service) : null,
  }
}
