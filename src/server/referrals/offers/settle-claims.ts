import { and, eq, isNotNull, not, sql } from 'drizzle-orm'
import { reopenDays } from '#/contracts/referrals/offer-states.ts'
import { deliveries, referrals } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { recordOnLead } from '../../db/lead-history.ts'
import { AppError } from '../../http/errors.ts'
import { acceptedOf, type HeldLead, holdLead, saveReferral } from '../lead/held-lead.ts'
import { addNews } from '../lead/tell-of-lead.ts'
import { endMatch } from './end-match.ts'
import { changeOutcome } from './outcome.ts'

/** Who answers what a contractor reported: a user by their email, the visitor, or nobody in time. */
type By = { actor: string } | 'the customer' | 'no answer'

/** What the contractor reported is so: the lead is lost for that reason. False where nothing was reported. */
export async function settleClaim(tx: Transaction, lead: HeldLead, by: By): Promise<boolean> {
  const { claimedReason: lostReason, outcome } = lead
  if (!lostReason || outcome !== 'matched') return false
  const told = typeof by === 'string' ? { toldBy: by } : by
  await changeOutcome(tx, lead, { outcome: 'lost', lostReason, ...told })
  return true
}

/**
 * What the contractor reported is not so: it goes to the next contractor, or to the owner. False where
 * nothing was reported.
 */
export async function rejectClaim(
  tx: Transaction,
  lead: HeldLead,
  by: Exclude<By, 'no answer'>,
): Promise<boolean> {
  const offer = acceptedOf(lead)
  if (!offer || !lead.claimedAt || lead.outcome !== 'matched') return false
  const isByVisitor = by === 'the customer'
  await endMatch(tx, lead, offer, {
    ...{ state: 'handed-back', ownerReason: 'reopened', asksNext: true, isByVisitor },
  })
  const { companyName } = offer.contractor
  if (isByVisitor) {
    await recordOnLead(tx, lead.id, { kind: 'reopened', detail: companyName })
    await addNews(tx, lead, 'reopened', companyName)
  } else {
    await recordOnLead(tx, lead.id, { kind: 'handed-back', detail: companyName, ...by })
  }
  return true
}

/** The owner agrees to what the contractor reported, or has another one asked. */
export async function answerClaim(
  tx: Transaction,
  leadId: number,
  { agrees, actor }: { agrees: boolean; actor: string },
): Promise<void> {
  const lead = await holdLead(tx, leadId)
  if (!lead) throw new AppError('not_found', `There is no lead number ${leadId}.`)
  const isAnswered = agrees
    ? await settleClaim(tx, lead, { actor })
    : await rejectClaim(tx, lead, { actor })
  if (isAnswered) return
  throw new AppError('conflict', 'This was answered already, or the contractor took it back.')
}

const dayMs = 86_400_000

/** The most that are settled in one look. */
const mostAtOnce = 100

/**
 * Where no mail has asked the visitor, nor waits to, as it was refused, came back or was canceled, nobody
 * has asked them: it waits for the owner. A mail says how it stands when it leaves, whenever it was queued.
 */
async function noteUnasked(db: Database): Promise<void> {
  const { leadId, channel, state, queuedAt, sentAt } = deliveries
  const isAsked = sql`exists (
    select from ${deliveries} where ${leadId} = ${referrals.leadId} and ${channel} = 'update' and (
      ${state} = 'pending'
      or ${state} in ('sent', 'kept') and greatest(${queuedAt}, ${sentAt}) >= ${referrals.claimAskedAt}))`
  const unasked = await db
    .select({ leadId: referrals.leadId })
    .from(referrals)
    .where(and(eq(referrals.outcome, 'matched'), isNotNull(referrals.claimAskedAt), not(isAsked)))
    .limit(mostAtOnce)
  for (const { leadId } of unasked) {
    await db.transaction(async (tx) => {
      const lead = await holdLead(tx, leadId, { skipsHeld: true })
      if (lead?.claimAskedAt) await saveReferral(tx, lead, { claimAskedAt: null })
    })
  }
}

/**
 * Settles what contractors reported and no visitor has answered in two weeks, as it was reported. Not
 * where no mail could ask them: it waits for the owner.
 */
export async function settleOldClaims(db: Database, now?: Date): Promise<void> {
  await noteUnasked(db)
  const time = sql`coalesce(${now?.toISOString() ?? null}::timestamptz, now())`
  const isOld = sql`${referrals.claimAskedAt} <= ${time} - ${reopenDays}::int * interval '1 day'`
  const old = await db
    .select({ leadId: referrals.leadId })
    .from(referrals)
    .where(and(eq(referrals.outcome, 'matched'), isOld))
    .limit(mostAtOnce)
  for (const { leadId } of old) {
    await db.transaction(async (tx) => {
      const lead = await holdLead(tx, leadId, { skipsHeld: true })
      const since = (now ?? lead?.now ?? new Date()).getTime() - reopenDays * dayMs
      // It may have been reported anew, or answered, since it was found.
      if (lead?.claimAskedAt && lead.claimAskedAt.getTime() <= since) {
        await settleClaim(tx, lead, 'no answer')
      }
    })
  }
}
