import type { FeeEvent } from '#/contracts/money/money.ts'
import { outsideTown } from '#/contracts/money/money.ts'
import type { Outcome } from '#/contracts/referrals/offer-states.ts'
import type { leads } from '#/server/db/tables/schema.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Transaction } from '../../db/database.ts'
import { leadReference } from '../../db/lead-reference.ts'
import { chargeFee, reverseFees } from '../../money/charge-fee.ts'

/** A lead that is held, as far as a fee needs it. */
type ChargedLead = Pick<
  typeof leads.$inferSelect,
  'id' | 'submissionId' | 'service' | 'source' | 'town' | 'isOutside'
> & { now: Date }

type OfferOf = { id: number; contractor: { id: number } }

/** Charges the contractor of an offer for it. `at` decides which rule holds. */
export async function chargeForOffer(
  tx: Transaction,
  lead: ChargedLead,
  offer: OfferOf,
  event: FeeEvent,
  at: Date = lead.now,
): Promise<void> {
  await chargeFee(tx, {
    contractorId: offer.contractor.id,
    leadId: lead.id,
    offerId: offer.id,
    reference: leadReference(lead.submissionId),
    service: lead.service,
    source: lead.source,
    town: lead.isOutside ? outsideTown : lead.town,
    event,
    day: localDay(at.getTime()),
  })
}

/** Charges the contractor who has a lead for the job that is done, or takes that back. */
export async function settleDone(
  tx: Transaction,
  lead: ChargedLead,
  accepted: OfferOf | undefined,
  outcome: Outcome,
): Promise<void> {
  if (!accepted) return
  if (outcome === 'done') await chargeForOffer(tx, lead, accepted, 'done')
  else await reverseFees(tx, accepted.id, 'The job is not done after all', 'done')
}
