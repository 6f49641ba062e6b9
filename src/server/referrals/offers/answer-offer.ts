import { eq } from 'drizzle-orm'
import type { DeclineReason, OfferAccess } from '#/contracts/referrals/offer-states.ts'
import { accessTo, whyNotMatchable } from '#/contracts/referrals/offer-states.ts'
import type { OutcomeChange } from '#/contracts/referrals/offers.ts'
import { offers } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { findContractor } from './eligible.ts'
import { type HeldLead, type HeldOffer, holdLead } from '../lead/held-lead.ts'
import { matchTo, type RecordOnLead } from './offer-changes.ts'
import { changeOutcome } from './outcome.ts'

/** What contractors' answers need. */
export type AnswerDeps = { db: Database; record: RecordOnLead }

/** An offer by its number, and its lead. */
export type OfferKey = { offerId: number; leadId: number }

/**
 * Runs with the offer's lead held, for a contractor to whom the offer is what it takes. Answers what it
 * is to them otherwise; undefined if the lead was erased meanwhile.
 */
function withOffer(
  { db }: AnswerDeps,
  { offerId, leadId }: OfferKey,
  needed: OfferAccess,
  run: (tx: Transaction, lead: HeldLead, offer: HeldOffer) => Promise<OfferAccess>,
): Promise<OfferAccess | undefined> {
  return db.transaction(async (tx) => {
    const lead = await holdLead(tx, leadId)
    const offer = lead?.offers.find(({ id }) => id === offerId)
    if (!lead || !offer) return undefined
    const access = accessTo(offer, lead.now.getTime())
    return access === needed ? run(tx, lead, offer) : access
  })
}

/** A contractor says yes. The first wins; to whoever is late it says how the offer stands. */
export function acceptOffer(
  deps: AnswerDeps,
  key: OfferKey,
  callAt: Date,
): Promise<OfferAccess | undefined> {
  return withOffer(deps, key, 'open', async (tx, lead, offer) => {
    const problem = whyNotMatchable(lead)
    if (problem) return problem === 'matched' ? 'taken' : 'withdrawn'
    // Held from here on: they must still be on the list, with valid papers, when the yes is stored.
    if (!(await findContractor(tx, offer.contractorId, lead.now))?.isEligible) return 'lapsed'
    await matchTo(tx, lead, offer, callAt)
    await deps.record(tx, lead.id, { kind: 'accepted', detail: offer.companyName })
    return 'accepted'
  })
}

/** A contractor says no. */
export function declineOffer(
  deps: AnswerDeps,
  key: OfferKey,
  declineReason: DeclineReason,
): Promise<OfferAccess | undefined> {
  return withOffer(deps, key, 'open', async (tx, lead, offer) => {
    await tx
      .update(offers)
      .set({ state: 'declined', answeredAt: lead.now, declineReason })
      .where(eq(offers.id, offer.id))
    await deps.record(tx, lead.id, { kind: 'declined', detail: offer.companyName })
    return 'declined'
  })
}

/** The contractor who has a lead tells what became of it. */
export function reportOutcome(
  deps: AnswerDeps,
  key: OfferKey,
  change: OutcomeChange,
): Promise<OfferAccess | undefined> {
  return withOffer(deps, key, 'accepted', async (tx, lead, offer) => {
    await changeOutcome(tx, deps.record, lead, { ...change, toldBy: offer.companyName })
    return 'accepted'
  })
}
