import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { DeliveryChannel } from '#/contracts/notifications/deliveries.ts'
import { isEligible } from '#/contracts/referrals/contractor-standing.ts'
import { type OfferState, stateAt } from '#/contracts/referrals/offer-states.ts'
import { contractors, deliveries, leads, offers, referrals } from '#/server/db/tables/schema.ts'
import { businessMinutesAfter } from '#/server/time/business-hours.ts'
import { contactedAt } from '#/server/time/first-contact.ts'
import { localDay } from '#/server/time/local-day.ts'
import { offerTimes } from '#/server/time/offer-times.ts'
import type { Transaction } from '../../db/database.ts'
import { recordOnLead } from '../../db/lead-history.ts'
import { notify } from '../../db/signals.ts'
import { reverseFees } from '../../money/charge-fee.ts'
import { chargeForOffer } from '../lead/fees.ts'
import {
  type ContractorRow,
  type HeldLead,
  type LeadOffer,
  saveReferral,
} from '../lead/held-lead.ts'
import { isMuted } from '../lead/tell-of-lead.ts'
import { queueIntroduction } from './introduction.ts'

/** Which offer, and whose. */
type OfferOf = Pick<LeadOffer, 'id' | 'contractor'>

/**
 * Until when an offer can be accepted whose mail left at this instant: by opening hours, and in an
 * emergency by the clock.
 */
export function answerBy(from: Date, isUrgent: boolean): Date {
  const { openingHours, emergencyMinutes } = offerTimes()
  if (isUrgent) return new Date(from.getTime() + emergencyMinutes * 60_000)
  return businessMinutesAfter(from, openingHours * 60)
}

/**
 * A contractor of the list, and whether their papers are valid now. They are locked, so that this is
 * still so when an offer to them is stored. Undefined if there is no such contractor.
 */
export async function findContractor(
  tx: Transaction,
  contractorId: number,
  { now }: HeldLead,
): Promise<(ContractorRow & { isEligible: boolean }) | undefined> {
  const [row] = await tx
    .select()
    .from(contractors)
    .where(and(eq(contractors.id, contractorId), isNull(contractors.removedAt)))
    .for('share')
  return row && { ...row, isEligible: isEligible(row, localDay(now.getTime())) }
}

/**
 * Queues a mail to the contractor of an offer. It leaves as soon as the transaction commits, or at the
 * time given. An earlier one of its kind is deleted: a visitor may change their mind more than once.
 */
export async function queueOfferMail(
  tx: Transaction,
  lead: HeldLead,
  offer: OfferOf,
  channel: DeliveryChannel,
  dueAt: Date = lead.now,
): Promise<void> {
  await tx
    .delete(deliveries)
    .where(
      and(
        eq(deliveries.leadId, lead.id),
        eq(deliveries.offerId, offer.id),
        eq(deliveries.channel, channel),
      ),
    )
  await tx.insert(deliveries).values({
    leadId: lead.id,
    offerId: offer.id,
    channel,
    target: offer.contractor.email,
    isUrgent: lead.isUrgent,
    ...{ dueAt, queuedAt: dueAt },
  })
  await notify(tx, 'deliveries_due', '')
}

/** Stores an open offer. `offeredBy` is the email of a user; null for the server. */
export async function storeOffer(
  tx: Transaction,
  lead: HeldLead,
  contractor: ContractorRow,
  { offeredBy, expiresAt }: { offeredBy: string | null; expiresAt: Date },
): Promise<OfferOf> {
  const [offer] = await tx
    .insert(offers)
    .values({
      leadId: lead.id,
      contractorId: contractor.id,
      offeredAt: lead.now,
      ...{ expiresAt, offeredBy },
    })
    .returning({ id: offers.id })
  if (!offer) throw new Error('the offer was not stored')
  return { ...offer, contractor }
}

/** Offers a lead to a contractor whose papers are valid. */
export async function offerTo(
  tx: Transaction,
  lead: HeldLead,
  contractor: ContractorRow,
  offeredBy: string | null,
): Promise<void> {
  const expiresAt = answerBy(lead.now, lead.isUrgent)
  const offer = await storeOffer(tx, lead, contractor, { offeredBy, expiresAt })
  await saveReferral(tx, lead, { ranOutAt: null, ownerReason: null, nextTryAt: null })
  await queueOfferMail(tx, lead, offer, 'offer')
  await recordOnLead(tx, lead.id, {
    kind: 'offered',
    detail: contractor.companyName,
    actor: offeredBy ?? undefined,
  })
}

/** How an offer ends, other than by the contractor's yes or no. */
type EndState = Exclude<OfferState, 'open' | 'accepted' | 'declined'>

async function endWhere(tx: Transaction, which: SQL | undefined, state: EndState) {
  const ended = await tx.update(offers).set({ state }).where(which).returning({ id: offers.id })
  if (ended.length === 0) return
  const ids = ended.map(({ id }) => id)
  const waiting = tx.$with('waiting').as(
    tx
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(
        and(
          inArray(deliveries.offerId, ids),
          eq(deliveries.channel, 'offer'),
          inArray(deliveries.state, ['pending', 'failed']),
          isNull(deliveries.claimToken),
        ),
      )
      // One that is being sent or queued again just now is cancelled when it is written.
      .for('update', { skipLocked: true }),
  )
  await tx
    .with(waiting)
    .update(deliveries)
    .set({
      state: 'cancelled',
      // Of one that was refused or came back, why stays there to be read.
      problem: sql`case ${deliveries.state} when 'failed' then ${deliveries.problem}
        else 'The offer ended before the mail left.' end`,
    })
    .where(inArray(deliveries.id, tx.select({ id: waiting.id }).from(waiting)))
}

/** Ends one open or accepted offer of a lead that is held. What it cost is taken back. */
export async function endOffer(tx: Transaction, offerId: number, state: EndState): Promise<void> {
  await endWhere(tx, eq(offers.id, offerId), state)
  await reverseFees(tx, offerId, 'The request was handed back or withdrawn')
}

/**
 * Starts the time of the open offers whose mails have left since, and ends those whose mails cannot
 * leave any more: their contractors have not seen them. Returns these. While a mail is tried, its offer
 * waits.
 */
export async function followMails(tx: Transaction, lead: HeldLead): Promise<LeadOffer[]> {
  const unmailed = lead.offers.filter(({ state, mailedAt }) => state === 'open' && !mailedAt)
  if (unmailed.length === 0) return []
  const mails = await tx
    .select({
      offerId: deliveries.offerId,
      state: deliveries.state,
      sentAt: deliveries.sentAt,
    })
    .from(deliveries)
    .where(and(eq(deliveries.leadId, lead.id), eq(deliveries.channel, 'offer')))
  const undelivered: LeadOffer[] = []
  for (const offer of unmailed) {
    const mail = mails.find(({ offerId }) => offerId === offer.id)
    if (mail?.state === 'pending') continue
    if (mail?.state === 'sent' || mail?.state === 'kept') {
      const mailedAt = mail.sentAt ?? lead.now
      const expiresAt = answerBy(mailedAt, lead.isUrgent)
      await tx.update(offers).set({ mailedAt, expiresAt }).where(eq(offers.id, offer.id))
    } else {
      await endOffer(tx, offer.id, 'undelivered')
      undelivered.push(offer)
    }
  }
  return undelivered
}

/** Ends the open offers whose time is over. Returns them. */
export async function endExpired(tx: Transaction, lead: HeldLead): Promise<LeadOffer[]> {
  const over = lead.offers.filter((offer) => stateAt(offer, lead.now) !== offer.state)
  for (const { id } of over) await endOffer(tx, id, 'expired')
  return over
}

/** Its visitor has an answer, and so have those of the leads that are joined to it. */
async function markContacted(tx: Transaction, lead: HeldLead, by: string): Promise<void> {
  const joined = tx
    .select({ id: referrals.leadId })
    .from(referrals)
    .where(eq(referrals.joinedTo, lead.id))
  const answered = await tx
    .select()
    .from(leads)
    .where(or(eq(leads.id, lead.id), inArray(leads.id, joined)))
  for (const each of answered) {
    await tx
      .update(leads)
      .set(contactedAt(each, lead.now, by))
      .where(eq(leads.id, each.id))
  }
}

/**
 * Tells contractors who were asked, and whose mails have left, that they need not answer any more, if the
 * owner wants that.
 */
export async function tellAsked(
  tx: Transaction,
  lead: HeldLead,
  asked: readonly LeadOffer[],
): Promise<void> {
  const unanswered = asked.filter((offer) => stateAt(offer, lead.now) === 'open')
  if (unanswered.length === 0 || (await isMuted(tx, 'not-needed'))) return
  const sent = await tx
    .select({ offerId: deliveries.offerId })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.leadId, lead.id),
        eq(deliveries.channel, 'offer'),
        inArray(deliveries.state, ['sent', 'kept']),
      ),
    )
  for (const offer of unanswered) {
    if (offer.mailedAt || sent.some(({ offerId }) => offerId === offer.id)) {
      await queueOfferMail(tx, lead, offer, 'recall')
    }
  }
}

/** Ends every open offer of a lead that is held. Who has read of it hears that it needs no answer. */
export async function endOpenOffers(
  tx: Transaction,
  lead: HeldLead,
  state: 'withdrawn' | 'taken',
): Promise<void> {
  await tellAsked(tx, lead, lead.offers)
  await endWhere(tx, and(eq(offers.leadId, lead.id), eq(offers.state, 'open')), state)
}

/** Gives a lead to the contractor of an offer, and ends the others. All of them are told by mail. */
export async function matchTo(
  tx: Transaction,
  lead: HeldLead,
  offer: OfferOf,
  callAt: Date,
): Promise<void> {
  await tx
    .update(offers)
    .set({ state: 'accepted', answeredAt: lead.now, callAt })
    .where(eq(offers.id, offer.id))
  const others = lead.offers.filter(({ id }) => id !== offer.id)
  await endOpenOffers(tx, { ...lead, offers: others }, 'taken')
  await markContacted(tx, lead, offer.contractor.companyName)
  await saveReferral(tx, lead, {
    outcome: 'matched',
    lostReason: null,
    isAutomatic: false,
    ranOutAt: null,
    ownerReason: null,
    nextTryAt: null,
  })
  await chargeForOffer(tx, lead, offer, 'accepted')
  await queueOfferMail(tx, lead, offer, 'match')
  await queueIntroduction(tx, lead, offer.id)
}
