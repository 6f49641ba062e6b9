import { and, asc, desc, inArray, type SQL, sql } from 'drizzle-orm'
import type { LeadFilters, LeadPage } from '#/contracts/leads/inbox.ts'
import { stages } from '#/contracts/leads/lead-stage.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { leadStages, leads } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import {
  type EntryRow,
  entriesAt,
  epochMicros,
  leadColumns,
  selectEntries,
  toLead,
} from '../lead-rows.ts'
import { notAPlace, readByContractor } from './by-contractor.ts'
import {
  idsOf,
  isOfOpen,
  isOfOver,
  isOpen,
  isOver,
  isOverAs,
  passes,
  selectFound,
} from './filter-leads.ts'

/** The place of a lead in an order by its arrival. Microseconds: a Date has only milliseconds. */
type Place = { micros: string; id: string }

/** The place of a lead in an order with turns: that of its part, and in it that by its arrival. */
type StagedPlace = Place & { turn: string }

/** Which page of a list. `cursor` is the `nextCursor` of the page before. */
type PageQuery = { limit: number; cursor?: string | undefined; order?: LeadOrder }

/** Newest first; of the same instant the one stored last. */
export const newestFirst = [desc(leads.createdAt), desc(leads.id)] as const

const oldestFirst = [asc(leads.createdAt), asc(leads.id)] as const

/** An order in which the leads that are not over come first, each at its turn, and then the others in parts. */
type StagedOrder = {
  turn: SQL
  turnOf: (row: EntryRow) => number
  /** True for the leads of each part of those that are over. */
  over: readonly SQL[]
  within: 'newest' | 'oldest'
}

const stagedOrders: Record<'waiting' | 'stage', StagedOrder> = {
  waiting: {
    turn: sql`${leadStages.turn}`,
    turnOf: ({ place }) => place.turn,
    over: [isOver],
    within: 'oldest',
  },
  stage: {
    turn: sql`array_position(${sql.param([...stages])}::text[], ${leadStages.stage}) - 1`,
    turnOf: ({ stage }) => stages.indexOf(stage.stage),
    over: [isOverAs.done, isOverAs.lost, isOverAs.cancelled],
    within: 'newest',
  },
}

/** The turn of the first part of those that are over, behind every turn of the others. */
const firstOverTurn = 7

const isStaged = (order: LeadOrder) => order === 'waiting' || order === 'stage'

const instantOf = ({ micros }: Place) =>
  sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`

/** True for leads after a place, in an order by arrival; undefined without a place. */
function isAfter(place: Place | undefined, order: LeadOrder): SQL | undefined {
  if (!place) return undefined
  const beyond = sql.raw(order === 'newest' ? '<' : '>')
  return sql`(${leads.createdAt}, ${leads.id}) ${beyond} (${instantOf(place)}, ${place.id}::bigint)`
}

/** The years 2000 to 2100 in microseconds: beyond, instants are none for the database. */
const [firstMicros, lastMicros] = [946_684_800_000_000, 4_102_444_800_000_000]

/**
 * Reads a `nextCursor` of an order. Throws `invalid_request` for any other text: three numbers are a
 * place in an order with turns, two a place by arrival.
 */
function parseCursor(cursor: string | undefined, order: LeadOrder): StagedPlace | undefined {
  if (cursor === undefined) return undefined
  const [, turn = '', micros, id] = /^(?:([0-9])\.)?(\d{1,16})\.(\d{1,16})$/.exec(cursor) ?? []
  const isInRange = Number(micros) >= firstMicros && Number(micros) <= lastMicros
  if (micros && id && isInRange && (turn !== '') === isStaged(order)) return { turn, micros, id }
  throw notAPlace()
}

type Part = { filters: LeadFilters; count: number }

const byArrival = { newest: newestFirst, oldest: oldestFirst }

/**
 * The numbers of as many leads of an order by arrival as are asked for, of those that also meet a condition.
 * They alone, because in some orders PostgreSQL would derive the stage of each that passes.
 */
async function findByArrival(
  db: Database,
  { filters, count }: Part,
  order: 'newest' | 'oldest',
  condition?: SQL,
): Promise<number[]> {
  const sorted = byArrival[order]
  if (filters.contractor === undefined || isOfOpen(filters)) {
    const found = selectFound(db, filters, condition)
    return (await found.orderBy(...sorted).limit(count)).map(({ id }) => id)
  }
  // All of a contractor's leads are found and put in order, and then looked at until there are enough.
  const { id, createdAt } = leads
  const theirs = db
    .select({ id, createdAt })
    .from(leads)
    .where(passes(filters))
    .orderBy(...sorted)
  return idsOf(
    db,
    sql`
    select id from (${theirs} offset 0) ${leads}
    where ${condition ?? sql`true`} order by ${sql.join([...sorted], sql`, `)} limit ${count}`,
  )
}

/** The leads with these numbers, in their order. */
async function readThese(db: Database, ids: readonly number[]): Promise<EntryRow[]> {
  const rows = await selectEntries(db).where(inArray(leads.id, [...ids]))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** As many leads of an order with turns as are asked for. */
async function readStaged(
  db: Database,
  { filters, count }: Part,
  { turn, turnOf, over, within }: StagedOrder,
  place: StagedPlace | undefined,
): Promise<{ row: EntryRow; turn: number }[]> {
  const rows: { row: EntryRow; turn: number }[] = []
  const begin = Number(place?.turn ?? 0)
  if (begin < firstOverTurn) {
    const after =
      place && sql`(${turn} > ${begin} or (${turn} = ${begin} and ${isAfter(place, within)}))`
    const open = await selectEntries(db)
      .where(and(passes(filters, true), isOpen, after))
      .orderBy(asc(turn), ...byArrival[within])
      .limit(count)
    rows.push(...open.map((row) => ({ row, turn: turnOf(row) })))
  }
  // What is called new is not over.
  if (isOfOpen(filters) || filters.status === 'new') return rows
  const turns = new Map<number, number>()
  for (const [index, condition] of over.entries()) {
    const own = firstOverTurn + index
    const left = count - rows.length - turns.size
    if (left === 0 || own < begin) continue
    const isIn = and(condition, own === begin ? isAfter(place, within) : undefined)
    const ids = await findByArrival(db, { filters, count: left }, within, isIn)
    for (const id of ids) turns.set(id, own)
  }
  const overRows = await readThese(db, [...turns.keys()])
  return [...rows, ...overRows.map((row) => ({ row, turn: turns.get(row.id) ?? firstOverTurn }))]
}

/** The order that a list has: where all of it would be one part of the order asked for, a simpler one. */
function orderOf(asked: LeadOrder, filters: LeadFilters): LeadOrder {
  const { quarantined, stage, contractor } = filters
  // What is in quarantine waits for nobody but the owner.
  if (asked === 'waiting') return quarantined || isOfOver(filters) ? 'oldest' : asked
  const isOnePart = quarantined || (asked === 'stage' ? stage : contractor) !== undefined
  return (asked === 'stage' || asked === 'contractor') && isOnePart ? 'newest' : asked
}

/** As many leads of an order as are asked for, each with its place. */
async function readRows(
  db: Database,
  part: Part,
  order: LeadOrder,
  cursor: string | undefined,
): Promise<{ row: EntryRow; place: string }[]> {
  if (order === 'contractor') return readByContractor(db, part, cursor)
  const place = parseCursor(cursor, order)
  const placeOf = ({ place: { micros }, id }: EntryRow) => `${micros}.${id}`
  if (order === 'newest' || order === 'oldest') {
    const ids = await findByArrival(db, part, order, isAfter(place, order))
    const rows = await readThese(db, ids)
    return rows.map((row) => ({ row, place: placeOf(row) }))
  }
  const rows = await readStaged(db, part, stagedOrders[order], place)
  return rows.map(({ row, turn }) => ({ row, place: `${turn}.${placeOf(row)}` }))
}

/** One page of the leads that pass the filters, as all of them were at one moment. */
export function listPage(
  db: Database,
  filters: LeadFilters,
  { limit, cursor, order = 'newest' }: PageQuery,
): Promise<LeadPage> {
  return db.transaction(
    async (tx) => {
      // One more than is wanted shows whether the list goes on.
      const part = { filters, count: limit + 1 }
      const rows = await readRows(tx, part, orderOf(order, filters), cursor)
      const page = rows.slice(0, limit)
      const toEntry = entriesAt(new Date())
      return {
        data: page.map(({ row }) => toEntry(row)),
        nextCursor: rows.length > limit ? (page.at(-1)?.place ?? null) : null,
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** The leads with these numbers, newest first, as one page. */
export async function listThese(db: Database, ids: readonly number[]): Promise<LeadPage> {
  const rows = await selectEntries(db)
    .where(inArray(leads.id, [...ids]))
    .orderBy(...newestFirst)
  return { data: rows.map(entriesAt(new Date())), nextCursor: null }
}

/** How many leads are read at once. */
const sliceSize = 100

/** Every lead that is not in quarantine, newest first, slice by slice, so that memory stays bounded. */
export async function* readAllLeads(db: Database) {
  let after: Place | undefined
  do {
    const rows = await db
      .select({ ...leadColumns, micros: epochMicros })
      .from(leads)
      .where(and(sql`not is_quarantined`, isAfter(after, 'newest')))
      .orderBy(...newestFirst)
      .limit(sliceSize)
    yield rows.map(({ micros: _, ...row }) => toLead(row))
    const last = rows.at(-1)
    after =
      last && rows.length === sliceSize ? { micros: last.micros, id: String(last.id) } : undefined
  } while (after)
}
