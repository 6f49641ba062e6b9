import { gte, type SQL, sql } from 'drizzle-orm'
import { business } from '#/content/business.ts'
import {
  type NamedResult,
  otherPage,
  type Results,
  type Wait,
} from '#/contracts/results/results.ts'
import { publicPaths } from '#/contracts/routes.ts'
import type { Database } from '../db/database.ts'
import { leads, offers, phoneTaps, referrals } from '../db/tables/schema.ts'
import { lastLocalDays } from '../time/business-hours.ts'

/** The median and the 90th percentile; null without values. */
const waitOf = (value: SQL) =>
  sql<Wait>`percentile_cont(array[0.5, 0.9]) within group (order by ${value})`.mapWith(
    ([median, ninetieth]: [number, number]) => ({ median, ninetieth }),
  )

type Kind = 'total' | 'source' | 'page' | 'day'

/** What a row is about: one source, one page, one day, or (without a name) everything. */
const groupColumns = {
  kind: sql<Kind>`case when grouping(source) = 0 then 'source' when grouping(page) = 0 then 'page'
    when grouping("day") = 0 then 'day' else 'total' end`,
  name: sql<string>`coalesce(source, page, "day"::text, '')`,
}

const bySets = sql`grouping sets ((), (source), (page), ("day"))`

/** All groups in one pass over the requests of the period. */
function countRequests(db: Database, since: Date) {
  // A form can send any text as its page.
  const page = sql`case when consent_page = any(${sql.param(publicPaths)}::text[]) then consent_page else ${otherPage} end`
  return db
    .select({
      ...groupColumns,
      requests: sql`count(*)`.mapWith(Number),
      answered: sql`count(first_contacted_at)`.mapWith(Number),
      answerMinutes: waitOf(sql`answer_minutes`),
      matched: sql`count(matched_at)`.mapWith(Number),
      matchMinutes: waitOf(sql`extract(epoch from matched_at - created_at) / 60`),
      done: sql`count(*) filter (where outcome = 'done')`.mapWith(Number),
    })
    .from(
      sql`(
        select source, ${page} page, (leads.created_at at time zone ${business.timeZone}::text)::date "day", leads.created_at,
          first_contacted_at, answer_minutes, outcome, accepted.answered_at matched_at
        from ${leads} leads
          left join ${referrals} on referrals.lead_id = leads.id
          left join ${offers} accepted on accepted.lead_id = leads.id and accepted.state = 'accepted'
        where not is_quarantined
          and leads.created_at >= ${since.toISOString()}::timestamptz
      ) requests`,
    )
    .groupBy(bySets)
}

function countTaps(db: Database, firstDay: string) {
  return db
    .select({ ...groupColumns, taps: sql`coalesce(sum(count), 0)`.mapWith(Number) })
    .from(phoneTaps)
    .where(gte(phoneTaps.day, firstDay))
    .groupBy(bySets)
}

const none = {
  taps: 0,
  requests: 0,
  answered: 0,
  answerMinutes: null,
  matched: 0,
  matchMinutes: null,
  done: 0,
}

/** What came of the visits of the last N days, today included. */
export async function countResults(db: Database, days: number): Promise<Results> {
  const { days: listed, since } = lastLocalDays(new Date(), days)
  const counted = await Promise.all([countRequests(db, since), countTaps(db, listed[0] ?? '')])
  const results: Record<Kind, Map<string, NamedResult>> = {
    ...{ total: new Map(), source: new Map(), page: new Map(), day: new Map() },
  }
  for (const { kind, name, ...counts } of counted.flat()) {
    results[kind].set(name, { ...none, ...results[kind].get(name), ...counts, name })
  }
  const listMostFirst = (kind: Kind) =>
    [...results[kind].values()].sort(
      (a, b) => b.taps + b.requests - a.taps - a.requests || (a.name < b.name ? -1 : 1),
    )
  return {
    total: { ...none, ...results.total.get('') },
    bySource: listMostFirst('source'),
    byPage: listMostFirst('page'),
    days: listed,
    tapsByDay: listed.map((day) => results.day.get(day)?.taps ?? 0),
    requestsByDay: listed.map((day) => results.day.get(day)?.requests ?? 0),
  }
}
