import { type SQL, sql } from 'drizzle-orm'
import { business } from '#/content/business.ts'
import { waitWords } from '#/content/news.ts'
import {
  isUrgent,
  leadHistory,
  leads,
  offers,
  ownerNews,
  referrals,
} from '#/server/db/tables/schema.ts'
import { businessMinutesBefore } from '#/server/time/business-hours.ts'
import type { Database } from '../../db/database.ts'
import { announceLeads } from '../../db/lead-history.ts'
import { locks } from '../../db/locks.ts'

const { waitLimits } = business

/** What has waited too long for longer than this is not told any more: it is no news. */
const newsDays = 7

/**
 * The leads whose time is over, for whom they wait, and since when: for the owner while no contractor
 * is asked, else for a contractor's yes. A lead that the owner has marked contacted is in their hands,
 * until a contractor was asked or had it.
 */
const waiting = (now: Date) => {
  const mostRecent = new Date(now.getTime() - (newsDays + 3) * 86_400_000).toISOString()
  const overdue = businessMinutesBefore(now, waitLimits.usual.overdueAfterMinutes).toISOString()
  const urgentOverdue = new Date(
    now.getTime() - waitLimits.emergency.overdueAfterMinutes * 60_000,
  ).toISOString()
  return sql`
    with recent as (
      select id from ${leads} where created_at > ${mostRecent}::timestamptz and not is_quarantined
      union
      select lead_id from ${referrals} where outcome = 'open' and ran_out_at > ${mostRecent}::timestamptz
    ), waiting as (
      select ${leads.id} lead_id,
        case when is_asked then ${waitWords.asked}::text else ${waitWords.ours}::text end detail,
        greatest(${leads.createdAt}, ${referrals.reopenedAt}, case when not is_asked then ${referrals.ranOutAt} end) since,
        case when ${isUrgent} then ${urgentOverdue}::timestamptz else ${overdue}::timestamptz end overdue
      from recent join ${leads} on ${leads.id} = recent.id
        join ${referrals} on ${referrals.leadId} = ${leads.id},
        lateral (select exists (
          select from ${offers} where ${offers.leadId} = ${leads.id} and ${offers.state} = 'open'
        ) is_asked) asked
      where ${referrals.outcome} = 'open' and ${referrals.joinedTo} is null and not ${leads.isQuarantined}
        and (is_asked or ${referrals.ranOutAt} is not null or not ${leads.isContacted})
    )
    select lead_id, 'waits-too-long', detail, ${now.toISOString()}::timestamptz, null::timestamptz from waiting
    where since <= overdue and since > overdue - ${newsDays} * interval '1 day' and not exists (
      select from ${ownerNews} told where told.lead_id = waiting.lead_id
        and told.kind = 'waits-too-long' and told.detail = waiting.detail and told.created_at >= since
    )`
}

/**
 * Adds news of the leads that wait longer than was promised: emergencies by the clock, all others in
 * opening hours. Once for each time that a lead waits for the owner, or for a contractor.
 */
export async function addWaiting(db: Database, now = new Date()): Promise<void> {
  await addFound(db, waiting(now))
}

/** A phone number that somebody may have: of North America, or of another country. */
const isRealPhone = sql`${leads.phone} ~ '^([2-9]\\d\\d[2-9]\\d{6}|[+].*)$'`

/**
 * The leads that are held as spam and of which the owner was not told: at once of those that may be real,
 * of all others in the mail of the day, and in no line of the inbox. What a user has put there is known.
 */
const held = (now: Date) => sql`
  with held as (
    select id lead_id,
      case when ${isUrgent} or (town is not null and ${isRealPhone}) then 'held' else 'held-daily' end kind
    from ${leads} where is_quarantined and created_at > ${now.toISOString()}::timestamptz - ${newsDays} * interval '1 day'
      and not exists (
        select from ${leadHistory} where lead_id = id and kind = 'quarantined' and actor is not null
      )
  )
  select lead_id, kind, null, ${now.toISOString()}::timestamptz,
    case kind when 'held-daily' then ${now.toISOString()}::timestamptz end
  from held where not exists (
    select from ${ownerNews} told where told.lead_id = held.lead_id and told.kind in ('held', held.kind)
  ) order by lead_id`

/** Adds news of the leads that are held as spam: once for each. */
export async function addHeld(db: Database, now = new Date()): Promise<void> {
  await addFound(db, held(now))
}

/** Adds the news that a query finds, where it finds any. */
async function addFound(db: Database, found: SQL): Promise<void> {
  const { rowCount } = (await db.execute(sql`${found} limit 1`)) as unknown as { rowCount: number }
  if (rowCount === 0) return
  await db.transaction(async (tx) => {
    // Another process may add them just now.
    await tx.execute(sql`select pg_advisory_xact_lock(${locks.news})`)
    await tx.execute(
      sql`insert into ${ownerNews} (lead_id, kind, detail, created_at, seen_at) ${found}`,
    )
    await announceLeads(tx)
  })
}
