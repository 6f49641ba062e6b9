import { and, desc, type SQL, sql } from 'drizzle-orm'
import { countFloor, type LeadFilters } from '#/contracts/leads/inbox.ts'
import { contractors, leadStages, leads, offers, referrals } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import { type EntryRow, itsStage, selectEntries } from '../lead-rows.ts'
import { idsOf, isLostByContractor, passes, selectSome } from './filter-leads.ts'

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

type Part = { filters: LeadFilters; count: number }

/**
 * The numbers of the next leads after a place, of those that a contractor has or was asked first. PostgreSQL
 * takes the contractors in their order, from each no more than are asked for, and stops when it has them.
 */
function findGiven(
  db: Database,
  { filters, count }: Part,
  place: Place | undefined,
): Promise<number[]> {
  const { contractor = '0', root = '0', id = '0' } = place ?? {}
  const of = sql`${contractor}::bigint`
  const from = place && sql`(lower(company_name), id) >= (${nameOf(of)}, ${of})`
  const companies = sql`
    select id, lower(company_name) as name from ${contractors}
    where ${from ?? sql`true`} order by name, id offset 0`
  // Who has accepted it is known without its stage, and asked for only where it passes the filters.
  const owner = sql`(
    select coalesce(
      (select contractor_id from ${offers} held where held.lead_id = ${offers.leadId} and held.state = 'accepted'),
      (select contractor_id from ${leadStages} where ${leadStages.leadId} = ${leads.id})) as id
    offset 0) owner`
  return idsOf(
    db,
    sql`
    select given.id from (${companies}) company cross join lateral (
      select member.root_id, ${leads.id}
      from ${offers} cross join lateral (
        select ${offers.leadId} as root_id, ${offers.leadId} as id
        union all
        select ${offers.leadId}, ${referrals.leadId} from ${referrals}
        where ${referrals.joinedTo} = ${offers.leadId}
      ) member join ${leads} on ${leads.id} = member.id cross join lateral ${owner}
      where ${offers.contractorId} = company.id and ${offers.state} in ('open', 'accepted')
        and ${offers.leadId} <= case when company.id = ${of} then ${root}::bigint
          else ${Number.MAX_SAFE_INTEGER}::bigint end
        and (company.id <> ${of} or (member.root_id, ${leads.id}) < (${root}::bigint, ${id}::bigint))
        and owner.id = company.id
        and ${passes(filters)}
      order by ${offers.leadId} desc, member.id desc limit ${count}
    ) given
    order by company.name, company.id, given.root_id desc, given.id desc limit ${count}`,
  )
}

/** The numbers of the next leads after a place, of those without a contractor. */
function findOthers(
  db: Database,
  { filters, count }: Part,
  place: Place | undefined,
): Promise<number[]> {
  const isBelow = place?.contractor === '0' ? sql`and ${leads.id} < ${place.id}::bigint` : sql``
  const own = sql`select ${referrals.joinedTo} from ${referrals} where ${referrals.leadId} = ${leads.id}`
  return idsOf(
    db,
    sql`
    select ${leads.id} from ${leads} cross join lateral ${itsStage}
    where ${hasNone} and ${passes(filters)} ${isBelow} and not exists (
      select from ${offers} where ${offers.state} = 'accepted' and ${offers.leadId} = coalesce((${own}), ${leads.id}))
    order by ${leads.id} desc limit ${count}`,
  )
}

/** The numbers of leads that pass the filters: all of them where they are few, or at least the next N after a place. */
async function findIds(db: Database, part: Part, place: Place | undefined): Promise<number[]> {
  const { filters, count } = part
  const { stage, service, source, status, q } = filters
  const find = (more?: SQL) => idsOf(db, selectSome(db, filters, more))
  const isLost = stage === 'lost' || stage === 'cancelled'
  const isNarrow = (service ?? source ?? q) !== undefined || status !== 'all'
  // Few are all put in order. Of all that are lost there are many.
  if (isNarrow || !isLost) {
    const all = await find()
    if (all.length <= countFloor) return all
  }
  // Of many lost leads few are a contractor's: of each all would be looked at in vain.
  if (isLost) {
    const lost = await find(isLostByContractor)
    if (lost.length <= countFloor) return [...lost, ...(await findOthers(db, part, place))]
  }
  const given = place?.contractor === '0' ? [] : await findGiven(db, part, place)
  if (given.length === count) return given
  return [...given, ...(await findOthers(db, { filters, count: count - given.length }, place))]
}

/** As many leads of the order by contractor as are asked for, each with its place. */
export async function readByContractor(
  db: Database,
  part: Part,
  cursor: string | undefined,
): Promise<{ row: EntryRow; place: string }[]> {
  const place = parsePlace(cursor)
  const ids = await findIds(db, part, place)
  const rows = await selectEntries(db)
    .where(and(sql`${leads.id} = any(${sql.param(ids)}::bigint[])`, isAfter(place)))
    .orderBy(...order)
    .limit(part.count)
  return rows.map((row) => ({ row, place: placeOf(row) }))
}
