import { type SQL, sql } from 'drizzle-orm'
import { business } from '#/content/business.ts'
import { countFloor, type LeadCount, type LeadFilters } from '#/contracts/leads/inbox.ts'
import type { LeadDaily, LeadStats } from '#/contracts/leads/lead-stats.ts'
import { leadCountDeltas, leadHours, leads, leadTotals } from '#/server/db/tables/schema.ts'
import { lastLocalDays } from '#/server/time/business-hours.ts'
import type { Database } from '../../db/database.ts'
import { locks } from '../../db/locks.ts'
import { searchFor } from './search-leads.ts'

const plotDays = 30

const asNumber = (value: SQL) => sql<number>`coalesce(${value}, 0)`.mapWith(Number)

/** The counts of each kind: those kept, and what was appended since they were folded. */
const kinds = sql`(
  select service, source, is_contacted, is_quarantined, count from ${leadTotals}
  union all
  select service, source, is_contacted, is_quarantined, change from ${leadCountDeltas}
) kinds`

/** The counts on the cards. Exact: only the hour in which the last seven days begin is counted. */
export async function countLeads(db: Database): Promise<LeadStats> {
  const since = sql`now() - interval '7 days'`
  const firstHour = sql`date_trunc('hour', ${since}, 'UTC')`
  const [counts] = await db
    .select({
      new: asNumber(sql`sum(count) filter (where not is_quarantined and not is_contacted)`),
      contacted: asNumber(sql`sum(count) filter (where not is_quarantined and is_contacted)`),
      quarantined: asNumber(sql`sum(count) filter (where is_quarantined)`),
      hours: asNumber(
        sql`(select sum(count) from ${leadHours} where dimension = 'all' and hour > ${firstHour})`,
      ),
      changes: asNumber(
        sql`(select sum(change) from ${leadCountDeltas} where hour > ${firstHour} and not is_quarantined)`,
      ),
      edge: asNumber(
        sql`(select count(*) from ${leads} where not is_quarantined and created_at > ${since}
          and created_at < ${firstHour} + interval '1 hour')`,
      ),
    })
    .from(kinds)
  if (!counts) throw new Error('an aggregate returned no row')
  const { hours, changes, edge, ...stats } = counts
  return { ...stats, total: stats.new + stats.contacted, thisWeek: hours + changes + edge }
}

/** How many leads pass the filters, and how many there are. */
export async function countMatching(db: Database, filters: LeadFilters): Promise<LeadCount> {
  const { service, source, status, quarantined } = filters
  const isCounted = sql.join(
    [
      sql`is_quarantined = ${quarantined}`,
      ...(service === undefined ? [] : [sql`service = ${service}`]),
      ...(source === undefined ? [] : [sql`source = ${source}`]),
      ...(status === 'all' ? [] : [sql`is_contacted = ${status === 'contacted'}`]),
    ],
    sql` and `,
  )
  const [counts] = await db
    .select({
      matching: asNumber(sql`sum(count) filter (where ${isCounted})`),
      total: asNumber(sql`sum(count) filter (where is_quarantined = ${quarantined})`),
    })
    .from(kinds)
  if (!counts) throw new Error('an aggregate returned no row')
  const found = await searchFor(db, filters)?.count(countFloor)
  if (found === undefined) return { ...counts, isFloor: false }
  return { ...counts, matching: Math.min(found, countFloor), isFloor: found > countFloor }
}

/** The sources that leads have, most first. */
export async function countSources(db: Database): Promise<{ source: string; count: number }[]> {
  const count = asNumber(sql`sum(count)`)
  return db
    .select({ source: sql<string>`source`, count })
    .from(kinds)
    .where(sql`not is_quarantined`)
    .groupBy(sql`source`)
    .having(sql`sum(count) > 0`)
    .orderBy(sql`sum(count) desc, source`)
}

/** Requests per day, by service or source. */
export async function countDaily(db: Database, by: LeadDaily['by']): Promise<LeadDaily> {
  const { days, since } = lastLocalDays(new Date(), plotDays)
  const name = sql.raw(by)
  const from = since.toISOString()
  // The business's days begin at a full hour of UTC, so that hours add up to them.
  const day = sql<string>`to_char(hour at time zone ${business.timeZone}, 'YYYY-MM-DD')`
  const rows = await db
    .select({ name: sql<string>`name`, day: day.as('day'), count: asNumber(sql`sum(count)`) })
    .from(sql`(
      select value as name, hour, count from ${leadHours} where dimension = ${by} and hour >= ${from}::timestamptz
      union all
      select ${name}, hour, change from ${leadCountDeltas} where not is_quarantined and hour >= ${from}::timestamptz
    ) hours`)
    .groupBy(sql`name`, sql`day`)
  return { by, days, series: toSeries(rows, days) }
}

function toSeries(
  rows: readonly { name: string; day: string; count: number }[],
  days: readonly string[],
): LeadDaily['series'] {
  const countsOf = new Map<string, number[]>()
  for (const { name, day, count } of rows) {
    const counts = countsOf.get(name) ?? days.map(() => 0)
    countsOf.set(name, counts)
    const place = days.indexOf(day)
    // -1 for a clock that is ahead of ours.
    if (place >= 0) counts[place] = count
  }
  return [...countsOf]
    .map(([name, counts]) => ({ name, counts, total: counts.reduce((sum, each) => sum + each, 0) }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total || a.name.localeCompare(b.name))
}

/**
 * Adds what the trigger has appended to the counts. One statement takes the changes away and adds
 * them, so that every reader sees each of them once; one process at a time does it.
 */
export async function foldCounts(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${locks.counts})`)
    await tx.execute(sql`
      with gone as (delete from ${leadCountDeltas} returning *),
      totals as (
        insert into ${leadTotals} as kept (service, source, is_contacted, is_quarantined, count)
        select service, source, is_contacted, is_quarantined, sum(change)
        from gone group by 1, 2, 3, 4 having sum(change) <> 0
        on conflict (service, source, is_contacted, is_quarantined)
        do update set count = kept.count + excluded.count
      )
      insert into ${leadHours} as kept (dimension, hour, value, count)
      select case when grouping(service) = 0 then 'service' when grouping(source) = 0 then 'source' else 'all' end,
        hour, coalesce(service, source, ''), sum(change)
      from gone where not is_quarantined
      group by grouping sets ((hour), (hour, service), (hour, source)) having sum(change) <> 0
      on conflict (dimension, hour, value) do update set count = kept.count + excluded.count`)
  })
}
