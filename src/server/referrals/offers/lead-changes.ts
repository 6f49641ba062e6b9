import { eq } from 'drizzle-orm'
import type { Place } from '#/content/places.ts'
import { leads, offers } from '#/server/db/tables/schema.ts'
import type { Transaction } from '../../db/database.ts'
import { announceLeads, recordOnLead } from '../../db/lead-history.ts'
import { notify } from '../../db/signals.ts'
import {
  acceptedOf,
  type HeldLead,
  handToOwner,
  holdLead,
  saveReferral,
} from '../lead/held-lead.ts'
import { addNews } from '../lead/tell-of-lead.ts'
import { partElsewhere } from './join-leads.ts'
import { askNext, beginOffering } from './next-offer.ts'
import { answerBy, endOffer, queueOfferMail, tellAsked } from './offer-changes.ts'

/** Ends the offers that the server made to contractors who do not work where the lead is. */
async function endOffersElsewhere(tx: Transaction, lead: HeldLead, { town, isOutside }: Place) {
  if (!town && !isOutside) return
  for (const offer of lead.offers) {
    const { id, state, offeredBy, contractor } = offer
    const isThere = town !== null && contractor.towns.includes(town)
    if (state !== 'open' || offeredBy !== null || isThere) continue
    await tellAsked(tx, lead, [offer])
    await endOffer(tx, id, 'withdrawn')
    await recordOnLead(tx, lead.id, { kind: 'offer-withdrawn', detail: contractor.companyName })
  }
}

/** What is said of the place of one request counts for the one that it goes with, while that has none. */
async function setPlaceOfFirst(tx: Transaction, { joinedTo }: HeldLead, place: Place) {
  const first = joinedTo === null || !place.town ? undefined : await holdLead(tx, joinedTo)
  if (first && !first.town && !first.isOutside) await setPlace(tx, first, place)
}

/**
 * Stores where the work of a lead is, as a visitor or the owner has said it. Offers to contractors who
 * do not work there end. A lead that waited for its place, or was outside, is offered from now on if the
 * owner has set that; one that is outside is the owner's to decide. It goes with none that is elsewhere.
 */
export async function setPlace(tx: Transaction, lead: HeldLead, place: Place): Promise<void> {
  const { town, isOutside } = place
  if (town === lead.town && isOutside === lead.isOutside) return
  await tx.update(leads).set({ town, isOutside }).where(eq(leads.id, lead.id))
  await announceLeads(tx)
  await setPlaceOfFirst(tx, lead, place)
  await partElsewhere(tx, lead.id)
  if (lead.outcome !== 'open' || lead.isQuarantined) return
  await endOffersElsewhere(tx, lead, place)
  const { ownerReason } = lead
  if (isOutside && ownerReason === 'unknown-place') {
    await handToOwner(tx, lead, 'outside')
    await addNews(tx, lead, 'outside')
  }
  // Contractors of another town were asked, or none: those of this one were not.
  const waited = ownerReason === 'unknown-place' || ownerReason === 'outside'
  if (town && (waited || ownerReason === 'nobody-left')) {
    await saveReferral(tx, lead, { ranOutAt: null, ownerReason: null })
    await beginOffering(tx, lead.id)
  }
  await notify(tx, 'offers_due', '')
}

/**
 * A lead has become an emergency. What is open is to be answered by that clock: from now on, but no later
 * than it was, and who has read of another time is mailed the new one. Others are asked beside, as in any
 * emergency. The one that it goes with cannot wait either.
 */
export async function hasten(tx: Transaction, lead: HeldLead, actor?: string): Promise<void> {
  const latest = answerBy(lead.now, true)
  const open = lead.offers.filter(({ state }) => state === 'open')
  for (const offer of open) {
    if (offer.expiresAt <= latest) continue
    await tx.update(offers).set({ expiresAt: latest }).where(eq(offers.id, offer.id))
    if (offer.mailedAt) await queueOfferMail(tx, lead, offer, 'offer')
  }
  if (lead.isAutomatic && lead.town && open.length > 0) await askNext(tx, lead, open.length)
  await notify(tx, 'offers_due', '')
  const first = lead.joinedTo === null ? undefined : await holdLead(tx, lead.joinedTo)
  if (first && !first.isUrgent) await setCannotWait(tx, first, true, actor)
}

/**
 * Has a lead run by the clock of emergencies, or no longer. A contractor who has it is told. `actor` is
 * the email of a user; absent for the visitor.
 */
export async function setCannotWait(
  tx: Transaction,
  lead: HeldLead,
  cannotWait: boolean,
  actor?: string,
): Promise<void> {
  // A user who says that it is none answers a question, too.
  if (cannotWait === lead.cannotWait && !actor) return
  await tx.update(leads).set({ cannotWait }).where(eq(leads.id, lead.id))
  await recordOnLead(tx, lead.id, {
    kind: 'cannot-wait',
    actor,
    detail: cannotWait ? 'yes' : 'no',
  })
  const now = await holdLead(tx, lead.id)
  if (!now || now.isUrgent === lead.isUrgent) return
  const accepted = acceptedOf(now)
  if (accepted && now.outcome === 'matched') await queueOfferMail(tx, now, accepted, 'match')
  if (now.isUrgent) await hasten(tx, now, actor)
}
