import { eq, sql } from 'drizzle-orm'
import { accessTo, callStateOf, type OfferAccess } from '#/contracts/referrals/offer-states.ts'
import type { Referral } from '#/contracts/referrals/offers.ts'
import type { MatchView } from '#/contracts/referrals/requests.ts'
import { offerLinks, offers } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { acceptedOf, type LeadOffer, type ReferredLead, readLead } from '../lead/held-lead.ts'

/** What has become of a lead, and its offers, as the office shows them. */
export function toReferral(lead: ReferredLead): Omit<Referral, 'soundsUrgent'> {
  return {
    outcome: lead.outcome,
    lostReason: lead.lostReason,
    isAutomatic: lead.isAutomatic,
    nextTryAt: lead.nextTryAt?.toISOString() ?? null,
    hasRunOut: lead.ranOutAt !== null,
    claimedReason: lead.claimedReason,
    offers: lead.offers.map((offer) => ({
      id: offer.id,
      contractorId: offer.contractorId,
      companyName: offer.contractor.companyName,
      state: offer.state,
      offeredAt: offer.offeredAt.toISOString(),
      mailedAt: offer.mailedAt?.toISOString() ?? null,
      expiresAt: offer.expiresAt.toISOString(),
      answeredAt: offer.answeredAt?.toISOString() ?? null,
      declineReason: offer.declineReason,
      handBackReason: offer.handBackReason,
      callAt: offer.callAt?.toISOString() ?? null,
      calledAt: offer.calledAt?.toISOString() ?? null,
      onTheWayAt: offer.onTheWayAt?.toISOString() ?? null,
      endedAt: offer.endedAt?.toISOString() ?? null,
      jobValueCents: offer.jobValueCents,
      by: offer.offeredBy,
    })),
  }
}

/** Which contractor has a lead, as its visitor reads it; null while none has. */
export function matchOf(lead: ReferredLead): MatchView | null {
  const accepted = acceptedOf(lead)
  // Whatever it was lost for, no contractor calls any more.
  if (!accepted || lead.outcome === 'lost') return null
  const { companyName, licenseNumber, phone } = accepted.contractor
  const isDone = lead.outcome === 'done'
  // A removed contractor has it no more. What they have done stays true.
  if (accepted.bar === 'removed' && !isDone) return null
  return {
    ...{ companyName, licenseNumber, phone, isDone },
    callAt: accepted.callAt?.toISOString() ?? null,
    callState: callStateOf(accepted, lead.now),
    onTheWayAt: accepted.onTheWayAt?.toISOString() ?? null,
    claimedReason: lead.claimedReason,
    isClaimAsked: lead.claimAskedAt !== null,
  }
}

/** The same for the visitor of a lead that goes with it. What becomes of that one is said on its page. */
export function matchOfJoined(first: ReferredLead): MatchView | null {
  const match = matchOf(first)
  return match && { ...match, isDone: false, claimedReason: null }
}

/** True for a lead that a contractor had and has no longer, whom its visitor may still expect. */
export function wasMatched({ offers: all }: ReferredLead): boolean {
  return all.some(
    ({ state, answeredAt, bar }) =>
      state === 'handed-back' ||
      (state === 'withdrawn' && answeredAt) ||
      (state === 'accepted' && bar === 'removed'),
  )
}

/** An offer with its lead, and what its contractor may do with it. */
export type FoundOffer = { lead: ReferredLead; offer: LeadOffer; access: OfferAccess }

/** Finds an offer by its number, or by the hash of the secret in a link to it. */
export async function findOffer(
  db: Database,
  which: { tokenHash: string } | { offerId: number },
): Promise<FoundOffer | undefined> {
  const ofLink = (tokenHash: string) =>
    sql`(select ${offerLinks.offerId} from ${offerLinks} where ${offerLinks.tokenHash} = ${tokenHash})`
  const id = 'offerId' in which ? which.offerId : ofLink(which.tokenHash)
  const [found] = await db
    .select({ id: offers.id, leadId: offers.leadId })
    .from(offers)
    .where(eq(offers.id, id))
  const lead = found && (await readLead(db, found.leadId))
  const offer = lead?.offers.find((each) => each.id === found?.id)
  return lead && offer && { lead, offer, access: accessTo(offer, lead.now) }
}
