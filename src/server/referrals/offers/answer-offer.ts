import { eq } from 'drizzle-orm'
import type { DeclineReason, OfferAccess } from '#/contracts/referrals/offer-states.ts'
import { accessTo, whyNotMatchable } from '#/contracts/referrals/offer-states.ts'
import { offers } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { recordOnLead } from '../../db/lead-history.ts'
import { type HeldLead, holdLead, type LeadOffer } from '../lead/held-lead.ts'
import { addNews } from '../lead/tell-of-lead.ts'
import { findContractor, matchTo } from './offer-changes.ts'

/** An offer by its number, and its lead. */
export type OfferKey = { offerId: number; leadId: number }

/**
 * Runs with the offer's lead held, for a contractor whose access to the offer is the one that is
 * needed. Returns their access afterwards; undefined if the lead was erased meanwhile.
 */
export function withOffer(
  db: Database,
  { offerId, leadId }: OfferKey,
  needed: OfferAccess,
  run: (tx: Transaction, lead: HeldLead, offer: LeadOffer) => Promise<OfferAccess>,
): Promise<OfferAccess | undefined> {
  return db.transaction(async (tx) => {
    const lead = await holdLead(tx, leadId)
    const offer = lead?.offers.find(({ id }) => id === offerId)
    if (!lead || !offer) return undefined
    const access = accessTo(offer, lead.now)
    return access === needed ? run(tx, lead, offer) : access
  })
}

/** A contractor says yes. The first wins; for all others it returns how their offer stands. */
export function acceptOffer(
  db: Database,
  key: OfferKey,
  callAt: Date,
): Promise<OfferAccess | undefined> {
  return withOffer(db, key, 'open', async (tx, lead, offer) => {
    const problem = whyNotMatchable(lead)
    if (problem) return problem === 'matched' ? 'taken' : 'withdrawn'
    if (!(await findContractor(tx, offer.contractorId, lead))?.isEligible) return 'lapsed'
    await matchTo(tx, lead, offer, callAt)
    const { companyName } = offer.contractor
    await recordOnLead(tx, lead.id, { kind: 'accepted', detail: companyName })
    await addNews(tx, lead, 'accepted', companyName)
    return 'accepted'
  })
}

/** A contractor says no. */
export function declineOffer(
  db: Database,
  key: OfferKey,
  declineReason: DeclineReason,
): Promise<OfferAccess | undefined> {
  return withOffer(db, key, 'open', async (tx, lead, offer) => {
    await tx
      .update(offers)
      .set({ state: 'declined', answeredAt: lead.now, declineReason })
      .where(eq(offers.id, offer.id))
    await recordOnLead(tx, lead.id, { kind: 'declined', detail: offer.contractor.companyName })
    return 'declined'
  })
}
