import { and, eq, sql } from 'drizzle-orm'
import { lostReasonLabels } from '#/content/offer-page.ts'
import type {
  HandBackReason,
  OfferAccess,
  ToldLostReason,
} from '#/contracts/referrals/offer-states.ts'
import { leadHistory, offers } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { recordOnLead } from '../../db/lead-history.ts'
import { type HeldLead, type LeadOffer, saveReferral } from '../lead/held-lead.ts'
import { addNews, tellVisitor } from '../lead/tell-of-lead.ts'
import { type OfferKey, withOffer } from './answer-offer.ts'
import { noteSpoken, promisedAnew, spokenAt } from './calls.ts'
import { endMatch } from './end-match.ts'
import { changeOutcome } from './outcome.ts'

/**
 * What a contractor does once they have said yes. Each of these changes something only while they have
 * the lead and the work is not over, whatever page it comes from. Each returns what the offer is to
 * them then; undefined if the lead was erased meanwhile.
 */
type Changed = Promise<OfferAccess | undefined>

/** Runs with the lead held, for the contractor who has it. */
function whileTheirs(
  db: Database,
  key: OfferKey,
  run: (tx: Transaction, lead: HeldLead, offer: LeadOffer) => Promise<OfferAccess | undefined>,
): Changed {
  return withOffer(db, key, 'accepted', async (tx, lead, offer) => {
    if (lead.outcome !== 'matched') return 'accepted'
    return (await run(tx, lead, offer)) ?? 'accepted'
  })
}

/** They cannot do it after all: the next contractor is asked, or the owner decides. */
export function handBack(db: Database, key: OfferKey, reason: HandBackReason): Changed {
  return whileTheirs(db, key, async (tx, lead, offer) => {
    const { companyName } = offer.contractor
    await endMatch(tx, lead, offer, {
      ...{ state: 'handed-back', handBackReason: reason },
      ...{ ownerReason: 'handed-back', asksNext: true },
    })
    await recordOnLead(tx, lead.id, { kind: 'handed-back', detail: companyName })
    await addNews(tx, lead, 'handed-back', companyName)
    return 'handed-back'
  })
}

/** What was reported is taken back by a contractor who calls or comes after all. */
const notClaimed = { claimedReason: null, claimedAt: null, claimAskedAt: null }

/** They have spoken with the visitor. */
export function confirmCall(db: Database, key: OfferKey): Changed {
  return whileTheirs(db, key, async (tx, lead, offer) => {
    await noteSpoken(tx, lead, offer, { detail: offer.contractor.companyName })
    return undefined
  })
}

/** How often they have changed the time of their call since they said yes. */
function countMoves(tx: Transaction, { leadId, answeredAt, contractor }: LeadOffer) {
  const isMove = sql`kind = 'call-changed' and detail = ${contractor.companyName}`
  const isOfMatch = sql`created_at >= ${answeredAt?.toISOString() ?? null}::timestamptz`
  return tx.$count(leadHistory, and(eq(leadHistory.leadId, leadId), isMove, isOfMatch))
}

/**
 * They will call at another time: a new promise, whatever became of the one before. It is taken each
 * time, for the visitor must know when; from the second time on the owner is told, who can end it.
 */
export function changeCallTime(db: Database, key: OfferKey, callAt: Date): Changed {
  return whileTheirs(db, key, async (tx, lead, offer) => {
    if (offer.callAt?.getTime() === callAt.getTime() && !lead.claimedAt) return undefined
    const promised = { callAt, onTheWayAt: null, ...promisedAnew }
    await tx.update(offers).set(promised).where(eq(offers.id, offer.id))
    await saveReferral(tx, lead, notClaimed)
    const detail = offer.contractor.companyName
    await recordOnLead(tx, lead.id, { kind: 'call-changed', detail })
    if ((await countMoves(tx, offer)) > 1) await addNews(tx, lead, 'call-moved', detail)
    await tellVisitor(tx, lead)
    return undefined
  })
}

/** They are on the way, and so the visitor waits for no call any more. */
export function setOut(db: Database, key: OfferKey): Changed {
  return whileTheirs(db, key, async (tx, lead, offer) => {
    if (offer.onTheWayAt && !lead.claimedAt) return undefined
    const set = { onTheWayAt: lead.now, ...spokenAt(lead) }
    await tx.update(offers).set(set).where(eq(offers.id, offer.id))
    await saveReferral(tx, lead, notClaimed)
    await recordOnLead(tx, lead.id, { kind: 'on-the-way', detail: offer.contractor.companyName })
    await tellVisitor(tx, lead)
    return undefined
  })
}

/** The work is done, and what it came to; null where they did not say. */
export function reportDone(db: Database, key: OfferKey, jobValueCents: number | null): Changed {
  return whileTheirs(db, key, async (tx, lead, offer) => {
    const { companyName } = offer.contractor
    const set = { jobValueCents, ...spokenAt(lead) }
    await tx.update(offers).set(set).where(eq(offers.id, offer.id))
    await changeOutcome(tx, lead, { outcome: 'done', lostReason: null, toldBy: companyName })
    await tellVisitor(tx, lead)
    return undefined
  })
}

/**
 * Nothing came of it, they say. It stays theirs until its visitor or the owner has agreed:
 * the owner where no mail can ask the visitor.
 */
export function reportLost(db: Database, key: OfferKey, reason: ToldLostReason): Changed {
  return whileTheirs(db, key, async (tx, lead, offer) => {
    if (lead.claimedReason === reason) return undefined
    const claimAskedAt = (await tellVisitor(tx, lead)) ? lead.now : null
    await saveReferral(tx, lead, { claimedReason: reason, claimedAt: lead.now, claimAskedAt })
    const label = lostReasonLabels[reason].toLowerCase()
    const { companyName } = offer.contractor
    await recordOnLead(tx, lead.id, { kind: 'claimed', detail: `${label}, by ${companyName}` })
    await addNews(tx, lead, 'reported', companyName)
    return undefined
  })
}
