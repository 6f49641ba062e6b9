import { and, eq, inArray } from 'drizzle-orm'
import { heldChannels, toldAgainAfterMs } from '#/contracts/notifications/deliveries.ts'
import { deliveries, offers } from '#/server/db/tables/schema.ts'
import type { Transaction } from '../../db/database.ts'
import type { HeldLead, HeldOffer } from './held-lead.ts'
import { queueOfferMail } from './offer-changes.ts'

/** A mail that may have been read. */
const hasLeft = ({ state, claimToken }: typeof deliveries.$inferSelect) =>
  state === 'sent' || state === 'kept' || claimToken !== null

/**
 * Tells the contractor of an accepted offer by mail that its visitor has changed their mind: that they
 * need nobody any more (`recall`), or somebody after all (`match`). Not if that is what the contractor
 * was told last. The first time it leaves at once. What was told so within the last hour is told again
 * when that hour is over, if it is true then: a mail is written when it leaves.
 */
export async function tellOfChange(
  tx: Transaction,
  lead: HeldLead,
  offer: HeldOffer,
  channel: 'match' | 'recall',
): Promise<void> {
  const mails = await tx
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.offerId, offer.id), inArray(deliveries.channel, heldChannels)))
    .orderBy(deliveries.queuedAt)
  const own = mails.find((mail) => mail.channel === channel)
  if (own?.state === 'pending' || mails.findLast(hasLeft)?.channel === channel) return
  const [accepted] = await tx
    .select({ at: offers.answeredAt })
    .from(offers)
    .where(eq(offers.id, offer.id))
  // The mail after the yes is another matter.
  const isRepeated = own && accepted?.at && own.queuedAt > accepted.at
  const toldAt = isRepeated ? (own.sentAt ?? own.queuedAt).getTime() : 0
  const dueAt = new Date(Math.max(lead.now.getTime(), toldAt + toldAgainAfterMs))
  await queueOfferMail(tx, lead, offer, channel, dueAt)
}
