import { and, desc, type SQL, sql } from 'drizzle-orm'
import { countFloor, type LeadFilters } from '#/contracts/leads/inbox.ts'
import { contractors, leadStages, leads, offers, referrals } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import { type EntryRow, selectEntries } from '../lead-rows.ts'
import { passes, selectFound } from './filter-leads.ts'

/** The error for a text that is no `nextCursor` of the order. */
export const notAPlace = () =>
  new AppError('invalid_request', 'This is not the place of a page.', {
    fields: { cursor: 'This is not the place of a page.' },
  })

/**
 * The place of a lead in the order by contractor: who has it, or was asked first, the lead with which it
 * goes, and its own number. Those without a contractor come last and have no `contractor` and `root`: 0.
 */
type Place = { contractor: string; root: string; id: string }

function parsePlace(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined
  const [, contractor, root, id] = /^(\d{1,16})\.(\d{1,16})\.(\d{1,16})$/.exec(cursor) ?? []
  if (contractor && root && id) return { contractor, root, id }
  throw notAPlace()
}

const placeOf = ({ id, place: { contractorId, rootId } }: EntryRow) =>
  contractorId === null ? `0.0.${id}` : `${contractorId}.${rootId}.${id}`

const nameOf = (id: unknown) =>
  sql`(select lower(company_name) from contractors named where named.id = ${id})`

const hasNone = sql`${leadStages.contractorId} is null`

const order = [
  sql`${nameOf(leadStages.contractorId)} nulls last`,
  sql`${leadStages.contractorId} nulls last`,
  sql`case when ${hasNone} then 0 else ${leadStages.rootId} end desc`,
  desc(leads.id),
]

function isAfter(place: Place | undefined) {
  if (!place) return undefined
  const { contractor, root, id } = place
  if (contractor === '0') return sql`${hasNone} and ${leads.id} < ${id}::bigint`
  const of = sql`${contractor}::bigint`
  return sql`(${hasNone}
    or (${nameOf(leadStages.contractorId)}, ${leadStages.contractorId}) > (${nameOf(of)}, ${of})
    or (${leadStages.contractorId} = ${of}
      and (${leadStages.rootId}, ${leads.id}) < (${root}::bigint, ${id}::bigint)))`
}

/** The stage of a lead that passes the filters so far: derived for it alone. */
const itsStage = sql`cross join lateral (
  select * from ${leadStages} where ${leadStages.leadId} = ${leads.id} offset 0) lead_stages`

/** Few contractors have lost leads that were theirs: of the others all leads would be looked at in vain. */
const hasLost = sql`${contractors.id} = any(array(
  select distinct contractor_id from ${offers} join ${referrals} on ${referrals.leadId} = ${offers.leadId}
  where ${offers.state} = 'accepted' and ${referrals.outcome} = 'lost'))`

const idsOf = async (db: Database, query: SQL): Promise<number[]> => {
  const { rows } = (await db.execute(query)) as unknown as { rows: { id: string }[] }
  return rows.map(({ id }) => Number(id))
}

/**
 * The numbers of the next leads after a place, where many leads pass the filters: each contractor gives no
 * more than are asked for, and few contractors are looked at, more with each turn.
 */
async function findNext(
  db: Database,
  { filters, count }: { filters: LeadFilters; count: number },
  place: Place | undefined,
): Promise<number[]> {
  const { contractor = '0', root = '0', id = '0' } = place ?? {}
  const of = sql`${contractor}::bigint`
  const isPast = place !== undefined && contractor === '0'
  const from = place && sql`(lower(company_name), id) >= (${nameOf(of)}, ${of})`
  const isLost = filters.stage === 'lost' || filters.stage === 'cancelled'
  const wanted = sql`where ${and(from, isLost ? hasLost : undefined) ?? sql`true`}`
  const companies = isPast
    ? []
    : await idsOf(db, sql`select id from ${contractors} ${wanted} order by lower(company_name), id`)
  const next: number[] = []
  for (let turn = 1; companies.length > 0 && next.length < count; turn *= 2) {
    const some = sql`${sql.param(companies.splice(0, turn))}::bigint[]`
    const left = count - next.length
    const given = sql`
      select given.id from unnest(${some}) with ordinality company (id, rank) cross join lateral (
        select member.root_id, ${leads.id}
        from ${offers} cross join lateral (
          select ${offers.leadId} as root_id, ${offers.leadId} as id
          union all
          select ${offers.leadId}, ${referrals.leadId} from ${referrals}
          where ${referrals.joinedTo} = ${offers.leadId}
        ) member join ${leads} on ${leads.id} = member.id ${itsStage}
        where ${offers.contractorId} = company.id and ${offers.state} in ('open', 'accepted')
          and ${offers.leadId} <= case when company.id = ${of} then ${root}::bigint
            else ${Number.MAX_SAFE_INTEGER}::bigint end
          and (company.id <> ${of} or (member.root_id, ${leads.id}) < (${root}::bigint, ${id}::bigint))
          and ${leadStages.contractorId} = company.id and ${passes(filters)}
        order by ${offers.leadId} desc, member.id desc limit ${left}
      ) given
      order by company.rank, given.root_id desc, given.id desc limit ${left}`
    next.push(...(await idsOf(db, given)))
  }
  const left = count - next.length
  if (left === 0) return next
  const isBelow = isPast ? sql`and ${leads.id} < ${id}::bigint` : sql``
  const own = sql`select ${referrals.joinedTo} from ${referrals} where ${referrals.leadId} = ${leads.id}`
  const none = sql`
    select ${leads.id} from ${leads} ${itsStage}
    where ${hasNone} and ${passes(filters)} ${isBelow} and not exists (
      select from ${offers} where ${offers.state} = 'accepted' and ${offers.leadId} = coalesce((${own}), ${leads.id}))
    order by ${leads.id} desc limit ${left}`
  return [...next, ...(await idsOf(db, none))]
}

/**
 * As many leads of the order by contractor as are asked for, each with its place. Few are all put in order;
 * of many only the next are looked for.
 */
export async function readByContractor(
  db: Database,
  part: { filters: LeadFilters; count: number },
  cursor: string | undefined,
): Promise<{ row: EntryRow; place: string }[]> {
  const place = parsePlace(cursor)
  const found = selectFound(db, part.filters).limit(countFloor + 1)
  const ids = (await found).map(({ id }) => id)
  const next = ids.length > countFloor ? await findNext(db, part, place) : ids
  const rows = await selectEntries(db)
    .where(and(sql`${leads.id} = any(${sql.param(next)}::bigint[])`, isAfter(place)))
    .orderBy(...order)
    .limit(part.count)
  return rows.map((row) => ({ row, place: placeOf(row) }))
}
