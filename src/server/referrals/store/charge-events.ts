import { eq } from 'drizzle-orm'
import { type FeeEvent, outsideTown } from '#/contracts/money/money.ts'
import { leads } from '#/server/db/tables/schema.ts'
import type { Transaction } from '../../db/database.ts'
import { leadReference } from '../../db/lead-reference.ts'
import { chargeFee, reverseFees } from '../../money/charge-fee.ts'
import { localDay } from '../../time/local-day.ts'
import { type Fee, meaningOf } from '../event-table.ts'
import type { Step } from '../run.ts'
import type { Instant, Offer } from '../state.ts'

/** Charges the contractor of an offer for it, by the rules of this day. */
async function charge(
  tx: Transaction,
  leadId: number,
  { id: offerId, contractor }: Offer,
  event: FeeEvent,
  now: Instant,
): Promise<void> {
  const { submissionId, service, source, town, isOutside } = leads
  const [lead] = await tx
    .select({ submissionId, service, source, town, isOutside })
    .from(leads)
    .where(eq(leads.id, leadId))
  if (!lead) return
  await chargeFee(tx, {
    leadId,
    offerId,
    event,
    contractorId: contractor.id,
    day: localDay(now),
    service: lead.service,
    source: lead.source,
    reference: leadReference(lead.submissionId),
    town: lead.isOutside ? outsideTown : lead.town,
  })
}

/** What is done for each meaning of an event. */
const settle: Record<
  Fee,
  (tx: Transaction, leadId: number, offer: Offer, now: Instant) => Promise<void>
> = {
  'charge-accepted': (tx, leadId, offer, now) => charge(tx, leadId, offer, 'accepted', now),
  'charge-done': (tx, leadId, offer, now) => charge(tx, leadId, offer, 'done', now),
  'reverse-all': (tx, _lead, { id }) =>
    reverseFees(tx, id, 'The request was handed back or withdrawn'),
  'reverse-done': (tx, _lead, { id }) =>
    reverseFees(tx, id, 'The job is not done after all', 'done'),
}

/** Charges what the events of a step cost a contractor, and takes back what they undo. */
export async function chargeForEvents(
  tx: Transaction,
  { after, events }: Pick<Step, 'after' | 'events'>,
  now: Instant,
): Promise<void> {
  for (const event of events) {
    const { fee } = meaningOf(event, after)
    const offerId = 'offerId' in event ? event.offerId : null
    const offer = after.offers.find(({ id }) => id === offerId)
    if (fee && offer) await settle[fee](tx, after.lead.id, offer, now)
  }
}
