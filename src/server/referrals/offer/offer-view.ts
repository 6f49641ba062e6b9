import type { OfferEnd } from '#/contracts/referrals/offer-states.ts'
import type { OfferFormProblem, OfferView } from '#/contracts/referrals/offers.ts'
import type { Database } from '../../db/database.ts'
import { readSetting } from '../../db/settings.ts'
import { listFeesAhead } from '../../money/fee-rules.ts'
import { listOfferFees } from '../../money/ledger.ts'
import { proposeCallTime } from '../../time/call-times.ts'
import { isUrgent } from '../state.ts'
import { callOf, type FoundOffer, isLate } from './find-offer.ts'
import { matchedLead, offeredWork } from './lead-facts.ts'

/** How it stands with a request that its contractor has, or had when it ended. */
function endOf({ read }: FoundOffer) {
  const { end } = read.state
  if (!end) return { outcome: 'matched', lostReason: null } as const
  return { outcome: end.as === 'done' ? 'done' : 'lost', lostReason: end.reason } as const
}

/** Why an offer is its contractor's no longer. */
function whyNotTheirs({ offer, access, isReopened }: FoundOffer): OfferEnd {
  if (isReopened && access !== 'removed') return 'reopened'
  return access === 'withdrawn' && offer.answeredAt !== null ? 'recalled' : (access as OfferEnd)
}

/** The page of an offer as it stands: nothing of the request in it but what its contractor may see now. */
export async function toOfferView(
  db: Database,
  found: FoundOffer,
  path: string,
  problem: OfferFormProblem | null,
): Promise<OfferView> {
  const { read, offer, access } = found
  const frame = { path, companyName: offer.contractor.companyName }
  const isOpen = access === 'open' || isLate(found)
  if (access !== 'accepted' && !isOpen) return { ...frame, state: whyNotTheirs(found) }
  const { sendsMails } = await readSetting(db, 'visitorMails')
  const isVisitorTold = read.lead.email !== '' && sendsMails
  const shown = { ...frame, isVisitorTold, problem }
  const proposed = proposeCallTime(isUrgent(read.state))
  if (access === 'accepted') {
    return {
      ...shown,
      state: access,
      ...endOf(found),
      lead: matchedLead(read),
      ...callOf(offer, read.now),
      nextCallAt: proposed,
      fees: await listOfferFees(db, offer.id),
    }
  }
  return {
    ...shown,
    state: 'open',
    isLate: isLate(found),
    work: offeredWork(read),
    expiresAt: offer.expiresAt,
    callAt: proposed,
    fees: await listFeesAhead(db, offer.contractor.id, read.lead.service),
  }
}
