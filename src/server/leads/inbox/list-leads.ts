import { and, asc, desc, inArray, type SQL, sql } from 'drizzle-orm'
import type { LeadFilters, LeadPage } from '#/contracts/leads/inbox.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { leadStages, leads } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import {
  type EntryRow,
  entriesAt,
  epochMicros,
  leadColumns,
  selectEntries,
  toLead,
} from '../lead-rows.ts'
import { idsOf, isOfOpen, isOfOver, isOpen, isOver, passes, selectFound } from './filter-leads.ts'

/** The place of a lead in an order by its arrival. Microseconds: a Date has only milliseconds. */
type Place = { micros: string; id: string }

/** The place of a lead in the order of who waits for us: its turn, and in it that by its arrival. */
type WaitingPlace = Place & { turn: string }

/** Which page of a list. `cursor` is the `nextCursor` of the page before. */
type PageQuery = { limit: number; cursor?: string | undefined; order?: LeadOrder }

/** Newest first; of the same instant the one stored last. */
export const newestFirst = [desc(leads.createdAt), desc(leads.id)] as const

const oldestFirst = [asc(leads.createdAt), asc(leads.id)] as const

/** The turn of those that are over in the order of who waits for us, behind every turn of the others. */
const overTurn = 7

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
 * place in the order of who waits for us, two a place by arrival.
 */
function parseCursor(cursor: string | undefined, order: LeadOrder): WaitingPlace | undefined {
  if (cursor === undefined) return undefined
  const [, turn = '', micros, id] = /^(?:([0-9])\.)?(\d{1,16})\.(\d{1,16})$/.exec(cursor) ?? []
  const isInRange = Number(micros) >= firstMicros && Number(micros) <= lastMicros
  if (micros && id && isInRange && (turn !== '') === (order === 'waiting'))
    return { turn, micros, id }
  throw new AppError('invalid_request', 'This is not the place of a page.', {
    fields: { cursor: 'This is not the place of a page.' },
  })
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

/** Reads as many leads as are asked for, first those that are not over, each at its turn. */
async function readWaiting(
  db: Database,
  part: Part,
  place: WaitingPlace | undefined,
): Promise<{ row: EntryRow; turn: number }[]> {
  const { filters, count } = part
  const begin = Number(place?.turn ?? 0)
  const rows: { row: EntryRow; turn: number }[] = []
  if (begin < overTurn) {
    const { turn } = leadStages
    const after =
      place && sql`(${turn} > ${begin} or (${turn} = ${begin} and ${isAfter(place, 'oldest')}))`
    const open = await selectEntries(db)
      .where(and(passes(filters, true), isOpen, after))
      .orderBy(asc(turn), ...oldestFirst)
      .limit(count)
    rows.push(...open.map((row) => ({ row, turn: row.place.turn })))
  }
  // What is called new is not over.
  if (rows.length === count || isOfOpen(filters) || filters.status === 'new') return rows
  const isIn = and(isOver, begin === overTurn ? isAfter(place, 'oldest') : undefined)
  const ids = await findByArrival(db, { filters, count: count - rows.length }, 'oldest', isIn)
  const over = await readThese(db, ids)
  return [...rows, ...over.map((row) => ({ row, turn: overTurn }))]
}

/** The order that a list has: where all of it would be one part of the order asked for, a simpler one. */
function orderOf(asked: LeadOrder, filters: LeadFilters): LeadOrder {
  // What is in quarantine waits for nobody but the owner.
  return asked === 'waiting' && (filters.quarantined || isOfOver(filters)) ? 'oldest' : asked
}

/** As many leads of an order as are asked for, each with its place. */
async function readRows(
  db: Database,
  part: Part,
  order: LeadOrder,
  cursor: string | undefined,
): Promise<{ row: EntryRow; place: string }[]> {
  const place = parseCursor(cursor, order)
  const placeOf = ({ place: { micros }, id }: EntryRow) => `${micros}.${id}`
  if (order === 'waiting') {
    const rows = await readWaiting(db, part, place)
    return rows.map(({ row, turn }) => ({ row, place: `${turn}.${placeOf(row)}` }))
  }
  const rows = await readThese(db, await findByArrival(db, part, order, isAfter(place, order)))
  return rows.map((row) => ({ row, place: placeOf(row) }))
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
