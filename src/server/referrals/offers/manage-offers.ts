import { and, eq, ne } from 'drizzle-orm'
import { isOfferedTo, whyNotMatchable } from '#/contracts/referrals/offer-states.ts'
import { deliveries, offers } from '#/server/db/tables/schema.ts'
import type { Transaction } from '../../db/database.ts'
import { recordOnLead } from '../../db/lead-history.ts'
import { notify } from '../../db/signals.ts'
import { AppError } from '../../http/errors.ts'
import {
  acceptedOf,
  type ContractorRow,
  type HeldLead,
  handToOwner,
  holdLead,
  type LeadOffer,
  saveReferral,
} from '../lead/held-lead.ts'
import { noteSpoken } from './calls.ts'
import { endMatch } from './end-match.ts'
import {
  endExpired,
  endOffer,
  findContractor,
  matchTo,
  offerTo,
  queueOfferMail,
  storeOffer,
  tellAsked,
} from './offer-changes.ts'

/** To whom the owner gives or offers a lead, and the email of the user who does it. */
type Wanted = { contractorId: number; actor: string }

const conflict = (message: string) => new AppError('conflict', message)

/** Holds a lead that can be offered; throws why not. */
async function holdOfferable(tx: Transaction, leadId: number): Promise<HeldLead> {
  const lead = await holdLead(tx, leadId)
  if (!lead) throw new AppError('not_found', `There is no lead number ${leadId}.`)
  const problem = whyNotMatchable(lead)
  if (problem === 'quarantined') {
    throw conflict('This request is held as spam. Mark it as real first.')
  }
  if (problem === 'matched') {
    const companyName = acceptedOf(lead)?.contractor.companyName
    throw conflict(`${companyName} has this request. Withdraw it from them first.`)
  }
  if (problem === 'over') {
    throw conflict('This request is done or lost. Set it back to open first.')
  }
  if (lead.joinedTo !== null) {
    throw conflict(`This request goes with request ${lead.joinedTo}. Part it from that one first.`)
  }
  return lead
}

/** Holds a lead that can be offered, and a contractor who may get offers; throws why not. */
async function holdBoth(
  tx: Transaction,
  leadId: number,
  contractorId: number,
): Promise<{ lead: HeldLead; contractor: ContractorRow }> {
  const lead = await holdOfferable(tx, leadId)
  const contractor = await findContractor(tx, contractorId, lead)
  if (!contractor) throw new AppError('not_found', 'This contractor is no longer on the list.')
  if (contractor.isEligible) return { lead, contractor }
  throw conflict(
    `The license or the insurance of ${contractor.companyName} has lapsed, so nothing can be offered to them.`,
  )
}

/** The owner offers a lead to a contractor. */
export async function offerByHand(
  tx: Transaction,
  leadId: number,
  { contractorId, actor }: Wanted,
): Promise<void> {
  const { lead, contractor } = await holdBoth(tx, leadId, contractorId)
  if (isOfferedTo(lead, contractorId, lead.now)) {
    throw conflict(`${contractor.companyName} has been asked already, and can still answer.`)
  }
  await endExpired(tx, lead)
  await offerTo(tx, lead, contractor, actor)
}

/** The owner records that a contractor took a lead by phone. */
export async function recordAgreement(
  tx: Transaction,
  leadId: number,
  { contractorId, actor, callAt }: Wanted & { callAt: Date },
): Promise<void> {
  const { lead, contractor } = await holdBoth(tx, leadId, contractorId)
  const asked = lead.offers.find(
    (offer) => offer.contractorId === contractorId && offer.state === 'open',
  )
  const agreed = { offeredBy: actor, expiresAt: lead.now }
  const offer = asked ?? (await storeOffer(tx, lead, contractor, agreed))
  await matchTo(tx, lead, offer, callAt)
  await recordOnLead(tx, lead.id, { kind: 'agreed', detail: contractor.companyName, actor })
}

/** Holds the lead of an offer; throws where there is no such offer. */
async function holdLeadOf(
  tx: Transaction,
  offerId: number,
): Promise<{ lead: HeldLead; offer: LeadOffer }> {
  const [found] = await tx
    .select({ leadId: offers.leadId })
    .from(offers)
    .where(eq(offers.id, offerId))
  const lead = found && (await holdLead(tx, found.leadId))
  const offer = lead?.offers.find(({ id }) => id === offerId)
  if (lead && offer) return { lead, offer }
  throw new AppError('not_found', `There is no offer number ${offerId}.`)
}

/** The owner says that the contractor who has a lead and its visitor have spoken. Returns its number. */
export async function recordSpoken(
  tx: Transaction,
  offerId: number,
  actor: string,
): Promise<number> {
  const { lead, offer } = await holdLeadOf(tx, offerId)
  if (offer.state !== 'accepted' || lead.outcome !== 'matched') {
    throw conflict('This contractor does not have the request anymore.')
  }
  await noteSpoken(tx, lead, offer, { actor })
  return lead.id
}

/** An offer that is open is taken back: the lead is the owner's, unless others are asked beside. */
async function withdrawOpen(tx: Transaction, lead: HeldLead, offer: LeadOffer): Promise<void> {
  await tellAsked(tx, lead, [offer])
  await endOffer(tx, offer.id, 'withdrawn')
  if (lead.offers.some(({ id, state }) => state === 'open' && id !== offer.id)) {
    return saveReferral(tx, lead, { isAutomatic: false })
  }
  await handToOwner(tx, lead, 'taken-back')
}

/**
 * The owner takes an offer back, also an accepted one: then its visitor is told by mail, and the lead is
 * open again, unless its visitor needs it no longer. So is its contractor, if they know of it. From then
 * on the server does not offer it by itself. Returns the lead's number.
 */
export async function withdrawOffer(
  tx: Transaction,
  offerId: number,
  actor: string,
): Promise<number> {
  const { lead, offer } = await holdLeadOf(tx, offerId)
  if (offer.state !== 'open' && offer.state !== 'accepted') {
    throw conflict('This offer has ended already.')
  }
  if (offer.state === 'open') await withdrawOpen(tx, lead, offer)
  else if (lead.lostReason !== 'cancelled') {
    const how = { state: 'withdrawn', ownerReason: 'taken-back', asksNext: false } as const
    await endMatch(tx, lead, offer, how)
  } else {
    await endOffer(tx, offerId, 'withdrawn')
    await saveReferral(tx, lead, { isAutomatic: false })
    await queueOfferMail(tx, lead, offer, 'recall')
  }
  const detail = offer.contractor.companyName
  await recordOnLead(tx, lead.id, { kind: 'offer-withdrawn', detail, actor })
  return lead.id
}

/** An offer whose mail came back: its contractor has not seen it, and the next one is asked at once. */
async function endUnseen(tx: Transaction, lead: HeldLead, offer: LeadOffer): Promise<void> {
  const { companyName } = offer.contractor
  if (offer.answeredAt) {
    throw conflict(`${companyName} has answered this offer, so they got the email.`)
  }
  if (offer.state === 'open') {
    // What an offer is whose mail has not left. The worker ends it, as it does where a mail is refused.
    await tx.update(offers).set({ mailedAt: null }).where(eq(offers.id, offer.id))
    await notify(tx, 'offers_due', '')
  } else if (offer.state === 'expired') {
    await endOffer(tx, offer.id, 'undelivered')
    await recordOnLead(tx, lead.id, { kind: 'undelivered', detail: companyName })
  }
}

/**
 * The owner says that a mail which had left came back to their mailbox, where the product does not look.
 * From then on it is one that its server refused.
 */
export async function recordCameBack(
  tx: Transaction,
  deliveryId: number,
  actor: string,
): Promise<void> {
  const [found] = await tx.select().from(deliveries).where(eq(deliveries.id, deliveryId))
  const lead = found && (await holdLead(tx, found.leadId))
  if (!lead) throw new AppError('not_found', `There is no delivery number ${deliveryId}.`)
  const isSent = and(eq(deliveries.state, 'sent'), ne(deliveries.channel, 'webhook'))
  const changed = await tx
    .update(deliveries)
    .set({ state: 'failed', problem: 'It left, and came back to your mailbox.' })
    .where(and(eq(deliveries.id, deliveryId), isSent))
    .returning({ id: deliveries.id })
  if (changed.length === 0)
    throw conflict('This email has not left, or is known to have come back.')
  const offer = lead.offers.find(({ id }) => id === found.offerId)
  if (offer && found.channel === 'offer') await endUnseen(tx, lead, offer)
  await recordOnLead(tx, lead.id, { kind: 'came-back', detail: found.target, actor })
}
