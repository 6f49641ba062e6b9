import { and, asc, between, desc, inArray, type SQL, sql } from 'drizzle-orm'
import type { LeadFilters, LeadPage } from '#/contracts/leads/inbox.ts'
import type { WaitsFor } from '#/contracts/leads/lead-stage.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { leads, referrals } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import {
  type EntryRow,
  epochMicros,
  leadColumns,
  selectEntries,
  toEntries,
  toLead,
} from '../lead-rows.ts'
import { isOfReferral, passes } from './filter-leads.ts'

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

const inOrder = (columns: SQL[], order: LeadOrder) =>
  columns.map((column) => (order === 'newest' ? desc(column) : asc(column)))

const beyond = (order: LeadOrder) => sql.raw(order === 'newest' ? '<' : '>')

const instantOf = ({ at }: Place) =>
  sql`timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond'`

/** By the arrival of the leads. */
const byArrival = (order: LeadOrder): Sorting => ({
  by: inOrder([sql`${leads.createdAt}`, sql`${leads.id}`], order),
  after: (place) => sql`(${leads.createdAt}, ${leads.id}) ${beyond(order)}
    (${instantOf(place)}, ${place.id}::bigint)`,
  placeOf: ({ place, id }) => `${place.micros}.${id}`,
})

/** The same as the rows of what has become of them have it. */
const byReferral = (order: LeadOrder): Sorting => ({
  by: inOrder([sql`${referrals.receivedAt}`, sql`${referrals.leadId}`], order),
  after: (place) => sql`(${referrals.receivedAt}, ${referrals.leadId}) ${beyond(order)}
    (${instantOf(place)}, ${place.id}::bigint)`,
  placeOf: ({ place, id }) => `${place.received}.${id}`,
})

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
  throw new AppError('invalid_request', 'This is not the place of a page.', {
    fields: { cursor: 'This is not the place of a page.' },
  })
}

/** The turns of leads that wait for somebody, in the order of who waits for us. */
const turnsOf: Record<WaitsFor, [number, number]> = {
  us: [0, 2],
  contractor: [3, 3],
  visitor: [4, 4],
  later: [5, 5],
  nobody: [6, 6],
}

/** One page of the leads that pass the filters, as all of them were at one moment. */
export async function listPage(
  db: Database,
  filters: LeadFilters,
  { limit, cursor, order = 'newest' }: PageQuery,
): Promise<LeadPage> {
  const sorting = sortingOf(filters, order)
  const after = cursor === undefined ? undefined : sorting.after(parseCursor(cursor, sorting))
  const { waitsFor } = filters
  const turns = sorting === byTurn && waitsFor && between(referrals.turn, ...turnsOf[waitsFor])
  return db.transaction(
    async (tx) => {
      const rows = await selectEntries(tx)
        .where(and(passes(filters), turns || undefined, after))
        .orderBy(...sorting.by)
        // One more than is wanted shows whether the list goes on.
        .limit(limit + 1)
      const page = rows.slice(0, limit)
      const last = rows.length > limit ? page.at(-1) : undefined
      return { data: await toEntries(tx, page), nextCursor: last ? sorting.placeOf(last) : null }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** The leads with these numbers, newest first, as one page. */
export async function listThese(db: Database, ids: readonly number[]): Promise<LeadPage> {
  const rows = await selectEntries(db)
    .where(inArray(leads.id, [...ids]))
    .orderBy(...newestFirst)
  return { data: await toEntries(db, rows), nextCursor: null }
}

/** How many leads are read at once. */
const sliceSize = 100

/** Every lead that is not in quarantine, newest first, slice by slice, so that memory stays bounded. */
export async function* readAllLeads(db: Database) {
  const { by, after } = byArrival('newest')
  let place: Place | undefined
  do {
    const rows = await db
      .select({ ...leadColumns, micros: epochMicros })
      .from(leads)
      .where(and(sql`not is_quarantined`, place && after(place)))
      .orderBy(...by)
      .limit(sliceSize)
    yield rows.map(({ micros: _, ...row }) => toLead(row))
    const last = rows.length === sliceSize ? rows.at(-1) : undefined
    place = last && { turn: '', at: last.micros, id: String(last.id) }
  } while (place)
}
