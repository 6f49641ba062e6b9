import { desc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'
import { rateLimits } from '../db/tables/schema.ts'
import { AppError } from './errors.ts'

/** The most keys of one limiter in memory. */
const mostKeys = 50_000

/** The most counters in the database, some 100 bytes each: strangers may have that many addresses. */
const mostCounters = 500_000

/**
 * A key has `points` uses at once, and all of them come back, one after the other, within `seconds`.
 * `name` tells limits apart.
 */
export type Limit = { name: string; points: number; seconds: number }

/** The seconds after which one use comes back. */
const secondsOfOne = ({ points, seconds }: Limit) => seconds / points

const rowOf = ({ name }: Limit, key: string) => `${name}:${key}`

const fromNow = (seconds: number) => sql`now() + ${seconds}::double precision * interval '1 second'`

/**
 * Takes one use of a key, in the database, for all processes: for secrets that can be guessed. Returns
 * the seconds until there is one again, and undefined where it was taken.
 */
export async function takeUse(
  db: Database | Transaction,
  limit: Limit,
  key: string,
): Promise<number | undefined> {
  const { seconds } = limit
  const row = rowOf(limit, key)
  // It cannot be further ahead than when none is left, unless the clock was set back.
  const backAt = sql`least(${rateLimits.expire}, ${fromNow(seconds)})`
  const withOneTaken = sql`greatest(now(), ${backAt}) + (excluded.expire - now())`
  const taken = await db
    .insert(rateLimits)
    .values({ key: row, expire: fromNow(secondsOfOne(limit)) })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: { expire: withOneTaken },
      setWhere: sql`${withOneTaken} <= ${fromNow(seconds)}`,
    })
    .returning({ key: rateLimits.key })
  if (taken.length > 0) return undefined
  const secondsLeft = sql`extract(epoch from ${rateLimits.expire} - now())`.mapWith(Number)
  const [full] = await db.select({ secondsLeft }).from(rateLimits).where(eq(rateLimits.key, row))
  const wait = Math.min(full?.secondsLeft ?? 0, seconds) + secondsOfOne(limit) - seconds
  return Math.max(1, wait)
}

/** Gives one use of a key back. */
export async function giveBackUse(
  db: Database | Transaction,
  limit: Limit,
  key: string,
): Promise<void> {
  const one = sql`${secondsOfOne(limit)}::double precision * interval '1 second'`
  await db
    .update(rateLimits)
    .set({ expire: sql`${rateLimits.expire} - ${one}` })
    .where(eq(rateLimits.key, rowOf(limit, key)))
}

/** Deletes counters of keys with all uses back; of too many others, those that end first. */
export async function deleteOldCounters(db: Database, most = mostCounters): Promise<void> {
  const tooMany = db
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .orderBy(desc(rateLimits.expire))
    .offset(most)
  const isOver = lt(rateLimits.expire, sql`now()`)
  await db.delete(rateLimits).where(or(isOver, inArray(rateLimits.key, tooMany)))
}

/**
 * Takes a use of a key; throws `too_many_requests` with the time to wait when it has none left, and
 * then counts nothing.
 */
export type TakeTurn = (key: string) => void

/** Makes several limits over the same keys, counted in the memory of this process. */
export function createRateLimiter(limits: Limit[], message: string): TakeTurn {
  /** When all uses of a key are back, by `performance.now()`; the key used last is the last. */
  const backAt = new Map<string, number>()

  return (key) => {
    const now = performance.now()
    const next = limits.map((limit) => {
      const row = rowOf(limit, key)
      const left = Math.max(0, (backAt.get(row) ?? 0) - now)
      return { row, seconds: limit.seconds, ms: left + secondsOfOne(limit) * 1000 }
    })
    const wait = Math.max(...next.map(({ ms, seconds }) => ms / 1000 - seconds))
    // A wait shorter than the counting itself is none.
    if (wait > 1e-6) {
      throw new AppError('too_many_requests', message, { retryAfterSeconds: Math.max(1, wait) })
    }
    for (const { row, ms } of next) {
      backAt.delete(row)
      backAt.set(row, now + ms)
    }
    for (const oldest of backAt.keys()) {
      if (backAt.size <= mostKeys) break
      backAt.delete(oldest)
    }
  }
}
