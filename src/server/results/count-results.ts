import { gte, type SQL, sql } from 'drizzle-orm'
import { business } from '#/content/business.ts'
import { byHand } from '#/contracts/money/money.ts'
import type { NamedResult, Results, Wait } from '#/contracts/results/results.ts'
import type { AnswerSpeed } from '#/contracts/seo/seo.ts'
import type { Database } from '../db/database.ts'
import { cameHere } from '../db/tables/lead-tables.ts'
import { leads, ledgerEntries, offers, phoneTaps, referrals } from '../db/tables/schema.ts'
import { isIncome } from '../money/ledger.ts'
import { lastLocalDays } from '../time/business-hours.ts'

/** The median and the 90th percentile; null without values. */
const waitOf = (value: SQL) =>
  sql<Wait>`percentile_cont(array[0.5, 0.9]) within group (order by ${value})`.mapWith(
    ([median, ninetieth]: [number, number]) => ({ median, ninetieth }),
  )

/** What results are split by; `total` for everything together. */
type Kind = 'total' | 'source' | 'service' | 'month' | 'day'

/** What a row is about, and the grouping sets that make a row for each. Each kind is a column. */
function groupsOf(kinds: readonly Exclude<Kind, 'total'>[]) {
  const column = (kind: Kind) => sql.identifier(kind)
  const isOf = kinds.map((kind) => sql`when grouping(${column(kind)}) = 0 then ${kind}`)
  const names = kinds.map((kind) => sql`${column(kind)}::text`)
  const sets = kinds.map((kind) => sql`(${column(kind)})`)
  return {
    columns: {
      kind: sql<Kind>`case ${sql.join(isOf, sql` `)} else 'total' end`,
      name: sql<string>`coalesce(${sql.join(names, sql`, `)}, '')`,
    },
    sets: sql`grouping sets ((), ${sql.join(sets, sql`, `)})`,
  }
}

const isSince = (time: SQL, since: Date) => sql`${time} >= ${since.toISOString()}::timestamptz`

const monthOf = (time: SQL) =>
  sql`to_char(${time} at time zone ${business.timeZone}::text, 'YYYY-MM')`

/**
 * The requests since an instant. One that is joined to another has its contractor and its outcome. It is
 * matched while a contractor has it, and once it is done.
 */
const requestsIn = (since: Date) => sql`(
  select leads.source, leads.service, leads.created_at, first_contacted_at, answer_minutes,
    ${monthOf(sql`leads.created_at`)} "month",
    (leads.created_at at time zone ${business.timeZone}::text)::date "day",
    coalesce(referral.stage in ('matched', 'done'), false) is_matched, referral.stage = 'done' is_done,
    accepted.answered_at matched_at
  from ${leads} leads
    left join ${referrals} own on own.lead_id = leads.id
    left join ${referrals} referral on referral.lead_id = coalesce(own.joined_to, leads.id)
    left join ${offers} accepted on accepted.lead_id = referral.lead_id and accepted.state = 'accepted'
  where not is_quarantined and ${cameHere} and ${isSince(sql`leads.created_at`, since)}
) requests`

const matchMinutes = sql`extract(epoch from matched_at - created_at) / 60`

const requestCounts = {
  requests: sql`count(*)`.mapWith(Number),
  answered: sql`count(first_contacted_at)`.mapWith(Number),
  answerMinutes: waitOf(sql`answer_minutes`),
  matched: sql`count(*) filter (where is_matched)`.mapWith(Number),
  matchMinutes: waitOf(sql`case when is_matched then ${matchMinutes} end`),
  done: sql`count(*) filter (where is_done)`.mapWith(Number),
}

/** All groups in one pass over the requests. */
function countRequests(db: Database, since: Date) {
  const { columns, sets } = groupsOf(['source', 'service', 'month', 'day'])
  return db
    .select({ ...columns, ...requestCounts })
    .from(requestsIn(since))
    .groupBy(sets)
}

/** The entries since an instant that are income: fees, credits, and what reverses one of them. */
const incomeIn = (since: Date) => sql`(
  select entry.amount_cents, ${monthOf(sql`entry.created_at`)} "month",
    case when entry.lead_id is null then ${byHand} else coalesce(entry.source, 'unknown') end source,
    case when entry.lead_id is null then ${byHand} else entry.service end service
  from ${ledgerEntries} entry left join ${ledgerEntries} reversed on reversed.id = entry.reverses
  where ${isIncome}
    and ${isSince(sql`entry.created_at`, since)}
) income`

function countIncome(db: Database, since: Date) {
  const { columns, sets } = groupsOf(['source', 'service', 'month'])
  return db
    .select({ ...columns, incomeCents: sql`coalesce(sum(amount_cents), 0)`.mapWith(Number) })
    .from(incomeIn(since))
    .groupBy(sets)
}

function countTaps(db: Database, firstDay: string) {
  const { columns, sets } = groupsOf(['source', 'month', 'day'])
  const month = sql`to_char(${phoneTaps.day}, 'YYYY-MM')`
  const taps = db
    .select({
      source: phoneTaps.source,
      day: phoneTaps.day,
      month: month.as('month'),
      count: phoneTaps.count,
    })
    .from(phoneTaps)
    .where(gte(phoneTaps.day, firstDay))
    .as('taps')
  return db
    .select({ ...columns, taps: sql`coalesce(sum(count), 0)`.mapWith(Number) })
    .from(taps)
    .groupBy(sets)
}

const emptyOf = (kind: Kind) => ({
  requests: 0,
  answered: 0,
  answerMinutes: null,
  matched: 0,
  matchMinutes: null,
  done: 0,
  incomeCents: 0,
  taps: kind === 'service' ? null : 0,
})

/** What came of the visits of the last N days, today included. */
export async function countResults(db: Database, days: number): Promise<Results> {
  const { days: listed, since } = lastLocalDays(new Date(), days)
  const counted = await Promise.all([
    countRequests(db, since),
    countTaps(db, listed[0] ?? ''),
    countIncome(db, since),
  ])
  const results = new Map<Kind, Map<string, NamedResult>>()
  const of = (kind: Kind) => results.get(kind) ?? new Map<string, NamedResult>()
  for (const { kind, name, ...counts } of counted.flat()) {
    const same = of(kind)
    results.set(kind, same.set(name, { ...emptyOf(kind), ...same.get(name), ...counts, name }))
  }
  const { name: _, ...total } = { ...emptyOf('total'), name: '', ...of('total').get('') }
  const weight = ({ taps, requests }: NamedResult) => (taps ?? 0) + requests
  const mostFirst = (kind: Kind) =>
    [...of(kind).values()].sort((a, b) => weight(b) - weight(a) || (a.name < b.name ? -1 : 1))
  return {
    total,
    bySource: mostFirst('source'),
    byService: mostFirst('service'),
    byMonth: mostFirst('month').sort((a, b) => (a.name > b.name ? -1 : 1)),
    days: listed,
    tapsByDay: listed.map((day) => of('day').get(day)?.taps ?? 0),
    requestsByDay: listed.map((day) => of('day').get(day)?.requests ?? 0),
  }
}

/** Fewer requests say little, and could tell of a single one. */
const fewestRequests = 10

/**
 * How soon the requests of the last 30 days were answered, by the clock. Undefined where there were
 * fewer than ten, or half of them were not answered in the time that the site promises beside it.
 */
export async function readAnswerSpeed(db: Database): Promise<AnswerSpeed | undefined> {
  const [row] = await db
    .select({
      requests: sql`count(*)`.mapWith(Number),
      // A request that still waits comes after all others.
      medianMinutes: sql<number | null>`ceil(percentile_disc(0.5) within group (
        order by coalesce(extract(epoch from first_contacted_at - created_at) / 60, 'infinity')))`.mapWith(
        (minutes) => (minutes === null ? null : Number(minutes)),
      ),
    })
    .from(leads)
    .where(sql`not is_quarantined and ${cameHere} and created_at > now() - interval '30 days'`)
  if (!row || row.requests < fewestRequests || row.medianMinutes === null) return undefined
  if (row.medianMinutes > business.promisedHours.estimate * 60) return undefined
  return { requests: row.requests, medianMinutes: Math.max(1, row.medianMinutes) }
}
