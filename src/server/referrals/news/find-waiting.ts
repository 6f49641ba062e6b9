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

const mayBeReal = sql`(${isUrgent} or (${leads.town} is not null and ${isRealPhone}))`

/** The most news of the mail of the day that are added at once. */
const mostDaily = 500

/** The kinds of news of leads that are held as spam. */
type HeldKind = 'held' | 'held-daily'

/**
 * The leads that are held as spam and of which the owner was not told. What a user has put there is known.
 * Those of the mail of the day stand in no line of the inbox.
 */
const held = (kind: HeldKind, now: Date) => sql`
  select id, ${kind}::text, null, ${now.toISOString()}::timestamptz,
    ${kind === 'held' ? sql`null` : now.toISOString()}::timestamptz
  from ${leads}
  where is_quarantined and created_at > ${now.toISOString()}::timestamptz - ${newsDays} * interval '1 day'
    and ${kind === 'held' ? mayBeReal : sql`not ${mayBeReal}`}
    and not exists (
      select from ${leadHistory} told where told.lead_id = ${leads.id}
        and told.kind = 'quarantined' and told.actor is not null
    )
    and not exists (
      select from ${ownerNews} told where told.lead_id = ${leads.id} and told.kind in ('held', ${kind})
    )
  order by id limit ${kind === 'held' ? null : mostDaily}`

/** Adds news of the leads that are held as spam: once for each, at once of those that may be real. */
export async function addHeld(db: Database, kind: HeldKind, now = new Date()): Promise<void> {
  await addFound(db, held(kind, now))
}

/** Adds the news that a query finds, where it finds any. */
async function addFound(db: Database, found: SQL): Promise<void> {
  const { rowCount } = (await db.execute(sql`select from (${found}) found limit 1`)) as unknown as {
    rowCount: number
  }
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
