import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { LeadFilters, LeadPage } from '#/contracts/leads/inbox.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { leads } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import { readInSlices, sliceSize } from '../../http/slices.ts'
import { entryColumns, leadColumns, toEntry, toLead } from '../lead-rows.ts'

/** The place of a lead in the order of the inbox. Microseconds: a Date has only milliseconds. */
export type Place = { micros: string; id: string }

/** Which page of a list. `cursor` is the `nextCursor` of the page before. */
export type PageQuery = { limit: number; cursor?: string | undefined; order?: LeadOrder }

/** Newest first; of the same instant the one stored last. */
export const newestFirst = [desc(leads.createdAt), desc(leads.id)] as const

const oldestFirst = [asc(leads.createdAt), asc(leads.id)]

const epochMicros = sql<string>`(extract(epoch from ${leads.createdAt}) * 1000000)::bigint::text`

/** The columns of a page, with the place of each row. */
export const pageColumns = { ...entryColumns, micros: epochMicros.as('micros') }

/** True for leads after a place, in an order of the inbox; undefined without a place. */
export function isAfter(place: Place | undefined, order: LeadOrder = 'newest'): SQL | undefined {
  if (!place) return undefined
  const beyond = sql.raw(order === 'newest' ? '<' : '>')
  const instant = sql`(timestamptz 'epoch' + ${place.micros}::bigint * interval '1 microsecond')`
  return sql`(${leads.createdAt}, ${leads.id}) ${beyond} (${instant}, ${place.id}::bigint)`
}

/** The years 2000 to 2100 in microseconds: beyond, instants are none for the database. */
const [firstMicros, lastMicros] = [946_684_800_000_000, 4_102_444_800_000_000]

/** Reads a `nextCursor`. Throws `invalid_request` for any other text. */
export function parseCursor(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined
  const [, micros, id] = /^(\d{1,16})\.(\d{1,16})$/.exec(cursor) ?? []
  const isInRange = Number(micros) >= firstMicros && Number(micros) <= lastMicros
  if (micros === undefined || id === undefined || !isInRange) {
    throw new AppError('invalid_request', 'This is not the place of a page.', {
      fields: { cursor: 'This is not the place of a page.' },
    })
  }
  return { micros, id }
}

/** True for leads that pass the filters, whatever the search. */
export function passes({ service, source, status, quarantined }: LeadFilters): SQL | undefined {
  return and(
    // Written as the indexes have it.
    quarantined ? sql`is_quarantined` : sql`not is_quarantined`,
    service === undefined ? undefined : eq(leads.service, service),
    source === undefined ? undefined : eq(leads.source, source),
    status === 'all' ? undefined : eq(leads.isContacted, status === 'contacted'),
  )
}

/** Which rows of a list: those after a place, and how many. */
export type Wanted = { after?: Place | undefined; limit: number; order?: LeadOrder }

/**
 * The first leads that pass the filters. An index has the order of every combination of filters;
 * where that index also has the status, and the filters do not, both statuses are read.
 */
export function selectFirst(
  db: Database,
  filters: LeadFilters,
  { after, limit, order = 'newest' }: Wanted,
) {
  const select = (status: LeadFilters['status']) =>
    db
      .select({ ...pageColumns, searchText: leads.searchText })
      .from(leads)
      .where(and(passes({ ...filters, status }), isAfter(after, order)))
      .orderBy(...(order === 'newest' ? newestFirst : oldestFirst))
      .limit(limit)
  const isUnfiltered = filters.service === undefined && filters.source === undefined
  if (filters.status !== 'all' || isUnfiltered || filters.quarantined) return select(filters.status)
  return unionAll(select('contacted'), select('new'))
    .orderBy(order === 'newest' ? sql`created_at desc, id desc` : sql`created_at, id`)
    .limit(limit)
}

type PageRow = Parameters<typeof toEntry>[0] & { micros: string; searchText?: string }

/** Makes a page of one row more than it holds. */
export function toPage(
  rows: readonly PageRow[],
  limit: number,
  hasMore = rows.length > limit,
): LeadPage {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    data: page.map(({ micros: _, searchText: __, ...row }) => toEntry(row)),
    nextCursor: last && hasMore ? `${last.micros}.${last.id}` : null,
  }
}

/** One page of the leads that pass the filters. */
export function listPage(
  db: Database,
  filters: LeadFilters,
  { limit, cursor, order = 'newest' }: PageQuery,
): Promise<LeadPage> {
  return readInSlices({ limit, cursor }, async (slice) => {
    const wanted = { after: parseCursor(slice.cursor), limit: slice.limit + 1, order }
    return toPage(await selectFirst(db, filters, wanted), slice.limit)
  })
}

/** Every lead that is not in quarantine, newest first, slice by slice, so that memory stays bounded. */
export async function* readAllLeads(db: Database) {
  let after: Place | undefined
  do {
    const rows = await db
      .select({ ...leadColumns, micros: epochMicros.as('micros') })
      .from(leads)
      .where(and(sql`not is_quarantined`, isAfter(after)))
      .orderBy(...newestFirst)
      .limit(sliceSize)
    yield rows.map(({ micros: _, ...row }) => toLead(row))
    const last = rows.at(-1)
    after =
      last && rows.length === sliceSize ? { micros: last.micros, id: String(last.id) } : undefined
  } while (after)
}
