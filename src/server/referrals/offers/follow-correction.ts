import type { Place } from '#/content/places.ts'
import { unsureServiceId, urgentServiceId } from '#/contracts/site/services.ts'
import type { Transaction } from '../../db/database.ts'
import { recordOnLead } from '../../db/lead-history.ts'
import { notify } from '../../db/signals.ts'
import {
  acceptedOf,
  type ContractorRow,
  type HeldLead,
  holdLead,
  saveReferral,
} from '../lead/held-lead.ts'
import { hasten, setCannotWait, setPlace } from './lead-changes.ts'
import { beginOffering } from './next-offer.ts'
import { endOffer, queueOfferMail, tellAsked } from './offer-changes.ts'

/** What a user has corrected. Absent: it is as it was. */
type Correction = {
  place?: Place
  cannotWait?: boolean
  isService: boolean
  /** The name, or how or where to reach the visitor. */
  isContact: boolean
  actor: string
}

/** True for a contractor who does that work. */
function doesWork({ services, answersEmergencies }: ContractorRow, service: string): boolean {
  if (service === urgentServiceId) return answersEmergencies
  return service === unsureServiceId || services.some((each) => each === service)
}

/**
 * A lead is about another service. Offers that the server made to contractors who do not do it end, and
 * one that had run out of contractors is offered again. An emergency is answered by its clock.
 */
async function followService(tx: Transaction, lead: HeldLead, actor: string): Promise<void> {
  if (lead.outcome !== 'open' || lead.isQuarantined) return
  for (const offer of lead.offers) {
    const { id, state, offeredBy, contractor } = offer
    if (state !== 'open' || offeredBy !== null || doesWork(contractor, lead.service)) continue
    await tellAsked(tx, lead, [offer])
    await endOffer(tx, id, 'withdrawn')
    await recordOnLead(tx, lead.id, { kind: 'offer-withdrawn', detail: contractor.companyName })
  }
  const now = lead.isUrgent ? await holdLead(tx, lead.id) : undefined
  if (now) await hasten(tx, now, actor)
  if (lead.ownerReason === 'nobody-left') {
    await saveReferral(tx, lead, { ranOutAt: null, ownerReason: null })
    await beginOffering(tx, lead.id)
  }
  await notify(tx, 'offers_due', '')
}

/**
 * Does what follows from the correction of a lead: offers that do not fit it any more end, and others
 * are made, as the owner has set it; the contractor who has it is mailed how to reach its visitor now.
 */
export async function followCorrection(
  tx: Transaction,
  leadId: number,
  { place, cannotWait, isService, isContact, actor }: Correction,
): Promise<void> {
  const read = () => holdLead(tx, leadId)
  const before = await read()
  if (before && place) await setPlace(tx, before, place)
  if (before && cannotWait !== undefined) await setCannotWait(tx, before, cannotWait, actor)
  const lead = await read()
  if (!lead) return
  if (isService) await followService(tx, lead, actor)
  // Who has a request has also those that go with it, and is mailed all of them.
  const first = lead.joinedTo === null ? lead : await holdLead(tx, lead.joinedTo)
  const accepted = first && acceptedOf(first)
  if (accepted && first.outcome === 'matched' && (isContact || isService || place)) {
    await queueOfferMail(tx, first, accepted, 'match')
  }
}
