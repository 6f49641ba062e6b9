import { type SQL, sql } from 'drizzle-orm'
import {
  type RecentRequests,
  type WhyNotReason,
  whyNotReasons,
} from '#/contracts/referrals/contractor-figures.ts'
import { unsureServiceId, urgentServiceId } from '#/contracts/site/services.ts'
import { contractors, leads, offers } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { groupOf, recordDays } from '../contractors/ranking-rules.ts'
import type { ContractorRow } from '../lead/held-lead.ts'

const recentDays = 30
const mostRecent = 20

/** What the ranking went by at a time. */
type RecordThen = { ended: number; answered: number; waitsSince: Date }

/** What the ranking went by for a contractor at a time: the same as `readRecords`, as it was then. */
export function recordAt(contractorId: SQL, at: SQL): SQL {
  return sql`(
    select json_build_object(
      'ended', count(*) filter (where answered_at <= ${at}
        or (answered_at is null and (state = 'expired' or (state = 'open' and mailed_at is not null))
          and expires_at <= ${at})),
      'answered', count(*) filter (where answered_at <= ${at}),
      'waitsSince', coalesce(
        max(offered_at) filter (where answered_at is not null or state not in ('withdrawn', 'taken')),
        figures_since))
    from ${contractors} whose left join ${offers} on contractor_id = whose.id
      and offered_at < ${at} and offered_at > ${at} - make_interval(days => ${recordDays})
      and offered_at >= figures_since and state <> 'undelivered'
    where whose.id = ${contractorId}
    group by figures_since)`
}

/** An offered request: whether this contractor was asked, and what the ranking went by at its last offer. */
type Recent = { isByHand: boolean; wasAsked: boolean; mine: RecordThen; theirs: RecordThen }

/** Why another contractor was asked. By the same rules as the ranking's, but without what kept it away. */
export function whyNotAsked({ isByHand, mine, theirs }: Omit<Recent, 'wasAsked'>): WhyNotReason {
  if (isByHand) return 'by-hand'
  const [own, other] = [groupOf(mine), groupOf(theirs)]
  if (own !== other) return own > other ? 'answers' : 'kept-away'
  return new Date(mine.waitsSince) > new Date(theirs.waitsSince) ? 'waited' : 'kept-away'
}

/**
 * Of the last requests in a contractor's towns and services that were offered to anybody: how many they
 * were asked for, and why not for the others. Counts alone: nothing of a request or of another contractor.
 */
export async function readRecentRequests(
  db: Database,
  { id, services, towns, answersEmergencies }: ContractorRow,
  now: Date,
): Promise<RecentRequests> {
  const does = [...services, unsureServiceId, ...(answersEmergencies ? [urgentServiceId] : [])]
  const { rows } = (await db.execute(sql`
    with offered as (
      select distinct on (lead_id) lead_id, contractor_id, offered_at, offered_by
      from ${offers} made join ${leads} lead on lead.id = lead_id
      where offered_at > ${now.toISOString()}::timestamptz - make_interval(days => ${recentDays})
        and town = any(${sql.param(towns)}::text[]) and service = any(${sql.param(does)}::text[])
      order by lead_id, made.id desc
    )
    select offered_by is not null "isByHand",
      exists (select from ${offers} where offers.lead_id = offered.lead_id and offers.contractor_id = ${id}) "wasAsked",
      ${recordAt(sql`${id}`, sql`offered.offered_at`)} mine,
      ${recordAt(sql`offered.contractor_id`, sql`offered.offered_at`)} theirs
    from offered order by offered.offered_at desc limit ${mostRecent}`)) as unknown as {
    rows: Recent[]
  }
  const others = rows.filter(({ wasAsked }) => !wasAsked).map(whyNotAsked)
  return {
    ...{ days: recentDays, most: mostRecent, count: rows.length },
    asked: rows.length - others.length,
    reasons: whyNotReasons
      .map((reason) => ({ reason, count: others.filter((each) => each === reason).length }))
      .filter(({ count }) => count > 0),
  }
}
