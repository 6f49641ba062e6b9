import {
  and,
  avg,
  count as countOf,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNull,
  lte,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm'
import { dayMs } from '#/contracts/days.ts'
import { isEligible } from '#/contracts/referrals/contractor-standing.ts'
import {
  mostRanked,
  type RankedContractor,
  type Ranking,
} from '#/contracts/referrals/contractors.ts'
import { unsureServiceId, urgentServiceId } from '#/contracts/site/services.ts'
import { contractors, leads, offers, ratings } from '#/server/db/tables/schema.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Database } from '../../db/database.ts'
import { type Instant, isUrgent, mailDays, type State } from '../state.ts'
import {
  type AnswerRecord,
  type AskedWork,
  type Candidate,
  compareCandidates,
  fitsFrom,
  obstaclesTo,
  reasonsFor,
  recordDays,
  toFigures,
} from './ranking-rules.ts'
import { readRequest } from './read-request.ts'

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
async function judgeCandidates(db: Database, state: State, now: Date) {
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

const noStars = { stars: null, ratings: 0 }

/** The mean of the stars of each of these contractors, as their own list shows it. */
async function readStars(db: Database, contractorIds: readonly number[]) {
  const rows = await db
    .select({
      contractorId: offers.contractorId,
      stars: avg(ratings.stars).mapWith(Number),
      ratings: countOf(ratings.stars),
    })
    .from(offers)
    .innerJoin(leads, eq(leads.id, offers.leadId))
    .innerJoin(ratings, eq(ratings.leadId, offers.leadId))
    .where(
      and(
        inArray(offers.contractorId, [...contractorIds]),
        eq(offers.state, 'accepted'),
        eq(leads.isQuarantined, false),
      ),
    )
    .groupBy(offers.contractorId)
  return new Map(rows.map(({ contractorId, ...of }) => [contractorId, of]))
}

/** Which contractors fit a lead, and how they compare; undefined if there is no such lead. */
export async function rankForLead(db: Database, leadId: number): Promise<Ranking | undefined> {
  const read = await readRequest(db, leadId)
  if (!read) return undefined
  const { state, now } = read
  const today = localDay(now)
  const ranked = await judgeCandidates(db, state, new Date(now))
  const fitting = ranked.filter(({ obstacles }) => obstacles.length === 0)
  const others = ranked.filter(({ obstacles }) => obstacles.length > 0)
  const listed = [fitting, others].map((all) => all.slice(0, mostRanked))
  const stars = await readStars(
    db,
    listed.flat().map(({ id }) => id),
  )
  const [listedFitting = [], listedOthers = []] = listed.map((all) =>
    all.map((candidate): RankedContractor => {
      const { id, companyName, contactName, email, phone, record } = candidate
      return {
        id,
        companyName,
        contactName,
        email,
        phone,
        isEligible: isEligible(candidate, today),
        figures: toFigures(record),
        lastAskedAt: record.lastOfferedAt?.toISOString() ?? null,
        ...(stars.get(id) ?? noStars),
        obstacles: candidate.obstacles.map(({ text }) => text),
      }
    }),
  )
  return {
    town: state.lead.town,
    reasons: reasonsFor(state.lead),
    fitting: listedFitting,
    others: listedOthers,
    counts: { fitting: fitting.length, others: others.length },
  }
}
