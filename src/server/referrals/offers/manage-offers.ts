import { eq } from 'drizzle-orm'
import { isOfferedTo, whyNotMatchable } from '#/contracts/referrals/offer-states.ts'
import { offers } from '#/server/db/tables/schema.ts'
import type { Transaction } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import { findContractor } from './eligible.ts'
import { type HeldLead, holdLead, saveReferral } from '../lead/held-lead.ts'
import {
  acceptedOf,
  endOffer,
  matchTo,
  type OfferedContractor,
  offerTo,
  queueOfferMail,
  type RecordOnLead,
} from './offer-changes.ts'

/** Whom the owner gives or offers a lead, and who does it. */
type Wanted = { contractorId: number; actor: string }

const conflict = (message: string) => new AppError('conflict', message)

/** Holds a lead that can be offered, or says why it cannot. */
async function holdMatchable(tx: Transaction, leadId: number): Promise<HeldLead> {
  const lead = await holdLead(tx, leadId)
  if (!lead) throw new AppError('not_found', `There is no lead number ${leadId}.`)
  switch (whyNotMatchable(lead)) {
    case 'quarantined':
      throw conflict('This request is in quarantine. Release it first.')
    case 'matched':
      throw conflict(
        `${acceptedOf(lead)?.companyName} has this request. Withdraw it from them first.`,
      )
    case 'over':
      throw conflict('This request is done or lost. Set it back to open first.')
    case undefined:
      return lead
  }
}

async function findEligible(
  tx: Transaction,
  contractorId: number,
  { now }: HeldLead,
): Promise<OfferedContractor> {
  const contractor = await findContractor(tx, contractorId, now)
  if (!contractor) throw new AppError('not_found', 'This contractor is no longer on the list.')
  if (contractor.isEligible) return contractor
  throw conflict(
    `The license or the insurance of ${contractor.companyName} has lapsed, so nothing can be offered to them.`,
  )
}

/** The owner offers a lead to a contractor. */
export async function offerByHand(
  tx: Transaction,
  record: RecordOnLead,
  leadId: number,
  { contractorId, actor }: Wanted,
): Promise<void> {
  const lead = await holdMatchable(tx, leadId)
  const contractor = await findEligible(tx, contractorId, lead)
  if (isOfferedTo(lead, contractorId, lead.now.getTime())) {
    throw conflict(`${contractor.companyName} has been asked already, and can still answer.`)
  }
  await endExpired(tx, lead)
  await offerTo(tx, record, lead, { contractor, by: actor })
}

/** Ends the open offers whose time is over. Answers the companies that did not answer. */
export async function endExpired(tx: Transaction, lead: HeldLead): Promise<string[]> {
  const over = lead.offers.filter(
    ({ state, expiresAt }) => state === 'open' && expiresAt <= lead.now.getTime(),
  )
  for (const { id } of over) await endOffer(tx, id, 'expired')
  return over.map(({ companyName }) => companyName)
}

/** The owner records that a contractor took a lead by phone. */
export async function recordAgreement(
  tx: Transaction,
  record: RecordOnLead,
  leadId: number,
  { contractorId, actor, callAt }: Wanted & { callAt: Date },
): Promise<void> {
  const lead = await holdMatchable(tx, leadId)
  const contractor = await findEligible(tx, contractorId, lead)
  const asked = lead.offers.find(
    (offer) => offer.contractorId === contractorId && offer.state === 'open',
  )
  const id = asked?.id ?? (await addAgreed(tx, lead, { contractorId, actor }))
  await matchTo(tx, lead, { id, email: contractor.email }, callAt)
  await record(tx, lead.id, { kind: 'agreed', detail: contractor.companyName, actor })
}

async function addAgreed(tx: Transaction, lead: HeldLead, { contractorId, actor }: Wanted) {
  const [offer] = await tx
    .insert(offers)
    .values({
      leadId: lead.id,
      contractorId,
      offeredAt: lead.now,
      expiresAt: lead.now,
      offeredBy: actor,
    })
    .returning({ id: offers.id })
  if (!offer) throw new Error('the offer was not stored')
  return offer.id
}

/**
 * The owner takes an offer back, also an accepted one: then its contractor is told by mail, and the
 * lead is open again. From then on the owner decides whom it is offered.
 */
export async function withdrawOffer(
  tx: Transaction,
  record: RecordOnLead,
  offerId: number,
  actor: string,
): Promise<void> {
  const [found] = await tx
    .select({ leadId: offers.leadId })
    .from(offers)
    .where(eq(offers.id, offerId))
  const lead = found && (await holdLead(tx, found.leadId))
  const offer = lead?.offers.find(({ id }) => id === offerId)
  if (!lead || !offer) throw new AppError('not_found', `There is no offer number ${offerId}.`)
  if (offer.state !== 'open' && offer.state !== 'accepted') {
    throw conflict('This offer has ended already.')
  }
  await endOffer(tx, offerId, 'withdrawn')
  const wasAccepted = offer.state === 'accepted'
  await saveReferral(tx, lead.id, {
    isAutomatic: false,
    // Nobody has it now, and nobody is asked: it is the first thing that the owner sees.
    ...(wasAccepted && { outcome: 'open', lostReason: null, ranOutAt: lead.now }),
  })
  if (wasAccepted) await queueOfferMail(tx, lead, offer, 'recall')
  await record(tx, lead.id, { kind: 'offer-withdrawn', detail: offer.companyName, actor })
}
