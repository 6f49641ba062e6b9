import { eq } from 'drizzle-orm'
import type { DeclineReason, OfferState } from '#/contracts/offer-states.ts'
import { stateAt, whyNotMatchable } from '#/contracts/offer-states.ts'
import type { OutcomeChange } from '#/contracts/offers.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { offers } from '../../db/schema.ts'
import { notify } from '../../db/signals.ts'
import { findContractor } from './eligible.ts'
import { type HeldLead, type HeldOffer, holdLead } from './held-lead.ts'
import { matchTo, type RecordOnLead } from './offer-changes.ts'
import { changeOutcome } from './outcome.ts'

/** What contractors' answers need. */
export type AnswerDeps = { db: Database; record: RecordOnLead }

/** An offer by its number, and its lead. */
export type OfferKey = { offerId: number; leadId: number }

/** How an offer stands after an answer to it; `lapsed`: the contractor's papers are not valid any more. */
export type Answered = OfferState | 'lapsed'

/** Runs with the offer's lead held. Undefined if the lead was erased meanwhile. */
function withOffer<Result>(
  { db }: AnswerDeps,
  { offerId, leadId }: OfferKey,
  run: (tx: Transaction, lead: HeldLead, offer: HeldOffer) => Promise<Result>,
): Promise<Result | undefined> {
  return db.transaction(async (tx) => {
    const lead = await holdLead(tx, leadId)
    const offer = lead?.offers.find(({ id }) => id === offerId)
    return lead && offer && run(tx, lead, offer)
  })
}

/** A contractor says yes. The first wins; to whoever is late it says how the offer stands. */
export function acceptOffer(
  deps: AnswerDeps,
  key: OfferKey,
  callAt: Date,
): Promise<Answered | undefined> {
  return withOffer(deps, key, async (tx, lead, offer) => {
    const state = stateAt(offer, lead.now.getTime())
    if (state !== 'open') return state
    const problem = whyNotMatchable(lead)
    if (problem) return problem === 'matched' ? 'taken' : 'withdrawn'
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
): Promise<Answered | undefined> {
  return withOffer(deps, key, async (tx, lead, offer) => {
    const state = stateAt(offer, lead.now.getTime())
    if (state !== 'open') return state
    await tx
      .update(offers)
      .set({ state: 'declined', answeredAt: lead.now, declineReason })
      .where(eq(offers.id, offer.id))
    await deps.record(tx, lead.id, { kind: 'declined', detail: offer.companyName })
    // The next one may have to be asked.
    await notify(tx, 'offers_due', '')
    return 'declined'
  })
}

/** The contractor who has a lead tells what became of it. */
export function reportOutcome(
  deps: AnswerDeps,
  key: OfferKey,
  change: OutcomeChange,
): Promise<Answered | undefined> {
  return withOffer(deps, key, async (tx, lead, offer) => {
    if (offer.state === 'accepted') {
      await changeOutcome(tx, deps.record, lead, { ...change, toldBy: offer.companyName })
    }
    return offer.state
  })
}
