import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { leadHours, leads } from '../../db/schema.ts'

/** The lengths of the periods that a lead's grams name, in days, longest first. */
const lengths = [256, 16, 1] as const

/** A search reads one period at a time, so that one should not hold many more leads than this. */
const fullPeriod = 20_000

/** Sizes only decide how a search is cut up, so that they may be old. */
const sizesLastMs = 10 * 60_000

const dayMs = 86_400_000

type Sizes = ReadonlyMap<number, number>

const knownSizes = new WeakMap<Database, { readAt: number; sizes: Promise<Sizes> }>()

async function readSizes(db: Database): Promise<Sizes> {
  const day = sql<number>`floor(extract(epoch from ${leadHours.hour}) / 86400)`.mapWith(Number)
  const rows = await db
    .select({ day, count: sql<number>`sum(${leadHours.count})`.mapWith(Number) })
    .from(leadHours)
    .where(eq(leadHours.dimension, 'all'))
    .groupBy(day)
  return new Map(rows.map((row) => [row.day, row.count]))
}

/** How many leads came on each day since 1970; counts that are too old serve once more while new ones are read. */
async function recallSizes(db: Database): Promise<Sizes> {
  const known = knownSizes.get(db)
  if (known && Date.now() - known.readAt < sizesLastMs) return known.sizes
  const sizes = readSizes(db)
  knownSizes.set(db, { readAt: Date.now(), sizes })
  sizes.catch(() => knownSizes.delete(db))
  return known?.sizes ?? sizes
}

/** A period as the function `lead_period` numbers it, and its length in days. */
export type Period = { number: number; days: number }

/** Cuts a period up until no part is too full. Newest first. */
function* cutUp(index: number, level: number, ofDay: Sizes, lastDay: number): Generator<Period> {
  const days = lengths[level] ?? 1
  const firstDay = index * days
  if (firstDay > lastDay) return
  let size = 0
  for (let day = firstDay; day < firstDay + days; day += 1) size += ofDay.get(day) ?? 0
  const partDays = lengths[level + 1]
  if (size <= fullPeriod || partDays === undefined) {
    yield { number: -(index * 1000 + days), days }
    return
  }
  const parts = days / partDays
  for (let part = parts - 1; part >= 0; part -= 1) {
    yield* cutUp(index * parts + part, level + 1, ofDay, lastDay)
  }
}

/** Periods that hold every lead up to an instant, newest first, none of them too full if it can be. */
export async function searchPeriods(db: Database, until: Date | undefined): Promise<Period[]> {
  const ofDay = await recallSizes(db)
  const bound = (edge: 'min' | 'max', quarantined: 'is_quarantined' | 'not is_quarantined') =>
    sql`(select extract(epoch from ${sql.raw(edge)}(${leads.createdAt})) from ${leads} where ${sql.raw(quarantined)})`
  const [bounds] = await db
    .select({
      oldest:
        sql`least(${bound('min', 'is_quarantined')}, ${bound('min', 'not is_quarantined')})`.mapWith(
          Number,
        ),
      newest:
        sql`greatest(${bound('max', 'is_quarantined')}, ${bound('max', 'not is_quarantined')})`.mapWith(
          Number,
        ),
    })
    .from(sql`(select 1) one`)
  if (!bounds || bounds.newest === null) return []
  const newest = until ? until.getTime() : bounds.newest * 1000
  const lastDay = Math.floor(newest / dayMs)
  const firstDay = Math.floor((bounds.oldest * 1000) / dayMs)
  const [longest] = lengths
  const periods: Period[] = []
  for (
    let index = Math.floor(lastDay / longest);
    index >= Math.floor(firstDay / longest);
    index -= 1
  ) {
    periods.push(...cutUp(index, 0, ofDay, lastDay))
  }
  return periods
}
