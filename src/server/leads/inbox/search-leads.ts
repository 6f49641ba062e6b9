import { and, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { LeadFilters, LeadPage } from '#/contracts/leads/inbox.ts'
import { type SearchTerms, searchTerms } from '#/contracts/leads/search-terms.ts'
import { leads } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { sliceSize } from '../../http/slices.ts'
import {
  isAfter,
  newestFirst,
  type PageQuery,
  pageColumns,
  parseCursor,
  passes,
  selectFirst,
  toPage,
  type Wanted,
} from './list-leads.ts'

/** Where a search changes from one way to the next: decides how fast it is, never what it finds. */
const usualCutoffs = {
  /**
   * How many of the newest leads are read through first. To count a term that is not rare, it is then
   * four times as many.
   */
  newest: 2_000,
  /** With fewer matches than this among the newest, a term is rare: all its matches are sorted. */
  rare: 5,
  /** The most matches that are sorted. */
  sorted: 4_000,
}

/** A search for the terms of some filters, among the leads that pass these filters. */
export type LeadSearch = {
  /** One page of what it finds, newest first. */
  page: (query: PageQuery) => Promise<LeadPage>
  /** Counts what it finds, up to one more than `floor`. */
  count: (floor: number) => Promise<number>
}

const asNumbers = (ids: string[]) => ids.map(Number)

/** The index knows of each lead in which period of so many days it came. */
const periodDays = 16

/** Stands where a statement needs one row to select from. */
const oneRow = sql`(select 1) one_row`

/** `holdsTerm`: a lead has one of the terms. `isNamed`: the index says so, in one period or in all. */
function conditionsOf({ typed, asStored, reference }: SearchTerms) {
  const sought = [sql`fold_text(${typed})`, ...asStored.map((each) => sql`${each}::text`)]
  // An index has it, whatever the period.
  const isNamedSo = reference && sql`lead_reference(submission_id) = ${reference.replace('-', '')}`
  const holdsTerm = or(
    ...sought.map((term) => sql`strpos(search_text, ${term}) > 0`),
    isNamedSo || undefined,
  )
  const isNamed = (period?: SQL) =>
    or(
      ...sought.map((term) => {
        // A longer term is looked up by its runs of three characters, and of four equal ones.
        const grams = sql`text_grams(${term}, least(3, length(${term}))) || text_runs(${term})`
        return sql`lead_grams(search_text, created_at) @> (${period ? sql`${grams} || ${period}` : grams})`
      }),
      isNamedSo || undefined,
    )
  return { holdsTerm, isNamed }
}

/** Reads the first of the leads that were found, newest first, as a page. */
async function readFound(db: Database, found: readonly number[], limit: number): Promise<LeadPage> {
  const page: LeadPage = { data: [], nextCursor: null }
  const ids = found.slice(0, limit)
  for (let from = 0; from < ids.length; from += sliceSize) {
    const rows = await db
      .select(pageColumns)
      .from(leads)
      .where(inArray(leads.id, ids.slice(from, from + sliceSize)))
      .orderBy(...newestFirst)
    const { data, nextCursor } = toPage(rows, sliceSize, found.length > limit)
    page.data.push(...data)
    // A lead that was deleted in between must not end the list.
    page.nextCursor = nextCursor ?? page.nextCursor
  }
  return page
}

/**
 * Prepares the search of the inbox; undefined if the filters have nothing to search for. No index
 * knows both the terms and the order of time. So the newest leads are read through first, which is
 * enough for a common term; the matches of a rare one are all sorted; for any other, one period is
 * looked up after the other, newest first.
 */
export function searchFor(
  db: Database,
  filters: LeadFilters,
  cutoffs = usualCutoffs,
): LeadSearch | undefined {
  const terms = searchTerms(filters.q ?? '')
  if (!terms) return undefined
  const { holdsTerm, isNamed } = conditionsOf(terms)

  /** The first matches among the newest leads. `isEnd`: these were all leads. */
  async function readNewest({ after, limit }: Wanted, length: number) {
    const newest = selectFirst(db, filters, { after, limit: length }).as('newest')
    const [row] = await db
      .select({
        read: sql`count(*)`.mapWith(Number),
        ids: sql`coalesce((array_agg(id) filter (where ${holdsTerm}))[1:${limit}], '{}')`.mapWith(
          asNumbers,
        ),
      })
      .from(newest)
    return { ids: row?.ids ?? [], isEnd: (row?.read ?? 0) < length }
  }

  /** The first of all matches; undefined if there are too many to sort. */
  async function sortMatches({ after, limit }: Wanted, most: number) {
    const matches = db.$with('matches').as(
      db
        .select({ id: leads.id, createdAt: leads.createdAt })
        .from(leads)
        .where(and(isNamed(), holdsTerm, passes(filters), isAfter(after)))
        .limit(most + 1),
    )
    const [row] = await db
      .with(matches)
      .select({
        found: sql`(select count(*) from matches)`.mapWith(Number),
        ids: sql`array(select id from matches order by created_at desc, id desc limit ${limit})`.mapWith(
          asNumbers,
        ),
      })
      .from(oneRow)
    return row && row.found <= most ? row.ids : undefined
  }

  /** The first matches, period by period until there are enough. */
  async function readPeriods({ after, limit }: Wanted) {
    const kind = filters.quarantined ? sql`is_quarantined` : sql`not is_quarantined`
    const indexOf = (instant: SQL) =>
      sql`floor(extract(epoch from ${instant}) / 86400 / ${periodDays})::integer`
    const newest = after
      ? sql`to_timestamp(${after.micros}::double precision / 1000000)`
      : sql`(select max(created_at) from ${leads} where ${kind})`
    const oldest = sql`(select min(created_at) from ${leads} where ${kind})`
    // Without the offset the planner may walk a list in its order for each period instead.
    const [row] = await db
      .select({
        ids: sql`array(
          select first.id
          from generate_series(${indexOf(newest)}, ${indexOf(oldest)}, -1) index
          cross join lateral (select -(index * 1000 + ${periodDays}) as number) period
          cross join lateral (
            select id from (
              select * from ${leads}
              where ${isNamed(sql`number`)} and ${holdsTerm}
              and lead_period(${periodDays}, created_at) = number offset 0
            ) ${leads}
            where ${and(passes(filters), isAfter(after))}
            order by created_at desc, id desc limit ${limit}
          ) first
          limit ${limit})`.mapWith(asNumbers),
      })
      .from(oneRow)
    return row?.ids ?? []
  }

  async function findFirst(wanted: Wanted): Promise<number[]> {
    const { ids, isEnd } = await readNewest(wanted, cutoffs.newest)
    if (isEnd || ids.length >= wanted.limit) return ids
    const sorted = ids.length < cutoffs.rare ? await sortMatches(wanted, cutoffs.sorted) : undefined
    return sorted ?? readPeriods(wanted)
  }

  return {
    async page({ limit, cursor }) {
      const found = await findFirst({ after: parseCursor(cursor), limit: limit + 1 })
      return readFound(db, found, limit)
    },
    async count(floor) {
      const limit = floor + 1
      for (const length of [cutoffs.newest, 4 * cutoffs.newest]) {
        const { ids, isEnd } = await readNewest({ limit }, length)
        if (isEnd || ids.length === limit) return ids.length
        if (ids.length < cutoffs.rare) break
      }
      const matches = db
        .select({ id: leads.id })
        .from(leads)
        .where(and(isNamed(), holdsTerm, passes(filters)))
        .limit(limit)
      return db.$count(matches.as('matches'))
    },
  }
}
