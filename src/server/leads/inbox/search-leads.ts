import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { LeadFilters, LeadPage } from '#/contracts/inbox.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import type { Database } from '../../db/database.ts'
import { leads } from '../../db/schema.ts'
import {
  isAfter,
  matchesFilters,
  newestFirst,
  type Place,
  pageColumns,
  parseCursor,
  selectFirst,
  statusesOf,
  toPage,
} from './list-leads.ts'
import { searchPeriods } from './search-periods.ts'
import { searchTerms } from './search-terms.ts'

/** Where a search leaves one way for another. It decides how fast a search is, never what it finds. */
const usualCutoffs = {
  /** So many of the newest leads are looked through before the index is asked: common terms end here. */
  shortWalk: 4_000,
  /** As many as it pays to look through for a term that `oftenFound` leads of the short walk have. */
  longWalk: 24_000,
  oftenFound: 30,
  /** Who has so many matches in the short walk has too many in all to sort them. */
  seldomFound: 4,
  /** So many matches are fetched and sorted at once. */
  fewMatches: 1_000,
}

type Wanted = { after: Place | undefined; limit: number }

/** One page of the leads that pass the filters. What a search finds comes newest first in any case. */
export async function listPage(
  db: Database,
  filters: LeadFilters,
  { limit, cursor, order }: { limit: number; cursor?: string | undefined; order?: LeadOrder },
  cutoffs = usualCutoffs,
): Promise<LeadPage> {
  const wanted = { after: parseCursor(cursor), limit: limit + 1 }
  const sought = soughtTerms(filters)
  if (!sought)
    return toPage(await selectFirst(db, filters, { ...wanted, ...(order && { order }) }), limit)
  return toPage(await findFirst(db, filters, sought, wanted, cutoffs), limit)
}

/** The first matches of a search, by whichever way is fast for so many as there seem to be. */
async function findFirst(
  db: Database,
  filters: LeadFilters,
  sought: SQL[],
  wanted: Wanted,
  { shortWalk, longWalk, oftenFound, seldomFound, fewMatches }: typeof usualCutoffs,
) {
  let walked = await walkNewest(db, filters, sought, wanted, shortWalk)
  const { length } = walked
  if (length < wanted.limit && length >= oftenFound) {
    walked = await walkNewest(db, filters, sought, wanted, longWalk)
  }
  if (walked.length >= wanted.limit) return walked
  const sorted =
    length < seldomFound ? await sortMatches(db, filters, sought, wanted, fewMatches) : undefined
  return sorted ?? readPeriods(db, filters, sought, wanted)
}

/** What a search looks for, any of these; undefined where nothing is asked for. */
export function soughtTerms({ q = '' }: LeadFilters): SQL[] | undefined {
  const terms = searchTerms(q)
  return (
    terms && [sql`fold_text(${terms.typed})`, ...terms.digits.map((each) => sql`${each}::text`)]
  )
}

/** True for search texts that hold one of the terms. */
export function holdsTerm(searchText: SQL, sought: readonly SQL[]): SQL | undefined {
  return or(...sought.map((term) => sql`strpos(${searchText}, ${term}) > 0`))
}

/** What a lead must have to be found through the search index; `period` narrows it further. */
export function isMatch(
  filters: LeadFilters,
  sought: readonly SQL[],
  { after, period }: { after?: Place | undefined; period?: SQL } = {},
): SQL | undefined {
  const hasGrams = sought.map((term) => {
    const grams = sql`text_grams(${term}, least(3, length(${term})))`
    return sql`lead_grams(search_text, created_at) @> ${period ? sql`(${grams} || ${period})` : grams}`
  })
  const statuses = statusesOf(filters)
  return and(
    or(...hasGrams),
    holdsTerm(sql`${leads.searchText}`, sought),
    matchesFilters(filters),
    statuses.length === 1 ? inArray(leads.isContacted, statuses) : undefined,
    isAfter(after),
  )
}

const place = { id: leads.id, createdAt: leads.createdAt }

const placesNewestFirst = sql`created_at desc, id desc`

/** Fast for a term that many of the newest leads have. */
function walkNewest(
  db: Database,
  filters: LeadFilters,
  sought: SQL[],
  wanted: Wanted,
  length: number,
) {
  const newest = selectFirst(db, filters, { ...wanted, limit: length, isSearched: true }).as(
    'newest',
  )
  return db
    .select()
    .from(newest)
    .where(holdsTerm(sql`${newest.searchText}`, sought))
    .orderBy(placesNewestFirst)
    .limit(wanted.limit)
}

/** Fast for a term that few leads have; undefined where there are many. */
async function sortMatches(
  db: Database,
  filters: LeadFilters,
  sought: SQL[],
  wanted: Wanted,
  fewMatches: number,
) {
  const matches = db.$with('matches').as(
    db
      .select(place)
      .from(leads)
      .where(isMatch(filters, sought, wanted))
      .limit(fewMatches + 1),
  )
  const first = db
    .select({ id: matches.id })
    .from(matches)
    .orderBy(placesNewestFirst)
    .limit(wanted.limit)
    .as('first')
  const rows = await db
    .with(matches)
    .select({
      ...pageColumns,
      matches: sql`(select count(*) from matches)`.mapWith(Number).as('matches'),
    })
    .from(leads)
    .innerJoin(first, eq(leads.id, first.id))
    .orderBy(...newestFirst)
  if ((rows[0]?.matches ?? 0) > fewMatches) return undefined
  return rows.map(({ matches: _, ...row }) => row)
}

/**
 * For a term that many leads have, but few of the newest. The index knows no order, so one period
 * after the other is read, and no further once the page is full.
 */
export async function readPeriods(
  db: Database,
  filters: LeadFilters,
  sought: SQL[],
  wanted: Wanted,
) {
  const { after, limit } = wanted
  const periods = await searchPeriods(db, after && new Date(Number(after.micros) / 1000))
  const hits = db
    .select(place)
    .from(leads)
    // A period's number may be a gram's by chance.
    .where(
      and(
        isMatch(filters, sought, { after, period: sql`period` }),
        sql`lead_period(days, ${leads.createdAt}) = period`,
      ),
    )
    // Keeps the planner from walking the whole list in its order instead.
    .offset(0)
    .as('hits')
  const found = db.select().from(hits).orderBy(placesNewestFirst).limit(limit).as('found')
  const numbers = sql.param(periods.map(({ number }) => number))
  const days = sql.param(periods.map((period) => period.days))
  const first = db
    .select({ id: found.id })
    .from(sql`unnest(${numbers}::int[], ${days}::int[]) as periods(period, days)`)
    .crossJoinLateral(found)
    .limit(limit)
    .as('first')
  return db
    .select(pageColumns)
    .from(leads)
    .innerJoin(first, eq(leads.id, first.id))
    .orderBy(...newestFirst)
}
