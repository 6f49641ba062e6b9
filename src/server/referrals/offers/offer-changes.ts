import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import { business } from '#/content/business.ts'
import type { HistoryEntry } from '#/contracts/leads/inbox.ts'
import type { DeliveryChannel } from '#/contracts/notifications/deliveries.ts'
import type { OfferState } from '#/contracts/referrals/offer-states.ts'
import { deliveries, offers } from '#/server/db/tables/schema.ts'
import { businessMinutesAfter } from '#/server/time/business-hours.ts'
import type { Transaction } from '../../db/database.ts'
import { notify } from '../../db/signals.ts'
import { queueIntroduction } from './introduction.ts'
import { type HeldLead, type HeldOffer, saveReferral } from '../lead/held-lead.ts'

/** Adds to a lead's history and shows it in open inboxes. `actor` is a user's email, absent for others. */
export type RecordOnLead = (
  tx: Transaction,
  leadId: number,
  line: { kind: HistoryEntry['kind']; detail?: string | undefined; actor?: string | undefined },
) => Promise<void>

/** Whom a lead is offered to. */
export type OfferedContractor = { id: number; companyName: string; email: string }

const { openingHours, emergencyMinutes } = business.offerAnswer

/** Until when an offer can be accepted: by opening hours, and in an emergency by the clock. */
export function answerBy(from: Date, isUrgent: boolean): Date {
  if (isUrgent) return new Date(from.getTime() + emergencyMinutes * 60_000)
  return businessMinutesAfter(from, openingHours * 60)
}

/**
 * Queues a mail to the contractor of an offer. It leaves as soon as the transaction commits, or at the
 * time given. An earlier one of its kind is forgotten: a visitor may change their mind more than once.
 */
export async function queueOfferMail(
  tx: Transaction,
  lead: HeldLead,
  offer: { id: number; email: string },
  channel: DeliveryChannel,
  dueAt: Date = lead.now,
): Promise<void> {
  await tx
    .delete(deliveries)
    .where(and(eq(deliveries.offerId, offer.id), eq(deliveries.channel, channel)))
  await tx.insert(deliveries).values({
    leadId: lead.id,
    offerId: offer.id,
    channel,
    target: offer.email,
    isUrgent: lead.isUrgent,
    ...{ dueAt, queuedAt: dueAt },
  })
  await notify(tx, 'deliveries_due', '')
}

/** Offers a lead that is held to a contractor, who has not lapsed. */
export async function offerTo(
  tx: Transaction,
  record: RecordOnLead,
  lead: HeldLead,
  { contractor, by }: { contractor: OfferedContractor; by: string | null },
): Promise<void> {
  const [offer] = await tx
    .insert(offers)
    .values({
      leadId: lead.id,
      contractorId: contractor.id,
      offeredAt: lead.now,
      expiresAt: answerBy(lead.now, lead.isUrgent),
      offeredBy: by,
    })
    .returning({ id: offers.id })
  if (!offer) throw new Error('the offer was not stored')
  await saveReferral(tx, lead.id, { ranOutAt: null })
  await queueOfferMail(tx, lead, { id: offer.id, email: contractor.email }, 'offer')
  await record(tx, lead.id, {
    kind: 'offered',
    detail: contractor.companyName,
    actor: by ?? undefined,
  })
}

/** What an open offer comes to without its contractor. */
type EndState = Extract<OfferState, 'expired' | 'withdrawn' | 'taken'>

async function endWhere(tx: Transaction, which: SQL | undefined, state: EndState) {
  const ended = await tx
    .update(offers)
    .set({ state })
    .where(which)
    .returning({ id: offers.id, contractorId: offers.contractorId })
  if (ended.length === 0) return
  const waiting = tx.$with('waiting').as(
    tx
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(
        and(
          inArray(
            deliveries.offerId,
            ended.map(({ id }) => id),
          ),
          eq(deliveries.channel, 'offer'),
          inArray(deliveries.state, ['pending', 'failed']),
          isNull(deliveries.claimToken),
        ),
      )
      // One that is being sent or queued again just now finds out by itself.
      .for('update', { skipLocked: true }),
  )
  await tx
    .with(waiting)
    .update(deliveries)
    .set({ state: 'cancelled', problem: 'The offer ended before the mail left.' })
    .where(inArray(deliveries.id, tx.select({ id: waiting.id }).from(waiting)))
}

/** Ends one open or accepted offer of a lead that is held. */
export function endOffer(tx: Transaction, offerId: number, state: EndState): Promise<void> {
  return endWhere(tx, eq(offers.id, offerId), state)
}

/** Ends every open offer of a lead that is held. */
export function endOpenOffers(tx: Transaction, lead: HeldLead, state: EndState): Promise<void> {
  return endWhere(tx, and(eq(offers.leadId, lead.id), eq(offers.state, 'open')), state)
}

/** The offer that a contractor of this lead has accepted. */
export function acceptedOf(lead: HeldLead): HeldOffer | undefined {
  return lead.offers.find(({ state }) => state === 'accepted')
}

/**
 * Gives a lead that is held to the contractor of an offer, and ends the others. Both sides are told by
 * mail.
 */
export async function matchTo(
  tx: Transaction,
  lead: HeldLead,
  offer: { id: number; email: string },
  callAt: Date,
): Promise<void> {
  await tx
    .update(offers)
    .set({ state: 'accepted', answeredAt: lead.now, callAt })
    .where(eq(offers.id, offer.id))
  await endOpenOffers(tx, lead, 'taken')
  await saveReferral(tx, lead.id, {
    outcome: 'matched',
    lostReason: null,
    isAutomatic: false,
    ranOutAt: null,
  })
  await queueOfferMail(tx, lead, offer, 'match')
  await queueIntroduction(tx, lead, offer.id)
}
