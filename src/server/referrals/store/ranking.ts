import { and, eq, getTableColumns, gt, gte, isNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import { dayMs } from '#/contracts/days.ts'
import { unsureServiceId, urgentServiceId } from '#/contracts/site/services.ts'
import { contractors, offers } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { type Instant, isUrgent, mailDays, type State } from '../state.ts'
import {
  type AnswerRecord,
  type AskedWork,
  type Candidate,
  compareCandidates,
  fitsFrom,
  obstaclesTo,
  recordDays,
} from './ranking-rules.ts'

/** Of who was offered nothing lately. */
export const noRecord: AnswerRecord = {
  ended: 0,
  answered: 0,
  lastOfferedAt: null,
  waitsSince: null,
  offeredThisWeek: 0,
  open: 0,
  firstOpenEndsAt: null,
  medianMinutes: null,
}

const count = (which: SQL) => sql`count(*) filter (where ${which})`.mapWith(Number)

/** A time of an offer, as the rules of the ranking have it. */
const toDate = (ms: Instant | null) => (ms === null ? null : new Date(ms))

/** How each contractor, or one of them, has answered lately. */
export async function readRecords(
  db: Database,
  now: Date,
  ofOne?: number,
): Promise<Map<number, AnswerRecord>> {
  const daysAgo = (days: number) => now.getTime() - days * dayMs
  const { contractorId, offeredAt, answeredAt, state, expiresAt, mailedAt } = offers
  const isOver = sql`(${state} = 'expired' or (${state} = 'open' and ${mailedAt} is not null and ${lte(expiresAt, now.getTime())}))`
  const isOpen = sql`${state} = 'open' and not ${isOver}`
  // The time to answer begins with the mail, for which an offer waits this many days.
  const endsAt = sql`case when ${mailedAt} is null then ${offeredAt} + ${mailDays}::integer * interval '1 day'
    else ${expiresAt} end`
  const isTheirs = sql`(${answeredAt} is not null or ${state} not in ('withdrawn', 'taken'))`
  const rows = await db
    .select({
      contractorId,
      ended: count(sql`${answeredAt} is not null or ${isOver}`),
      answered: count(sql`${answeredAt} is not null`),
      lastOfferedAt: sql<Instant | null>`max(${offeredAt})`.mapWith(offeredAt),
      waitsSince: sql<Instant | null>`max(${offeredAt}) filter (where ${isTheirs})`.mapWith(
        offeredAt,
      ),
      offeredThisWeek: count(sql`${isTheirs} and ${gt(offeredAt, daysAgo(7))}`),
      open: count(isOpen),
      firstOpenEndsAt: sql<Instant | null>`min(${endsAt}) filter (where ${isOpen})`.mapWith(
        expiresAt,
      ),
      medianMinutes: sql<number | null>`percentile_cont(0.5) within group (
        order by extract(epoch from ${answeredAt} - coalesce(${mailedAt}, ${offeredAt}))::float8 / 60)`,
    })
    .from(offers)
    .innerJoin(contractors, eq(contractors.id, contractorId))
    .where(
      and(
        gt(offeredAt, daysAgo(recordDays)),
        gte(offeredAt, contractors.figuresSince),
        ne(state, 'undelivered'),
        ofOne === undefined ? undefined : eq(contractorId, ofOne),
      ),
    )
    .groupBy(contractorId)
  return new Map(
    rows.map(({ contractorId: id, lastOfferedAt, waitsSince, firstOpenEndsAt, ...counts }) => [
      id,
      {
        ...counts,
        lastOfferedAt: toDate(lastOfferedAt),
        waitsSince: toDate(waitsSince),
        firstOpenEndsAt: toDate(firstOpenEndsAt),
      },
    ]),
  )
}

/** The contractors who do such work there, in the order in which they are to be asked. */
export async function readCandidates(
  db: Database,
  offersOfLead: State['offers'],
  { service, town }: Pick<AskedWork, 'service' | 'town'>,
  now: Date,
): Promise<Candidate[]> {
  const { notes: _, ...columns } = getTableColumns(contractors)
  const doesIt =
    service === urgentServiceId
      ? eq(contractors.answersEmergencies, true)
      : service === unsureServiceId
        ? undefined
        : sql`${service} = any(${contractors.services})`
  const isThere = town ? sql`${town} = any(${contractors.towns})` : undefined
  const rows = await db
    .select(columns)
    .from(contractors)
    .where(and(isNull(contractors.removedAt), doesIt, isThere))
  const records = await readRecords(db, now)
  return rows
    .map((row) => {
      const ofThisLead = offersOfLead
        .filter(({ contractor }) => contractor.id === row.id)
        .map(({ state, declineReason, answeredAt }) => {
          return { state, declineReason, answeredAt: toDate(answeredAt) }
        })
      return { ...row, record: records.get(row.id) ?? noRecord, ofThisLead }
    })
    .sort(compareCandidates)
}

/** The contractors who do the work of a lead, in order, each with what keeps it away from them now. */
export async function judgeCandidates(db: Database, state: State, now: Date) {
  const asking = { now, isUrgent: isUrgent(state) }
  const candidates = await readCandidates(db, state.offers, state.lead, now)
  return candidates.map((each) => ({ ...each, obstacles: obstaclesTo(each, asking) }))
}

/** Who may be offered a lead now, the one to be asked first at first, and when somebody else may. */
export async function findFitting(
  db: Database,
  state: State,
  now: Instant,
): Promise<{ fitting: number[]; retryAt: Instant | null }> {
  const judged = await judgeCandidates(db, state, new Date(now))
  const later = judged.flatMap(({ obstacles }) => fitsFrom(obstacles)?.getTime() ?? [])
  return {
    fitting: judged.filter(({ obstacles }) => obstacles.length === 0).map(({ id }) => id),
    retryAt: later.length > 0 ? Math.min(...later) : null,
  }
}
