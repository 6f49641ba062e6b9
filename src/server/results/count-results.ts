import { and, gte, lt, type SQL, sql } from 'drizzle-orm'
import { business } from '#/content/business.ts'
import { byHand, outsideTown, unknownTown } from '#/contracts/money/money.ts'
import {
  type NamedResult,
  otherPage,
  type Results,
  type Wait,
} from '#/contracts/results/results.ts'
import { publicPaths } from '#/contracts/routes.ts'
import type { Database } from '../db/database.ts'
import { cameHere } from '../db/imported.ts'
import { leads, ledgerEntries, offers, phoneTaps, referrals } from '../db/tables/schema.ts'
import { isIncome } from '../money/ledger.ts'
import { lastLocalDays } from '../time/business-hours.ts'

/** The median and the 90th percentile; null without values. */
const waitOf = (value: SQL) =>
  sql<Wait>`percentile_cont(array[0.5, 0.9]) within group (order by ${value})`.mapWith(
    ([median, ninetieth]: [number, number]) => ({ median, ninetieth }),
  )

/** What results are split by; `total` for everything together. */
type Kind = 'total' | 'source' | 'service' | 'town' | 'month' | 'landing' | 'page' | 'day'

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

/** A period: from an instant until before another. */
type Period = { since: Date; until?: Date }

const isIn = (time: SQL, { since, until }: Period) =>
  sql`${time} >= ${since.toISOString()}::timestamptz
    and ${until ? sql`${time} < ${until.toISOString()}::timestamptz` : sql`true`}`

const monthOf = (time: SQL) =>
  sql`to_char(${time} at time zone ${business.timeZone}::text, 'YYYY-MM')`

/** A form can send any text as its page, and a link any address. */
const pageOf = (path: SQL) =>
  sql`case when ${path} = any(${sql.param(publicPaths)}::text[]) then ${path} else ${otherPage} end`

/** The address of a landing page without its query. */
const landingPath = sql`split_part(split_part(attribution->>'landingPage', '?', 1), '#', 1)`

/**
 * The requests of a period. One that is joined to another has its contractor and its outcome. It is
 * matched while a contractor has it, and once it is done.
 */
const requestsIn = (period: Period) => sql`(
  select leads.source, leads.service, leads.created_at, first_contacted_at, answer_minutes,
    ${pageOf(sql`consent_page`)} page, ${pageOf(landingPath)} landing,
    case when leads.is_outside then ${outsideTown} else coalesce(leads.town, ${unknownTown}) end town,
    ${monthOf(sql`leads.created_at`)} "month",
    (leads.created_at at time zone ${business.timeZone}::text)::date "day",
    coalesce(referral.outcome in ('matched', 'done'), false) is_matched, referral.outcome = 'done' is_done,
    accepted.answered_at matched_at
  from ${leads} leads
    left join ${referrals} own on own.lead_id = leads.id
    left join ${referrals} referral on referral.lead_id = coalesce(own.joined_to, leads.id)
    left join ${offers} accepted on accepted.lead_id = referral.lead_id and accepted.state = 'accepted'
  where not is_quarantined and ${cameHere} and ${isIn(sql`leads.created_at`, period)}
) requests`

const requestKinds = ['source', 'service', 'town', 'month', 'landing', 'page', 'day'] as const

const matchMinutes = sql`extract(epoch from matched_at - created_at) / 60`

const requestCounts = {
  requests: sql`count(*)`.mapWith(Number),
  answered: sql`count(first_contacted_at)`.mapWith(Number),
  answerMinutes: waitOf(sql`answer_minutes`),
  matched: sql`count(*) filter (where is_matched)`.mapWith(Number),
  matchMinutes: waitOf(sql`case when is_matched then ${matchMinutes} end`),
  done: sql`count(*) filter (where is_done)`.mapWith(Number),
}

/** All groups in one pass over the requests of the period. */
function countRequests(db: Database, period: Period) {
  const { columns, sets } = groupsOf(requestKinds)
  return db
    .select({ ...columns, ...requestCounts })
    .from(requestsIn(period))
    .groupBy(sets)
}

/** The entries of a period that are income: fees, credits, and what reverses one of them. */
const incomeIn = (period: Period) => sql`(
  select entry.amount_cents, ${monthOf(sql`entry.created_at`)} "month",
    case when entry.lead_id is null then ${byHand} else coalesce(entry.source, 'unknown') end source,
    case when entry.lead_id is null then ${byHand} else entry.service end service,
    case when entry.lead_id is null then ${byHand} else coalesce(entry.town, ${unknownTown}) end town
  from ${ledgerEntries} entry left join ${ledgerEntries} reversed on reversed.id = entry.reverses
  where ${isIncome}
    and ${isIn(sql`entry.created_at`, period)}
) income`

const incomeCents = sql`coalesce(sum(amount_cents), 0)`.mapWith(Number)

function countIncome(db: Database, period: Period) {
  const { columns, sets } = groupsOf(['source', 'service', 'town', 'month'])
  return db
    .select({ ...columns, incomeCents })
    .from(incomeIn(period))
    .groupBy(sets)
}

const tapCount = sql`coalesce(sum(count), 0)`.mapWith(Number)

function countTaps(db: Database, firstDay: string) {
  const { columns, sets } = groupsOf(['source', 'page', 'month', 'day'])
  const month = sql`to_char(${phoneTaps.day}, 'YYYY-MM')`
  const taps = db
    .select({
      source: phoneTaps.source,
      page: phoneTaps.page,
      day: phoneTaps.day,
      month: month.as('month'),
      count: phoneTaps.count,
    })
    .from(phoneTaps)
    .where(gte(phoneTaps.day, firstDay))
    .as('taps')
  return db
    .select({ ...columns, taps: tapCount })
    .from(taps)
    .groupBy(sets)
}

/** What came of all visits of a period, whose days end before another one. */
async function countTotal(
  db: Database,
  period: Period,
  [firstDay, endDay]: [string, string],
): Promise<Results['before']> {
  const [[requests], [taps], [income]] = await Promise.all([
    db.select(requestCounts).from(requestsIn(period)),
    db
      .select({ taps: tapCount })
      .from(phoneTaps)
      .where(and(gte(phoneTaps.day, firstDay), lt(phoneTaps.day, endDay))),
    db.select({ incomeCents }).from(incomeIn(period)),
  ])
  if (!requests || !taps || !income) throw new Error('an aggregate returned no row')
  return { ...requests, ...taps, ...income }
}

const none = {
  ...{ requests: 0, answered: 0, answerMinutes: null },
  ...{ matched: 0, matchMinutes: null, done: 0 },
}

/** What cannot be split so is null: a tap has no town, and a fee no page. */
const emptyOf = (kind: Kind) => ({
  ...none,
  taps: ['service', 'town', 'landing'].includes(kind) ? null : 0,
  incomeCents: ['landing', 'page', 'day'].includes(kind) ? null : 0,
})

/** What came of the visits of the last N days, today included. */
export async function countResults(db: Database, days: number): Promise<Results> {
  const now = new Date()
  const { days: listed, since } = lastLocalDays(now, days)
  const earlier = lastLocalDays(now, 2 * days)
  const firstDay = listed[0] ?? ''
  const [before, ...counted] = await Promise.all([
    countTotal(db, { since: earlier.since, until: since }, [earlier.days[0] ?? '', firstDay]),
    countRequests(db, { since }),
    countTaps(db, firstDay),
    countIncome(db, { since }),
  ])
  const results = new Map<Kind, Map<string, NamedResult>>()
  const of = (kind: Kind) => results.get(kind) ?? new Map<string, NamedResult>()
  for (const { kind, name, ...counts } of counted.flat()) {
    const same = of(kind)
    results.set(kind, same.set(name, { ...emptyOf(kind), ...same.get(name), ...counts, name }))
  }
  const weight = ({ taps, requests }: NamedResult) => (taps ?? 0) + requests
  const mostFirst = (kind: Kind) =>
    [...of(kind).values()].sort((a, b) => weight(b) - weight(a) || (a.name < b.name ? -1 : 1))
  return {
    total: { ...emptyOf('total'), ...of('total').get('') },
    before,
    bySource: mostFirst('source'),
    byService: mostFirst('service'),
    byTown: mostFirst('town'),
    byMonth: mostFirst('month').sort((a, b) => (a.name > b.name ? -1 : 1)),
    byLanding: mostFirst('landing'),
    byPage: mostFirst('page'),
    days: listed,
    tapsByDay: listed.map((day) => of('day').get(day)?.taps ?? 0),
    requestsByDay: listed.map((day) => of('day').get(day)?.requests ?? 0),
  }
}
