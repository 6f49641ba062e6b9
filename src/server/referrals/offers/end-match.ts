import { eq } from 'drizzle-orm'
import type { HandBackReason, OwnerReason } from '#/contracts/referrals/offer-states.ts'
import { readSetting } from '#/server/db/settings.ts'
import { offers } from '#/server/db/tables/schema.ts'
import type { Transaction } from '../../db/database.ts'
import { notify } from '../../db/signals.ts'
import { type HeldLead, handToOwner, type LeadOffer, saveReferral } from '../lead/held-lead.ts'
import { tellVisitor } from '../lead/tell-of-lead.ts'
import { endOffer, queueOfferMail } from './offer-changes.ts'

/** How a contractor who has a lead stops having it. */
type EndOfMatch = {
  /** One who handed it back is told nothing: they said so. */
  state: 'withdrawn' | 'handed-back'
  handBackReason?: HandBackReason
  /** Why it is the owner's, where no other contractor is asked. */
  ownerReason: OwnerReason
  /** The server asks the next contractor, if the owner has set that. */
  asksNext: boolean
  /** Its visitor did it, and reads it on the page. */
  isByVisitor?: boolean
}

/**
 * Takes a lead that is held from the contractor who has it. It is open again: the server asks the next
 * contractor, or the owner decides. Its visitor is told. Returns true where the server asks the next.
 */
export async function endMatch(
  tx: Transaction,
  lead: HeldLead,
  offer: LeadOffer,
  { state, handBackReason, ownerReason, asksNext, isByVisitor = false }: EndOfMatch,
): Promise<boolean> {
  await endOffer(tx, offer.id, state)
  await tx.update(offers).set({ handBackReason, endedAt: lead.now }).where(eq(offers.id, offer.id))
  const isAutomatic =
    asksNext && !lead.isQuarantined && (await readSetting(tx, 'offers')).isAutomatic
  await saveReferral(tx, lead, {
    outcome: 'open',
    lostReason: null,
    claimedReason: null,
    claimedAt: null,
    claimAskedAt: null,
    isAutomatic,
    ranOutAt: null,
    ownerReason: null,
  })
  if (isAutomatic) await notify(tx, 'offers_due', '')
  else await handToOwner(tx, lead, ownerReason)
  if (state === 'withdrawn') await queueOfferMail(tx, lead, offer, 'recall')
  if (!isByVisitor) await tellVisitor(tx, lead)
  return isAutomatic
}
