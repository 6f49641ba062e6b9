import { and, eq, getTableColumns, gt, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { dayMs } from '#/contracts/days.ts'
import { isEligible } from '#/contracts/referrals/contractor-standing.ts'
import {
  mostRanked,
  type RankedContractor,
  type Ranking,
} from '#/contracts/referrals/contractors.ts'
import { stateAt } from '#/contracts/referrals/offer-states.ts'
import { unsureServiceId, urgentServiceId } from '#/contracts/site/services.ts'
import { contractors, offers } from '#/server/db/tables/schema.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Database } from '../../db/database.ts'
import { type ReferredLead, readLead } from '../lead/held-lead.ts'
import {
  type AnswerRecord,
  type AskedWork,
  type Candidate,
  compareCandidates,
  obstaclesTo,
  reasonsFor,
  recordDays,
} from './ranking-rules.ts'

/** Of who was offered nothing lately. */
export const noRecord: AnswerRecord = {
  ended: 0,
  answered: 0,
  lastOfferedAt: null,
  offeredThisWeek: 0,
  open: 0,
  medianMinutes: null,
}

const count = (which: SQL) => sql`count(*) filter (where ${which})`.mapWith(Number)

/** How each contractor, or one of them, has answered lately. */
export async function readRecords(
  db: Database,
  now: Date,
  ofOne?: number,
): Promise<Map<number, AnswerRecord>> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
  const { contractorId, offeredAt, answeredAt, state, expiresAt } = offers
  const isOver = sql`${state} = 'expired' or (${state} = 'open' and ${lte(expiresAt, now)})`
  const rows = await db
    .select({
      contractorId,
      ended: count(sql`${answeredAt} is not null or ${isOver}`),
      answered: count(sql`${answeredAt} is not null`),
      lastOfferedAt: sql`max(${offeredAt})`.mapWith(offeredAt),
      offeredThisWeek: count(gt(offeredAt, daysAgo(7))),
      open: count(sql`${state} = 'open' and ${gt(expiresAt, now)}`),
      medianMinutes: sql<number | null>`percentile_cont(0.5) within group (
        order by extract(epoch from ${answeredAt} - ${offeredAt})::float8 / 60)`,
    })
    .from(offers)
    .where(
      and(
        gt(offeredAt, daysAgo(recordDays)),
        ofOne === undefined ? undefined : eq(contractorId, ofOne),
      ),
    )
    .groupBy(contractorId)
  return new Map(rows.map(({ contractorId: id, ...record }) => [id, record]))
}

/** The contractors who do such work there, in the order in which they are to be asked. */
export async function readCandidates(
  db: Database,
  lead: Pick<ReferredLead, 'offers' | 'now'>,
  { service, town }: AskedWork,
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
  const records = await readRecords(db, lead.now)
  return rows
    .map((row) => {
      const offer = lead.offers.findLast(({ contractorId }) => contractorId === row.id)
      const ofThisLead = offer && stateAt(offer, lead.now)
      return { ...row, record: records.get(row.id) ?? noRecord, ofThisLead }
    })
    .sort(compareCandidates)
}

/** The numbers of the contractors who may be offered a lead now, the one to be asked first at first. */
export async function findFitting(db: Database, lead: ReferredLead): Promise<number[]> {
  const candidates = await readCandidates(db, lead, lead)
  const today = localDay(lead.now.getTime())
  return candidates.filter((each) => obstaclesTo(each, today).length === 0).map(({ id }) => id)
}

/** Which contractors fit a lead, with the reasons; undefined if there is no such lead. */
export async function rankForLead(db: Database, leadId: number): Promise<Ranking | undefined> {
  const lead = await readLead(db, leadId)
  if (!lead) return undefined
  const today = localDay(lead.now.getTime())
  const ranked = (await readCandidates(db, lead, lead)).map((candidate): RankedContractor => {
    const { id, companyName, contactName, email, phone } = candidate
    return {
      ...{ id, companyName, contactName, email, phone },
      isEligible: isEligible(candidate, today),
      reasons: reasonsFor(candidate, lead, today),
      obstacles: obstaclesTo(candidate, today),
    }
  })
  const fitting = ranked.filter(({ obstacles }) => obstacles.length === 0)
  const others = ranked.filter(({ obstacles }) => obstacles.length > 0)
  return {
    town: lead.town,
    fitting: fitting.slice(0, mostRanked),
    others: others.slice(0, mostRanked),
    counts: { fitting: fitting.length, others: others.length },
  }
}
