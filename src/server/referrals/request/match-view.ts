import type { MatchView, RequestView } from '#/contracts/referrals/requests.ts'
import { promiseOf } from '#/server/time/promises.ts'
import type { Database } from '../../db/database.ts'
import { callOf } from '../offer/find-offer.ts'
import { accepted, isUrgent, stageOf } from '../state.ts'
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
export async function readEarlierOfSame(
  db: Database,
  { lead, state }: ReadRequest,
): Promise<ReadRequest | undefined> {
  const earlier = state.joinedTo === null ? undefined : await readRequest(db, state.joinedTo)
  const isSame =
    earlier?.lead.phone === lead.phone &&
    earlier.lead.email.toLowerCase() === lead.email.toLowerCase() &&
    lead.email !== ''
  return isSame ? earlier : undefined
}
