import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { LeadFilters, LeadPage } from '#/contracts/inbox.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import type { Database } from '../../db/database.ts'
import { leads } from '../../db/schema.ts'
import { AppError } from '../../http/errors.ts'
import { entryColumns, leadColumns, toEntry, toLead } from '../lead-rows.ts'

/** The place of a lead in the order of the inbox. Microseconds: the database knows them, a Date does not. */
export type Place = { micros: string; id: string }

/** Newest first; of the same instant the one stored last. */
export const newestFirst = [desc(leads.createdAt), desc(leads.id)] as const

const epochMicros = sql<string>`(extract(epoch from ${leads.createdAt}) * 1000000)::bigint::text`

/** The columns of a page, with the place of each row. */
export const pageColumns = { ...entryColumns, micros: epochMicros.as('micros') }

/** The instant of a place, exactly. */
export const instantOf = ({ micros }: Place) =>
  sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`

/** What comes after a place in an order of the inbox. */
export function isAfter(place: Place | undefined, order: LeadOrder = 'newest'): SQL | undefined {
  const beyond = sql.raw(order === 'newest' ? '<' : '>')
  return (
    place &&
    sql`(${leads.createdAt}, ${leads.id}) ${beyond} (${instantOf(place)}, ${place.id}::bigint)`
  )
}

/** Reads a `nextCursor`; refuses what is none. */
export function parseCursor(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined
  const [, micros, id] = /^(-?\d{1,18})\.(\d{1,18})$/.exec(cursor) ?? []
  if (micros === undefined || id === undefined) {
    throw new AppError('invalid_request', 'This is not the place of a page.', {
      fields: { cursor: 'This is not the place of a page.' },
    })
  }
  return { micros, id }
}

/** The filters but for the status and the search. */
export function matchesFilters({ service, source, quarantined }: LeadFilters): SQL | undefined {
  return and(
    // Written as the indexes have it.
    quarantined ? sql`is_quarantined` : sql`not is_quarantined`,
    service === undefined ? undefined : eq(leads.service, service),
    source === undefined ? undefined : eq(leads.source, source),
  )
}

/** The values of `isContacted` that a status filter lets through. */
export function statusesOf({ status }: LeadFilters): boolean[] {
  return status === 'all' ? [true, false] : [status === 'contacted']
}

/**
 * The first leads that pass the filters, after a place. Every combination of filters is read from an
 * index that has its order: where that needs the status and none is asked for, from both statuses.
 */
export function selectFirst(
  db: Database,
  filters: LeadFilters,
  {
    after,
    limit,
    order = 'newest',
    isSearched = false,
  }: { after?: Place | undefined; limit: number; order?: LeadOrder; isSearched?: boolean },
) {
  const where = and(matchesFilters(filters), isAfter(after, order))
  const inOrder = order === 'newest' ? newestFirst : [asc(leads.createdAt), asc(leads.id)]
  // What is only listed need not bring the text along that a search compares.
  const searchText = isSearched ? sql<string>`search_text` : sql<string>`''`
  const columns = { ...pageColumns, searchText: searchText.as('searched') }
  const select = (condition: SQL | undefined) =>
    db
      .select(columns)
      .from(leads)
      .where(and(where, condition))
      .orderBy(...inOrder)
      .limit(limit)
  const isUnfiltered = filters.service === undefined && filters.source === undefined
  const statuses = statusesOf(filters)
  if (statuses.length === 1) return select(eq(leads.isContacted, filters.status === 'contacted'))
  if (isUnfiltered || filters.quarantined) return select(undefined)
  return unionAll(select(sql`is_contacted`), select(sql`not is_contacted`))
    .orderBy(order === 'newest' ? sql`created_at desc, id desc` : sql`created_at, id`)
    .limit(limit)
}

type PageRow = Parameters<typeof toEntry>[0] & { micros: string; searchText?: string }

/** A page out of one row more than it holds. */
export function toPage(rows: readonly PageRow[], limit: number): LeadPage {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    data: page.map(({ micros: _, searchText: __, ...row }) => toEntry(row)),
    nextCursor: last && rows.length > limit ? `${last.micros}.${last.id}` : null,
  }
}

const batchSize = 1_000

/** Every lead that is not in quarantine, newest first, in batches: nothing is held for long. */
export async function* readAllLeads(db: Database) {
  let after: Place | undefined
  do {
    const rows = await db
      .select({ ...leadColumns, micros: epochMicros.as('micros') })
      .from(leads)
      .where(and(sql`not is_quarantined`, isAfter(after)))
      .orderBy(...newestFirst)
      .limit(batchSize)
    yield rows.map(({ micros: _, ...row }) => toLead(row))
    const last = rows.at(-1)
    after =
      last && rows.length === batchSize ? { micros: last.micros, id: String(last.id) } : undefined
  } while (after)
}
