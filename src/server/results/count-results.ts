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

/** One source, one page, one day, or (without any) everything. */
type Group = { source: string | null; page: string | null; day: string | null }

type Quantiles = [number | null, number | null]

type RequestRow = Group & {
  requests: number
  answered: number
  answerTimes: Quantiles
  matched: number
  matchTimes: Quantiles
  done: number
}

/** The median and the 90th percentile; null without values. */
const quantilesOf = (value: SQL) => sql<Quantiles>`coalesce(
  percentile_cont(array[0.5, 0.9]) within group (order by ${value}), array[null, null]::double precision[])`

function toWait([median, ninetieth]: Quantiles): Wait {
  return median === null || ninetieth === null ? null : { median, ninetieth }
}

const groupColumns = {
  source: sql<string | null>`source`,
  page: sql<string | null>`page`,
  day: sql<string | null>`day::text`,
}

const bySets = sql`grouping sets ((), (source), (page), (day))`

/** All groups in one pass over the requests of the period. */
function countRequests(db: Database, since: Date): Promise<RequestRow[]> {
  // A form can send any text as its page.
  const page = sql`case when consent_page = any(${sql.param(publicPaths)}::text[]) then consent_page else ${otherPage} end`
  return db
    .select({
      ...groupColumns,
      requests: sql`count(*)`.mapWith(Number),
      answered: sql`count(first_contacted_at)`.mapWith(Number),
      answerTimes: quantilesOf(sql`answer_minutes`),
      matched: sql`count(matched_at)`.mapWith(Number),
      matchTimes: quantilesOf(sql`extract(epoch from matched_at - created_at) / 60`),
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

function countTaps(db: Database, firstDay: string): Promise<(Group & { taps: number })[]> {
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
  const [requests, taps] = await Promise.all([
    countRequests(db, since),
    countTaps(db, listed[0] ?? ''),
  ])

  /** The results by the name of each group. */
  function resultsBy(nameOf: (group: Group) => string | null): Map<string, NamedResult> {
    const results = new Map<string, NamedResult>()
    const of = (name: string) => results.get(name) ?? { ...none, name }
    for (const { answerTimes, matchTimes, source, page, day, ...counts } of requests) {
      const name = nameOf({ source, page, day })
      if (name === null) continue
      const waits = { answerMinutes: toWait(answerTimes), matchMinutes: toWait(matchTimes) }
      results.set(name, { ...of(name), ...counts, ...waits })
    }
    for (const { taps: count, ...group } of taps) {
      const name = nameOf(group)
      if (name !== null) results.set(name, { ...of(name), taps: count })
    }
    return results
  }

  const listMostFirst = (results: Map<string, NamedResult>) =>
    [...results.values()].sort(
      (a, b) => b.taps + b.requests - a.taps - a.requests || (a.name < b.name ? -1 : 1),
    )

  const isTotal = ({ source, page, day }: Group) => source === null && page === null && day === null
  const { name: _, ...total } = resultsBy((group) => (isTotal(group) ? 'all' : null)).get(
    'all',
  ) ?? {
    ...none,
    name: 'all',
  }
  const byDay = resultsBy(({ day }) => day)
  return {
    total,
    bySource: listMostFirst(resultsBy(({ source }) => source)),
    byPage: listMostFirst(resultsBy(({ page }) => page)),
    days: listed,
    tapsByDay: listed.map((day) => byDay.get(day)?.taps ?? 0),
    requestsByDay: listed.map((day) => byDay.get(day)?.requests ?? 0),
  }
}
