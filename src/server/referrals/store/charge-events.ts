import type { Transaction } from '../../db/database.ts'
import { chargeFee, reverseFees } from '../../money/charge-fee.ts'
import { localDay } from '../../time/local-day.ts'
import { meaningOf } from '../event-table.ts'
import type { Step } from '../run.ts'
import type { Instant } from '../state.ts'

/** Charges what the events of a step cost a contractor, by the rules of this day, and takes back what they undo. */
export async function chargeForEvents(
  tx: Transaction,
  { after, events }: Pick<Step, 'after' | 'events'>,
  now: Instant,
): Promise<void> {
  for (const event of events) {
    const { fee } = meaningOf(event, after)
    const offerId = 'offerId' in event ? event.offerId : null
    const offer = after.offers.find(({ id }) => id === offerId)
    if (!fee || !offer) continue
    const { id: leadId, service } = after.lead
    const charged = { leadId, service, contractorId: offer.contractor.id, day: localDay(now) }
    if (fee === 'charge-accepted') await chargeFee(tx, offer.id, { ...charged, event: 'accepted' })
    else if (fee === 'charge-done') await chargeFee(tx, offer.id, { ...charged, event: 'done' })
    else if (fee === 'reverse-done')
      await reverseFees(tx, offer.id, 'The job isn’t done after all', 'done')
    else await reverseFees(tx, offer.id, 'The request was handed back or withdrawn')
  }
}
