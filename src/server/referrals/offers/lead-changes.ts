import { eq } from 'drizzle-orm'
import type { Place } from '#/content/places.ts'
import { leads, offers } from '#/server/db/tables/schema.ts'
import type { Transaction } from '../../db/database.ts'
import { announceLeads, recordOnLead } from '../../db/lead-history.ts'
import { notify } from '../../db/signals.ts'
import { type HeldLead, handToOwner, holdLead, saveReferral } from '../lead/held-lead.ts'
import { addNews } from '../lead/tell-of-lead.ts'
import { askNext, beginOffering } from './next-offer.ts'
import { answerBy, endOffer } from './offer-changes.ts'

/** Ends the offers that the server made to contractors who do not work where the lead is. */
async function endOffersElsewhere(tx: Transaction, lead: HeldLead, { town, isOutside }: Place) {
  if (!town && !isOutside) return
  for (const { id, state, offeredBy, contractor } of lead.offers) {
    const isThere = town !== null && contractor.towns.includes(town)
    if (state !== 'open' || offeredBy !== null || isThere) continue
    await endOffer(tx, id, 'withdrawn')
    await recordOnLead(tx, lead.id, { kind: 'offer-withdrawn', detail: contractor.companyName })
  }
}

/**
 * Stores where the work of a lead is, as a visitor or the owner has said it. Offers to contractors who
 * do not work there end. A lead that waited for its place, or was outside, is offered from now on if the
 * owner has set that; one that is outside is the owner's to decide.
 */
export async function setPlace(tx: Transaction, lead: HeldLead, place: Place): Promise<void> {
  const { town, isOutside } = place
  if (town === lead.town && isOutside === lead.isOutside) return
  await tx.update(leads).set({ town, isOutside }).where(eq(leads.id, lead.id))
  await announceLeads(tx)
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
 * Has a lead run by the clock of emergencies, or no longer. What is open is to be answered by that
 * clock: from now on, but no later than it was. Others are asked beside, as in any emergency. `actor` is the email of a user; absent for the visitor.
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
  if (!now?.isUrgent || lead.isUrgent) return
  const latest = answerBy(now.now, true)
  for (const { id, state, expiresAt } of now.offers) {
    if (state !== 'open' || expiresAt <= latest) continue
    await tx.update(offers).set({ expiresAt: latest }).where(eq(offers.id, id))
  }
  const open = now.offers.filter(({ state }) => state === 'open').length
  if (now.isAutomatic && now.town && open > 0) await askNext(tx, now, open)
  await notify(tx, 'offers_due', '')
}
