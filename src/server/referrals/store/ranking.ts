import { and, asc, eq, gt, gte, isNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import { dayMs } from '#/contracts/days.ts'
import { recordDays } from '#/contracts/referrals/contractor-limits.ts'
import { contractors, offers } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { locks } from '../../db/locks.ts'
import { doesWork, type Instant, isUrgent, mailDays, type State } from '../state.ts'
import { compareCandidates, fitsFrom, obstaclesTo } from './ranking-rules.ts'
import { toContractor } from './read-request.ts'

const count = (which: SQL) => sql`count(*) filter (where ${which})`.mapWith(Number)

/** The contractors of the list by name, or one of them, each with how they have answered lately. */
export async function readRecords(db: Database, now: Instant, ofOne?: number) {
  const daysAgo = (days: number) => now - days * dayMs
  const { contractorId, offeredAt, answeredAt, state, expiresAt, mailedAt } = offers
  const isOver = sql`(${state} = 'expired' or (${state} = 'open' and ${mailedAt} is not null and ${lte(expiresAt, now)}))`
  const isOpen = sql`${state} = 'open' and not ${isOver}`
  // The time to answer begins with the mail, for which an offer waits this many days.
  const endsAt = sql`case when ${mailedAt} is null then ${offeredAt} + ${mailDays}::integer * interval '1 day'
    else ${expiresAt} end`
  const isTheirs = sql`(${answeredAt} is not null or ${state} not in ('withdrawn', 'taken'))`
  const rows = await db
    .select({
      contractor: contractors,
      ended: count(sql`${answeredAt} is not null or ${isOver}`),
      answered: count(sql`${answeredAt} is not null`),
      lastOfferedAt: sql<Instant | null>`max(${offeredAt})`.mapWith(offeredAt),
      waitsSince: sql<Instant | null>`max(${offeredAt}) filter (where ${isTheirs})`.mapWith(
        offeredAt,
      ),
      offeredThisWeek: count(sql`${isTheirs} and ${gt(offeredAt, daysAgo(7))}`),
      unanswered: count(isOpen),
      firstOpenEndsAt: sql<Instant | null>`min(${endsAt}) filter (where ${isOpen})`.mapWith(
        expiresAt,
      ),
      medianMinutes: sql<number | null>`percentile_cont(0.5) within group (
        order by extract(epoch from ${answeredAt} - coalesce(${mailedAt}, ${offeredAt}))::float8 / 60)`,
    })
    .from(contractors)
    .leftJoin(
      offers,
      and(
        eq(contractorId, contractors.id),
        gt(offeredAt, daysAgo(recordDays)),
        gte(offeredAt, contractors.figuresSince),
        ne(state, 'undelivered'),
      ),
    )
    .where(ofOne === undefined ? isNull(contractors.removedAt) : eq(contractors.id, ofOne))
    .groupBy(contractors.id)
    .orderBy(asc(sql`lower(${contractors.companyName})`), asc(contractors.id))
  return rows.map(({ contractor, ...record }) => ({ ...contractor, record }))
}

/**
 * The contractors who do the work of a request, in the order in which they are to be asked, each with what
 * keeps it away from them now. Outside of the towns the owner may still ask any of them.
 */
export async function judgeCandidates(db: Database, state: State, now: Instant) {
  const all = await readRecords(db, now)
  const work = { ...state.lead, isOutside: false }
  const asking = { now, isUrgent: isUrgent(state) }
  return all
    .filter((row) => doesWork(toContractor(row, now), work))
    .map((row) => {
      const ofThisLead = state.offers.filter(({ contractor }) => contractor.id === row.id)
      return { ...row, ofThisLead }
    })
    .sort(compareCandidates)
    .map((each) => ({ ...each, obstacles: obstaclesTo(each, asking) }))
}

/**
 * Chooses the first N of those who fit, and returns when somebody else does. One transaction at a time:
 * the next one sees what this one has offered.
 */
export async function chooseContractors(tx: Transaction, state: State, most: number, now: Instant) {
  await tx.execute(sql`select pg_advisory_xact_lock(${locks.asking})`)
  const judged = await judgeCandidates(tx, state, now)
  const fitting = judged.filter(({ obstacles }) => obstacles.length === 0)
  const later = judged.flatMap(({ obstacles }) => fitsFrom(obstacles) ?? [])
  return {
    chosen: fitting.slice(0, most).map((row) => toContractor(row, now)),
    retryAt: later.length > 0 ? Math.min(...later) : null,
  }
}
