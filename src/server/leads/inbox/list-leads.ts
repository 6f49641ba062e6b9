import { and, asc, desc, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { LeadFilters, LeadPage } from '#/contracts/leads/inbox.ts'
import type { Lead } from '#/contracts/leads/leads.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { leads, referrals } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import { type EntryRow, epochMicros, leadColumns, selectEntries, toEntries } from '../lead-rows.ts'
import { isOfReferral, readAtOnce, selectFound } from './filter-leads.ts'

/** Which page of a list. `cursor` is the `nextCursor` of the page before. */
type PageQuery = { limit: number; cursor?: string | undefined; order?: LeadOrder }

/** Newest first; of the same instant the one stored last. */
export const newestFirst = [desc(leads.createdAt), desc(leads.id)] as const

/** The place of a lead in an order: its turn, in the order of who waits for us, when it came, and its number. */
type Place = { turn: string; at: string; id: string }

/** What an order reads, so that one index gives it: the columns, and where a place in them is. */
type Sorting = {
  by: SQL[]
  /** True for leads after a place. */
  after: (place: Place) => SQL
  placeOf: (row: EntryRow) => string
}

const instantOf = ({ at }: Place) =>
  sql`timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond'`

/** By a time of the leads, which their places have by this name, and by their number. */
function byTime(at: PgColumn, id: PgColumn, name: 'micros' | 'received', order: LeadOrder) {
  const [inOrder, beyond] = order === 'newest' ? [desc, sql`<`] : [asc, sql`>`]
  return {
    by: [inOrder(at), inOrder(id)],
    after: (place: Place) =>
      sql`(${at}, ${id}) ${beyond} (${instantOf(place)}, ${place.id}::bigint)`,
    placeOf: (row: EntryRow) => `${row.place[name]}.${row.id}`,
  }
}

const byArrival = (order: LeadOrder) => byTime(leads.createdAt, leads.id, 'micros', order)

/** The same as the rows of what has become of them have it. */
const byReferral = (order: LeadOrder) =>
  byTime(referrals.receivedAt, referrals.leadId, 'received', order)

const byTurn: Sorting = {
  by: [asc(referrals.turn), ...byReferral('waiting').by],
  after: (place) => sql`(${referrals.turn}, ${referrals.receivedAt}, ${referrals.leadId})
    > (${place.turn}::int, ${instantOf(place)}, ${place.id}::bigint)`,
  placeOf: ({ place, id }) => `${place.turn}.${place.received}.${id}`,
}

function sortingOf(filters: LeadFilters, asked: LeadOrder): Sorting {
  // What is over has one turn, and what is in quarantine waits for nobody but the owner.
  const isOneTurn = filters.quarantined || filters.stage !== undefined
  if (asked === 'waiting' && !isOneTurn) return byTurn
  const order = asked === 'waiting' ? 'oldest' : asked
  return isOfReferral(filters) ? byReferral(order) : byArrival(order)
}

/**
 * Reads a `nextCursor`: two numbers, and before them the turn in the order of who waits for us. Throws
 * `invalid_request` for any other text.
 */
function parseCursor(cursor: string, sorting: Sorting): Place {
  const [, turn = '', at, id] = /^(?:([0-9])\.)?(\d{15,16})\.(\d{1,16})$/.exec(cursor) ?? []
  if (at && id && (turn !== '') === (sorting === byTurn)) return { turn, at, id }
  throw new AppError('invalid_request', 'This page of the list doesn’t exist.', {
    fields: { cursor: 'This page of the list doesn’t exist.' },
  })
}

/** One page of the leads that pass the filters, as all of them were at one moment. */
export async function listPage(
  db: Database,
  filters: LeadFilters,
  { limit, cursor, order = 'newest' }: PageQuery,
): Promise<LeadPage> {
  const sorting = sortingOf(filters, order)
  const after = cursor === undefined ? undefined : sorting.after(parseCursor(cursor, sorting))
  // One more than is wanted shows whether the list goes on.
  const most = limit + 1
  return readAtOnce(db, async (tx) => {
    const rows = await selectEntries(tx)
      .where(inArray(leads.id, selectFound(tx, filters, { by: sorting.by, after, most })))
      .orderBy(...sorting.by)
      .limit(most)
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1) : undefined
    return { data: await toEntries(tx, page), nextCursor: last ? sorting.placeOf(last) : null }
  })
}

/** The leads with these numbers, newest first, as one page. */
export async function listThese(db: Database, ids: readonly number[]): Promise<LeadPage> {
  const rows = await selectEntries(db)
    .where(inArray(leads.id, [...ids]))
    .orderBy(...newestFirst)
  return { data: await toEntries(db, rows), nextCursor: null }
}

const sliceSize = 100

/** Every lead that is not in quarantine, newest first, slice by slice, so that memory stays bounded. */
export async function* readAllLeads(db: Database): AsyncGenerator<Lead[]> {
  const { by, after } = byArrival('newest')
  let place: Place | undefined
  do {
    const rows = await db
      .select({ ...leadColumns, micros: epochMicros })
      .from(leads)
      .where(and(sql`not is_quarantined`, place && after(place)))
      .orderBy(...by)
      .limit(sliceSize)
    yield rows.map(({ micros: _, createdAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
    }))
    const last = rows.length === sliceSize ? rows.at(-1) : undefined
    place = last && { turn: '', at: last.micros, id: String(last.id) }
  } while (place)
}
