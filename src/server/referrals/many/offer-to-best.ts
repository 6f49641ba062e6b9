import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { ManyResult } from '#/contracts/referrals/many-leads.ts'
import { stateAt } from '#/contracts/referrals/offer-states.ts'
import { deliveries, leadHistory, offers } from '#/server/db/tables/schema.ts'
import { offerTimes } from '#/server/time/offer-times.ts'
import { dayAndTime } from '#/server/time/promises.ts'
import type { Transaction } from '../../db/database.ts'
import { takeLine, undoMs } from '../../db/lead-history.ts'
import { AppError } from '../../http/errors.ts'
import type { ForeseenOffer } from '../contractors/ranking.ts'
import { holdLead, type LeadOffer, saveReferral } from '../lead/held-lead.ts'
import { holdOfferable, withdrawOffer } from '../offers/manage-offers.ts'
import { chooseContractors } from '../offers/next-offer.ts'
import { answerBy, endExpired, offerTo } from '../offers/offer-changes.ts'

const conflict = (message: string) => new AppError('conflict', message)

/** What was made of a lead, and what was before. */
type Offered = Pick<ManyResult, 'made' | 'before' | 'why'>

/**
 * Offers a lead to the contractor who fits it best, in an emergency to several, as the server would: by
 * its rules, but in the name of a user. Throws why nobody was asked. `foreseen` are the offers of a
 * preview until now: it gets this one, too.
 */
export async function offerToBest(
  tx: Transaction,
  leadId: number,
  { actor, foreseen }: { actor: string; foreseen: ForeseenOffer[] },
): Promise<Offered> {
  const lead = await holdOfferable(tx, leadId)
  const asked = lead.offers.filter((offer) => stateAt(offer, lead.now) === 'open')
  if (asked.length > 0) {
    const names = asked.map(({ contractor }) => contractor.companyName).join(', ')
    throw conflict(`${names} can still answer.`)
  }
  if (lead.isOutside) throw conflict('It is outside of the towns. Choose a contractor yourself.')
  if (!lead.town) throw conflict('It is not known where the work is.')
  const most = lead.isUrgent ? offerTimes().askedInEmergency : 1
  const { chosen, nextTryAt } = await chooseContractors(tx, lead, most, foreseen)
  if (chosen.length === 0) {
    throw conflict(
      nextTryAt
        ? `Nobody who fits can be asked before ${dayAndTime(nextTryAt)}.`
        : 'Nobody fits who has not been asked already.',
    )
  }
  await endExpired(tx, lead)
  const made: number[] = []
  for (const contractor of chosen) made.push((await offerTo(tx, lead, contractor, actor)).id)
  const [offeredAt, expiresAt] = [lead.now, answerBy(lead.now, lead.isUrgent)]
  foreseen.push(...chosen.map(({ id }) => ({ contractorId: id, offeredAt, expiresAt })))
  const { ranOutAt, ownerReason } = lead
  return {
    made,
    before: { ranOutAt: ranOutAt?.toISOString() ?? null, ownerReason },
    why: `Offered to ${chosen.map(({ companyName }) => companyName).join(', ')}`,
  }
}

/**
 * Takes offers back that a user has just made. While none of their mails has left they were never made;
 * else they are withdrawn, and their contractors are told. Returns what the user must know of that.
 */
export async function undoOffers(
  tx: Transaction,
  leadId: number,
  { made, before, actor }: Pick<ManyResult, 'made' | 'before'> & { actor: string },
): Promise<string | null> {
  const lead = await holdLead(tx, leadId)
  const since = (lead?.now.getTime() ?? 0) - undoMs
  const theirs = (lead?.offers ?? []).filter(
    ({ id, offeredBy, offeredAt }) =>
      made.includes(id) && offeredBy === actor && offeredAt.getTime() > since,
  )
  if (!lead || theirs.length === 0) throw conflict('There is no such offer of the last minute.')
  const answered = theirs.find(({ state }) => state !== 'open')
  if (answered) {
    throw conflict(`${answered.contractor.companyName} has answered, or the offer has ended.`)
  }
  const ids = theirs.map(({ id }) => id)
  const waiting = await tx
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(
      and(
        inArray(deliveries.offerId, ids),
        eq(deliveries.state, 'pending'),
        eq(deliveries.attempts, 0),
        isNull(deliveries.claimToken),
      ),
    )
    // One that is being sent is not waited for: it leaves.
    .for('update', { skipLocked: true })
  if (waiting.length < ids.length) {
    for (const id of ids) await withdrawOffer(tx, id, actor)
    return 'The email had left already: the contractor is told that the offer is withdrawn.'
  }
  // The mails go with them.
  await tx.delete(offers).where(inArray(offers.id, ids))
  for (const { contractor } of theirs) {
    const which = eq(leadHistory.detail, contractor.companyName)
    await takeLine(tx, leadId, { kind: 'offered', which, actor })
  }
  // Whoever else was asked meanwhile still is.
  const isOther = (offer: LeadOffer) =>
    !ids.includes(offer.id) && stateAt(offer, lead.now) === 'open'
  if (lead.offers.some(isOther)) return null
  const { ranOutAt = null, ownerReason = null } = before ?? {}
  await saveReferral(tx, lead, {
    ranOutAt: ranOutAt === null ? null : new Date(ranOutAt),
    ownerReason,
  })
  return null
}
