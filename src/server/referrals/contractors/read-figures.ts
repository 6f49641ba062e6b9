import { and, avg, count, eq, lte, sql } from 'drizzle-orm'
import { dayMs } from '#/contracts/days.ts'
import { recordDays } from '#/contracts/referrals/contractor-limits.ts'
import type { ContractorEntry, ContractorWork } from '#/contracts/referrals/contractors.ts'
import { leads, offers, ratings, referrals } from '#/server/db/tables/schema.ts'
import { standingOf } from '#/server/referrals/standing.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Database } from '../../db/database.ts'
import { readIncome } from '../../money/ledger.ts'
import { townsServed } from '../../texts/places.ts'
import type { Instant } from '../state.ts'
import { readRecords } from '../store/ranking.ts'
import { obstaclesTo } from '../store/ranking-rules.ts'
import { type ContractorRow, readNow } from '../store/read-request.ts'
import { toContractor } from './contractors.ts'

const none: ContractorWork = { jobsInHand: 0, jobsDone: 0, stars: null, ratings: 0, incomeCents: 0 }

/** True for an accepted offer, joined to its referral, whose lead is not over. */
export const isInHand = and(eq(offers.state, 'accepted'), eq(referrals.stage, 'matched'))

/**
 * Reads what all contractors have in hand and have earned; returns the function that finds it by number.
 * Leads in quarantine do not count.
 */
export async function readWork(db: Database): Promise<(contractorId: number) => ContractorWork> {
  const since = new Date((await readNow(db)) - recordDays * dayMs)
  const isRecent = sql`${referrals.since} > ${since.toISOString()}::timestamptz`
  const jobs = db
    .select({
      contractorId: offers.contractorId,
      jobsInHand: sql`count(*) filter (where ${isInHand})`.mapWith(Number),
      jobsDone: sql`count(*) filter (where ${referrals.stage} = 'done' and ${isRecent})`.mapWith(
        Number,
      ),
      stars: avg(ratings.stars).mapWith((mean) => (mean === null ? null : Number(mean))),
      ratings: count(ratings.stars),
    })
    .from(offers)
    .innerJoin(leads, eq(leads.id, offers.leadId))
    .leftJoin(referrals, eq(referrals.leadId, offers.leadId))
    // A rating is of who had it then.
    .leftJoin(
      ratings,
      and(eq(ratings.leadId, offers.leadId), lte(offers.answeredAt, ratings.ratedAt)),
    )
    .where(and(eq(offers.state, 'accepted'), eq(leads.isQuarantined, false)))
    .groupBy(offers.contractorId)
  const [rows, income] = await Promise.all([jobs, readIncome(db, since)])
  const found = new Map(rows.map(({ contractorId, ...work }) => [contractorId, work]))
  return (contractorId) => ({
    ...none,
    ...found.get(contractorId),
    incomeCents: income.get(contractorId) ?? 0,
  })
}

/** Lists all contractors, each with what keeps offers away, how they have answered, and their work. */
export async function listEntries(db: Database): Promise<ContractorEntry[]> {
  const [all, workOf] = await Promise.all([readRecords(db, await readNow(db)), readWork(db)])
  return all.map(({ record, ...row }) => ({
    ...toContractor(row),
    standing: standingOf(row, localDay()),
    figures: record,
    work: workOf(row.id),
  }))
}

/**
 * The figures of a contractor, and what keeps any new offer away from them, in words: both as the
 * ranking sees them at that time.
 */
export async function readStanding(db: Database, contractor: ContractorRow, now: Instant) {
  const [listed] = await readRecords(db, now, contractor.id)
  if (!listed) throw new Error('the contractor was deleted meanwhile')
  const { record } = listed
  const candidate = { ...listed, ofThisLead: [] }
  const obstacles = obstaclesTo(candidate, { now, isUrgent: false }).map(({ text }) => text)
  const isServed = contractor.towns.some((town) => townsServed().includes(town))
  if (!isServed) obstacles.push('Outside the towns we serve')
  return { figures: record, obstacles }
}
