import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { LeadFilters, LeadPage } from '#/contracts/leads/inbox.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { leads } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import { entryColumns, leadColumns, toEntry, toLead } from '../lead-rows.ts'
import { holdsTerm } from './search-terms.ts'

/** The place of a lead in the order of the inbox. Microseconds: a Date has only milliseconds. */
type Place = { micros: string; id: string }

/** Which page of a list. `cursor` is the `nextCursor` of the page before. */
type PageQuery = { limit: number; cursor?: string | undefined; order?: LeadOrder }

/** Newest first; of the same instant the one stored last. */
export const newestFirst = [desc(leads.createdAt), desc(leads.id)] as const

const oldestFirst = [asc(leads.createdAt), asc(leads.id)]

const epochMicros = sql<string>`(extract(epoch from ${leads.createdAt}) * 1000000)::bigint::text`

/** True for leads after a place, in an order of the inbox; undefined without a place. */
function isAfter(place: Place | undefined, order: LeadOrder = 'newest'): SQL | undefined {
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

/** True for the leads in quarantine, or for all others. Written as the indexes have it. */
export const isOfKind = ({ quarantined }: Pick<LeadFilters, 'quarantined'>): SQL =>
  quarantined ? sql`is_quarantined` : sql`not is_quarantined`

/** True for leads that pass the filters and that the search finds. */
export function passes(filters: LeadFilters): SQL | undefined {
  const { q, service, source, status } = filters
  return and(
    isOfKind(filters),
    service === undefined ? undefined : eq(leads.service, service),
    source === undefined ? undefined : eq(leads.source, source),
    status === 'all' ? undefined : eq(leads.isContacted, status === 'contacted'),
    holdsTerm(q),
  )
}

/** One page of the leads that pass the filters. */
export async function listPage(
  db: Database,
  filters: LeadFilters,
  { limit, cursor, order = 'newest' }: PageQuery,
): Promise<LeadPage> {
  const rows = await db
    .select({ ...entryColumns, micros: epochMicros.as('micros') })
    .from(leads)
    .where(and(passes(filters), isAfter(parseCursor(cursor), order)))
    .orderBy(...(order === 'newest' ? newestFirst : oldestFirst))
    // One more than is wanted shows whether the list goes on.
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    data: page.map(({ micros: _, ...row }) => toEntry(row)),
    nextCursor: last && rows.length > limit ? `${last.micros}.${last.id}` : null,
  }
}

/** How many leads are read at once. */
const sliceSize = 100

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
