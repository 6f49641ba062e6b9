import { and, asc, desc, type SQL, sql } from 'drizzle-orm'
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
import { isOfOpen, isOpen, isOver, passes } from './filter-leads.ts'

/** The place of a lead in an order by its arrival. Microseconds: a Date has only milliseconds. */
type Place = { micros: string; id: string }

/** The place of a lead in the order in which they wait: `turn` is that of `lead_stages`, or `overTurn`. */
type WaitingPlace = Place & { turn: string }

/** Which page of a list. `cursor` is the `nextCursor` of the page before. */
type PageQuery = { limit: number; cursor?: string | undefined; order?: LeadOrder }

/** Newest first; of the same instant the one stored last. */
export const newestFirst = [desc(leads.createdAt), desc(leads.id)] as const

const oldestFirst = [asc(leads.createdAt), asc(leads.id)]

const waitingFirst = [asc(leadStages.turn), ...oldestFirst]

/** The turn in a cursor that names a lead which is over: those come last, whatever theirs is. */
const overTurn = 9

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
 * place in the order in which leads wait, two a place by arrival.
 */
export function parseCursor(
  cursor: string | undefined,
  order: LeadOrder,
): WaitingPlace | undefined {
  if (cursor === undefined) return undefined
  const [, turn = '', micros, id] = /^(?:([0-9])\.)?(\d{1,16})\.(\d{1,16})$/.exec(cursor) ?? []
  const isInRange = Number(micros) >= firstMicros && Number(micros) <= lastMicros
  if (micros && id && isInRange && (turn !== '') === (order === 'waiting')) {
    return { turn, micros, id }
  }
  throw new AppError('invalid_request', 'This is not the place of a page.', {
    fields: { cursor: 'This is not the place of a page.' },
  })
}

/** As many leads of the order in which they wait as are asked for: first those that are not over. */
async function readWaiting(
  db: Database,
  filters: LeadFilters,
  { place, count }: { place: WaitingPlace | undefined; count: number },
): Promise<EntryRow[]> {
  const after =
    place &&
    sql`(${leadStages.turn}, ${leads.createdAt}, ${leads.id}) > (${place.turn}::int, ${instantOf(place)}, ${place.id}::bigint)`
  const isPastOpen = Number(place?.turn) === overTurn
  const open = isPastOpen
    ? []
    : await selectEntries(db)
        .where(and(passes(filters), isOpen, after))
        .orderBy(...waitingFirst)
        .limit(count)
  if (open.length === count || isOfOpen(filters)) return open
  const over = await selectEntries(db)
    .where(and(passes(filters), isOver, isPastOpen ? isAfter(place, 'oldest') : undefined))
    .orderBy(...oldestFirst)
    .limit(count - open.length)
  return [...open, ...over.map((row) => ({ ...row, turn: overTurn }))]
}

/** One page of the leads that pass the filters. */
export async function listPage(
  db: Database,
  filters: LeadFilters,
  { limit, cursor, order: asked = 'newest' }: PageQuery,
): Promise<LeadPage> {
  // What is in quarantine waits for nobody but the owner.
  const order = asked === 'waiting' && filters.quarantined ? 'oldest' : asked
  const place = parseCursor(cursor, order)
  // One more than is wanted shows whether the list goes on.
  const count = limit + 1
  const rows =
    order === 'waiting'
      ? await readWaiting(db, filters, { place, count })
      : await selectEntries(db)
          .where(and(passes(filters), isAfter(place, order)))
          .orderBy(...(order === 'newest' ? newestFirst : oldestFirst))
          .limit(count)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const toEntry = entriesAt(new Date())
  const placeOf = ({ turn, micros, id }: EntryRow) =>
    order === 'waiting' ? `${turn}.${micros}.${id}` : `${micros}.${id}`
  return {
    data: page.map(toEntry),
    nextCursor: last && rows.length > limit ? placeOf(last) : null,
  }
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
