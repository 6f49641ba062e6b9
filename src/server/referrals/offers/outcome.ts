import { and, eq, inArray, or } from 'drizzle-orm'
import { lostReasonLabels, outcomeLabels } from '#/content/offer-page.ts'
import { heldChannels, toldAgainAfterMs } from '#/contracts/notifications/deliveries.ts'
import { isClosed, outcomeByOffers } from '#/contracts/referrals/offer-states.ts'
import type { OutcomeChange } from '#/contracts/referrals/offers.ts'
import { deliveries } from '#/server/db/tables/schema.ts'
import type { Transaction } from '../../db/database.ts'
import { recordOnLead } from '../../db/lead-history.ts'
import { AppError } from '../../http/errors.ts'
import {
  acceptedOf,
  type HeldLead,
  holdLead,
  type LeadOffer,
  saveReferral,
} from '../lead/held-lead.ts'
import { addNews } from '../lead/tell-of-lead.ts'
import { awaitCallAgain } from './calls.ts'
import { endMatch } from './end-match.ts'
import { partOthers, partOver, rejoin } from './join-leads.ts'
import { endOpenOffers, queueOfferMail } from './offer-changes.ts'

/** A mail that may have been read. */
const hasLeft = ({ state, claimToken }: typeof deliveries.$inferSelect) =>
  state === 'sent' || state === 'kept' || claimToken !== null

/**
 * Tells the contractor of an accepted offer by mail that its visitor has changed their mind: that they
 * need no contractor any more (`recall`), or one after all (`match`). Not if that is what the contractor
 * was told last. The first time it leaves at once. What was told so within the last hour is told again
 * when that hour is over, if it is true then: a mail is written when it leaves. The lead may be one that
 * went with the lead of the offer.
 */
async function tellOfChange(
  tx: Transaction,
  lead: HeldLead,
  offer: LeadOffer,
  channel: 'match' | 'recall',
): Promise<void> {
  const mails = await tx
    .select()
    .from(deliveries)
    .where(
      and(
        eq(deliveries.offerId, offer.id),
        inArray(deliveries.channel, heldChannels),
        // A recall is of one lead; what is theirs is said of all that go together.
        or(eq(deliveries.channel, 'match'), eq(deliveries.leadId, lead.id)),
      ),
    )
    .orderBy(deliveries.queuedAt)
  const own = mails.find((mail) => mail.channel === channel)
  if (own?.state === 'pending' || mails.findLast(hasLeft)?.channel === channel) return
  // The mail after the yes is another matter.
  const isRepeated = own && offer.answeredAt && own.queuedAt > offer.answeredAt
  const toldAt = isRepeated ? (own.sentAt ?? own.queuedAt).getTime() : 0
  const dueAt = new Date(Math.max(lead.now.getTime(), toldAt + toldAgainAfterMs))
  await queueOfferMail(tx, lead, offer, channel, dueAt)
}

/** What becomes of a lead, and who says so: a user by their email, or another in words. */
type ToldOutcome = OutcomeChange & { actor?: string; toldBy?: string }

/** 'Lost: unreachable, told by Lakeside Air'. */
function inWords({ outcome, lostReason, toldBy }: ToldOutcome): string {
  const reason = lostReason ? `: ${lostReasonLabels[lostReason].toLowerCase()}` : ''
  return `${outcomeLabels[outcome]}${reason}${toldBy ? `, told by ${toldBy}` : ''}`
}

/**
 * A lead that is not open any more is not offered. One that is over goes with no other: a contractor who
 * has both is told that this one is no longer theirs.
 */
async function storeOutcome(
  tx: Transaction,
  lead: HeldLead,
  { outcome, lostReason, actor }: ToldOutcome,
): Promise<void> {
  await endOpenOffers(tx, lead, 'withdrawn')
  const notClaimed = { claimedReason: null, claimedAt: null, claimAskedAt: null }
  await saveReferral(tx, lead, { outcome, lostReason, isAutomatic: false, ...notClaimed })
  if (outcome === 'matched' && isClosed(lead)) await awaitCallAgain(tx, lead)
  if (outcome !== 'done' && outcome !== 'lost') return
  const first = await partOver(tx, lead, actor)
  const accepted = first?.outcome === 'matched' ? acceptedOf(first) : undefined
  if (accepted) await tellOfChange(tx, lead, accepted, 'recall')
  await partOthers(tx, lead, outcome === 'done')
}

/** Sets the outcome of a lead that is held. A lead that is done or lost is not offered any more. */
export async function changeOutcome(
  tx: Transaction,
  lead: HeldLead,
  told: ToldOutcome,
): Promise<void> {
  const { outcome, lostReason } = told
  if (outcome === lead.outcome && lostReason === lead.lostReason) return
  await storeOutcome(tx, lead, told)
  await recordOnLead(tx, lead.id, { kind: 'outcome', detail: inWords(told), actor: told.actor })
}

/**
 * The owner sets the outcome. Whether a lead is open or matched follows from its offers. Of a lead that
 * is not there nothing is set.
 */
export async function setOutcome(
  tx: Transaction,
  leadId: number,
  told: ToldOutcome,
): Promise<void> {
  const lead = await holdLead(tx, leadId)
  if (!lead) return
  const { outcome } = told
  const byOffers = outcomeByOffers(lead)
  if (outcome === 'matched' && byOffers === 'open') {
    throw new AppError(
      'conflict',
      'No contractor has this request yet. Offer it to one, or record what was agreed by phone.',
    )
  }
  if (outcome === 'open' && byOffers === 'matched') {
    const companyName = acceptedOf(lead)?.contractor.companyName
    throw new AppError('conflict', `${companyName} has this request. Withdraw it from them first.`)
  }
  await changeOutcome(tx, lead, told)
  if (outcome === 'open' && isClosed(lead)) await rejoin(tx, lead)
}

/**
 * The visitor says that they need no contractor any more: open offers end, and the contractor who has
 * accepted is told by mail.
 */
export async function endForVisitor(tx: Transaction, lead: HeldLead): Promise<void> {
  if (lead.outcome === 'done' || lead.outcome === 'lost') return
  await storeOutcome(tx, lead, { outcome: 'lost', lostReason: 'cancelled' })
  const accepted = acceptedOf(lead)
  if (accepted) await tellOfChange(tx, lead, accepted, 'recall')
  await addNews(tx, lead, 'cancelled', accepted?.contractor.companyName)
}

/**
 * The visitor says that they need one after all: the contractor who had accepted is told by mail that
 * it is theirs again; without one it goes with another one of the same person, or is the owner's.
 */
export async function reopenForVisitor(tx: Transaction, lead: HeldLead): Promise<void> {
  if (lead.lostReason !== 'cancelled') return
  await storeOutcome(tx, lead, { outcome: outcomeByOffers(lead), lostReason: null })
  const accepted = acceptedOf(lead)
  if (accepted) await tellOfChange(tx, lead, accepted, 'match')
  else await rejoin(tx, lead)
  await addNews(tx, lead, 'reopened', accepted?.contractor.companyName)
}

/**
 * The visitor of a lead that is done or lost says that they still need help: it is the owner's, and the
 * contractor who had it is told that it is not theirs any more. One that none had goes with another
 * open one of the same person, where there is one.
 */
export async function reopenForHelp(tx: Transaction, lead: HeldLead): Promise<void> {
  const accepted = acceptedOf(lead)
  const ownerReason = 'reopened'
  if (accepted) {
    const how = { state: 'withdrawn', ownerReason, asksNext: false, isByVisitor: true } as const
    await endMatch(tx, lead, accepted, how)
  } else {
    await storeOutcome(tx, lead, { outcome: 'open', lostReason: null })
    await rejoin(tx, lead)
  }
  await saveReferral(tx, lead, { reopenedAt: lead.now })
  const companyName = accepted?.contractor.companyName
  await recordOnLead(tx, lead.id, { kind: 'reopened', detail: companyName })
  await addNews(tx, lead, 'reopened', companyName)
}

/** A lead went into quarantine: no contractor can accept it any more, and the server does not offer it. */
export async function endForQuarantine(tx: Transaction, leadId: number): Promise<void> {
  const lead = await holdLead(tx, leadId)
  if (!lead) return
  await endOpenOffers(tx, lead, 'withdrawn')
  if (lead.isAutomatic) await saveReferral(tx, lead, { isAutomatic: false })
}
