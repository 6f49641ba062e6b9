import { sql } from 'drizzle-orm'
import { business } from '#/content/business.ts'
import { isUrgent, leads, offers, referrals } from '#/server/db/tables/schema.ts'
import { deadlinesAt } from '#/server/time/lateness.ts'
import type { Database } from '../../db/database.ts'
import { acceptedOf, holdLead } from '../lead/held-lead.ts'
import { callDueAt, isCallAwaited, missCall, remindOfCall } from '../offers/calls.ts'

/**
 * A call that is overdue for longer than this was promised before anybody watched over it, or while no
 * process ran: the mail that asks its visitor how it went comes soon.
 */
const watchedDays = 3

/** The most that are dealt with in one look. */
const mostAtOnce = 100

/** As `callDueAt`. */
const dueAt = sql`coalesce(${offers.callAt}, ${referrals.outcomeAt})`

/** Leads whose contractors have to be reminded of their call now, or whose call is overdue. */
async function findLateCalls(db: Database, now = new Date()): Promise<number[]> {
  const { wall, opening } = deadlinesAt(now, business.callLimits)
  const byClock = (deadline: 'lateBefore' | 'overdueBefore') =>
    sql`case when ${isUrgent} then ${wall[deadline].toISOString()}::timestamptz
      else ${opening[deadline].toISOString()}::timestamptz end`
  const rows = await db
    .select({ leadId: offers.leadId })
    .from(referrals)
    .innerJoin(leads, sql`${leads.id} = ${referrals.leadId}`)
    .innerJoin(offers, sql`${offers.leadId} = ${referrals.leadId} and ${offers.state} = 'accepted'`)
    .where(
      sql`${referrals.outcome} = 'matched' and ${referrals.claimedAt} is null and not ${leads.isQuarantined}
        and ${offers.calledAt} is null and ${offers.callMissedAt} is null
        and ${dueAt} > ${byClock('overdueBefore')} - ${watchedDays}::int * interval '1 day'
        and ${dueAt} <= case when ${offers.callRemindedAt} is null
          then ${byClock('lateBefore')} else ${byClock('overdueBefore')} end`,
    )
    .orderBy(sql`not ${isUrgent}`, dueAt)
    .limit(mostAtOnce)
  return rows.map(({ leadId }) => leadId)
}

/**
 * Reminds contractors of calls that are late, and makes a lead the owner's whose call is overdue: each
 * once for each promise, however many processes look.
 */
export async function watchCalls(db: Database, now = new Date()): Promise<void> {
  const deadlines = deadlinesAt(now, business.callLimits)
  for (const leadId of await findLateCalls(db, now)) {
    await db.transaction(async (tx) => {
      const lead = await holdLead(tx, leadId, { skipsHeld: true })
      const offer = lead && acceptedOf(lead)
      // It may have been said meanwhile that they have spoken, or another time was agreed.
      const dueAt = lead && offer && callDueAt(lead, offer)
      if (!dueAt || !isCallAwaited(lead, offer)) return
      const { lateBefore, overdueBefore } = deadlines[lead.isUrgent ? 'wall' : 'opening']
      if (dueAt <= overdueBefore) await missCall(tx, lead, offer, 'call-missed')
      else if (dueAt <= lateBefore) await remindOfCall(tx, lead, offer)
    })
  }
}
