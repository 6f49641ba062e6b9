import { eq } from 'drizzle-orm'
import { offers } from '#/server/db/tables/schema.ts'
import type { Transaction } from '../../db/database.ts'
import { recordOnLead } from '../../db/lead-history.ts'
import { acceptedOf, type HeldLead, type LeadOffer } from '../lead/held-lead.ts'
import { addNews, isMuted } from '../lead/tell-of-lead.ts'
import { queueOfferMail } from './offer-changes.ts'

/** Of a call that is promised anew nothing has happened yet. */
export const promisedAnew = { calledAt: null, callRemindedAt: null, callMissedAt: null } as const

/** Contractor and visitor have spoken, or meet: nobody waits for the call any more. */
export const spokenAt = ({ now }: HeldLead) => ({ ...promisedAnew, calledAt: now })

/**
 * A lead that was over is its contractor's again, who calls once more: a time that has passed meanwhile
 * is no promise. Not where the work was done and only its end is taken back: they have met.
 */
export async function awaitCallAgain(tx: Transaction, lead: HeldLead): Promise<void> {
  const offer = acceptedOf(lead)
  if (!offer || (lead.outcome === 'done' && offer.calledAt)) return
  const isAhead = offer.callAt !== null && offer.callAt > lead.now
  const again = { callAt: isAhead ? offer.callAt : null, onTheWayAt: null, ...promisedAnew }
  await tx.update(offers).set(again).where(eq(offers.id, offer.id))
}

/** When a contractor is to call: at the time that they have said, else since the lead is theirs. */
export const callDueAt = ({ outcomeAt }: HeldLead, { callAt }: LeadOffer): Date | null =>
  callAt ?? outcomeAt

/** True while a visitor waits for the call of the contractor who has their lead. */
export function isCallAwaited(lead: HeldLead, { state, bar, calledAt }: LeadOffer): boolean {
  const isTheirs = state === 'accepted' && bar !== 'removed' && lead.outcome === 'matched'
  return isTheirs && !lead.isQuarantined && !lead.claimedAt && !calledAt
}

/** Who says that they have spoken: a user by their email, or another in words. */
type By = { actor: string } | { detail: string }

/** Somebody says that contractor and visitor have spoken. It ends nothing else. */
export async function noteSpoken(
  tx: Transaction,
  lead: HeldLead,
  offer: LeadOffer,
  by: By,
): Promise<void> {
  if (offer.calledAt) return
  await tx.update(offers).set(spokenAt(lead)).where(eq(offers.id, offer.id))
  await recordOnLead(tx, lead.id, { kind: 'spoken', ...by })
}

/** Reminds the contractor by mail of the call that they have promised, once, if the owner wants that. */
export async function remindOfCall(
  tx: Transaction,
  lead: HeldLead,
  offer: LeadOffer,
): Promise<void> {
  if (offer.callRemindedAt) return
  await tx.update(offers).set({ callRemindedAt: lead.now }).where(eq(offers.id, offer.id))
  if (await isMuted(tx, 'call-late')) return
  await queueOfferMail(tx, lead, offer, 'call-reminder')
}

/**
 * The promised call was not confirmed in time, or the visitor says that none came: the lead waits for
 * the owner, who is told, and its contractor is reminded if they were not. Once for each promise.
 */
export async function missCall(
  tx: Transaction,
  lead: HeldLead,
  offer: LeadOffer,
  kind: 'call-missed' | 'not-called',
): Promise<void> {
  if (offer.callMissedAt) return
  const { companyName } = offer.contractor
  await tx.update(offers).set({ callMissedAt: lead.now }).where(eq(offers.id, offer.id))
  await recordOnLead(tx, lead.id, { kind, detail: companyName })
  await addNews(tx, lead, 'call-missed', companyName)
  await remindOfCall(tx, lead, offer)
}
