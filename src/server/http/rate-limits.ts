import { desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'
import { rateLimits } from '../db/tables/schema.ts'
import { countedKeys } from './client-address.ts'
import { AppError } from './errors.ts'

/** How soon the processes of one installation add up their counts. */
const shareAfterMs = 200

/** The most keys in memory. A dropped one comes back from the database with its next use. */
const mostKeys = 50_000

/**
 * The most counters in the database, some 100 bytes each: strangers may have that many addresses.
 */
const mostCounters = 500_000

/** The most keys in one statement. */
const mostShared = 5_000

/**
 * A key has `points` uses at once, and all of them come back, one after the other, within `seconds`.
 * `name` tells limits apart in the shared table.
 */
export type Limit = { name: string; points: number; seconds: number }

/** The seconds after which one use comes back. */
const secondsOfOne = ({ points, seconds }: Limit) => seconds / points

const rowOf = ({ name }: Limit, key: string) => `${name}:${key}`

const fromNow = (seconds: number) => sql`now() + ${seconds}::double precision * interval '1 second'`

const valuesOf = (limit: Limit, key: string, uses: number) => ({
  key: rowOf(limit, key),
  seconds: limit.seconds,
  expire: fromNow(uses * secondsOfOne(limit)),
})

/**
 * When all uses of a key are back, if some more are taken. It cannot be further ahead than for an
 * empty store, unless the clock was set back.
 */
const withMoreTaken = sql`
  greatest(now(), least(${rateLimits.expire}, now() + excluded.seconds * interval '1 second'))
  + (excluded.expire - now())`

const secondsLeft = sql`extract(epoch from ${rateLimits.expire} - now())`.mapWith(Number)

/** A use was taken, and how many were gone before; or it was refused, and when to come back. */
export type Taking = { isTaken: true; usedBefore: number } | { isTaken: false; waitSeconds: number }

/**
 * Takes one use of a key, and leaves at least `leave` of them. Counts for all processes at once,
 * and asks the database each time: for secrets that can be guessed.
 */
export async function takeUse(
  db: Database | Transaction,
  limit: Limit,
  key: string,
  leave = 0,
): Promise<Taking> {
  const one = secondsOfOne(limit)
  const most = limit.seconds - leave * one
  const values = valuesOf(limit, key, 1)
  const [taken] = await db
    .insert(rateLimits)
    .values(values)
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: { expire: withMoreTaken },
      setWhere: sql`${withMoreTaken} <= ${fromNow(most)}`,
    })
    .returning({ secondsLeft })
  if (taken) return { isTaken: true, usedBefore: Math.round(taken.secondsLeft) / one - 1 }
  const [full] = await db
    .select({ secondsLeft })
    .from(rateLimits)
    .where(eq(rateLimits.key, values.key))
  const wait = Math.min(full?.secondsLeft ?? 0, limit.seconds) + one - most
  return { isTaken: false, waitSeconds: Math.max(1, wait) }
}

export async function forgetUses(db: Database, limit: Limit, key: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, rowOf(limit, key)))
}

export async function giveBackUse(db: Database, limit: Limit, key: string): Promise<void> {
  const one = sql`${secondsOfOne(limit)}::double precision * interval '1 second'`
  await db
    .update(rateLimits)
    .set({ expire: sql`${rateLimits.expire} - ${one}` })
    .where(eq(rateLimits.key, rowOf(limit, key)))
}

/**
 * Counts uses of keys; those of a client of IPv6 also for its /48. Each method throws
 * `too_many_requests` with the time to wait when the key has no use left, and then counts nothing.
 */
export type RateLimiter = {
  /** Throws as if it were used, and counts nothing. */
  assertLeft: (key: string) => void
  /** Decides at once, from the counts in memory. */
  consume: (key: string) => void
  /** Decides by the counts of all processes: for attempts to guess a secret. */
  consumeStrictly: (key: string) => Promise<void>
}

/** A key in memory. `backAt`, when all of its uses are back, is of `performance.now()`. */
type Store = { limit: Limit; key: string; backAt: number; unshared: number }

/** Adds the counts of `unshared` to the database, and puts the sums back into its stores. */
function createSharing(db: Database, unshared: Map<string, Store>) {
  let isPlanned = false
  let sharing = Promise.resolve()

  async function shareOnce(): Promise<void> {
    // Uses that could not be shared while the database was away, and are back by now.
    for (const [name, { backAt }] of unshared) {
      if (backAt <= performance.now()) unshared.delete(name)
    }
    const sent = [...unshared.values()].slice(0, mostShared)
    if (sent.length === 0) return
    const counts = sent.map(({ unshared: count }) => count)
    const rows = sent.map(({ limit, key }, place) => valuesOf(limit, key, counts[place] ?? 0))
    // Sorted, so that processes that count the same keys never wait for each other in a circle.
    rows.sort((a, b) => (a.key < b.key ? -1 : 1))
    for (const store of sent) store.unshared = 0
    try {
      const sums = await db
        .insert(rateLimits)
        .values(rows)
        .onConflictDoUpdate({ target: rateLimits.key, set: { expire: withMoreTaken } })
        .returning({ name: rateLimits.key, secondsLeft })
      for (const { name, secondsLeft: seconds } of sums) {
        const store = unshared.get(name)
        if (!store) continue
        const mine = store.unshared * secondsOfOne(store.limit)
        store.backAt = performance.now() + (seconds + mine) * 1000
        if (store.unshared === 0) unshared.delete(name)
      }
    } catch (error) {
      // Shared again with the next use.
      sent.forEach((store, place) => {
        store.unshared += counts[place] ?? 0
      })
      throw error
    }
  }

  return function shareSoon(): void {
    if (isPlanned) return
    isPlanned = true
    setTimeout(() => {
      isPlanned = false
      sharing = sharing.then(shareOnce).catch(() => {})
    }, shareAfterMs).unref()
  }
}

/**
 * Several limits over the same keys. Counts in memory, so that no visitor waits and it goes on
 * while the database is away; the database adds up the counts of all processes a moment later.
 */
export function createRateLimiter(
  db: Database,
  limits: Limit[],
  message: string | ((secondsToWait: number) => string),
): RateLimiter {
  const stores = new Map<string, Store>()
  const unshared = new Map<string, Store>()
  const shareSoon = createSharing(db, unshared)

  function storeOf(limit: Limit, key: string): Store {
    const known = stores.get(rowOf(limit, key))
    return known ?? { limit, key, backAt: 0, unshared: 0 }
  }

  const storesOf = (key: string) =>
    countedKeys(key).flatMap(([counted, times]) =>
      limits.map((limit) => storeOf({ ...limit, points: limit.points * times }, counted)),
    )

  function refuse(seconds: number): never {
    const retryAfterSeconds = Math.max(1, seconds)
    const words = typeof message === 'string' ? message : message(retryAfterSeconds)
    throw new AppError('too_many_requests', words, { retryAfterSeconds })
  }

  function assertLeft(key: string): void {
    const waits = storesOf(key).map(({ limit, backAt }) => {
      const left = Math.max(0, backAt - performance.now()) / 1000
      return left + secondsOfOne(limit) - limit.seconds
    })
    // A wait shorter than the counting itself is none.
    const wait = Math.max(...waits)
    if (wait > 1e-6) refuse(wait)
  }

  function keep(store: Store, seconds: number): void {
    const name = rowOf(store.limit, store.key)
    store.backAt = performance.now() + seconds * 1000
    // The one used last is dropped last.
    stores.delete(name)
    stores.set(name, store)
    if (stores.size <= mostKeys) return
    const [oldest = ''] = stores.keys()
    stores.delete(oldest)
    unshared.delete(oldest)
  }

  return {
    assertLeft,
    consume(key) {
      assertLeft(key)
      for (const store of storesOf(key)) {
        const left = Math.max(0, store.backAt - performance.now()) / 1000
        store.unshared += 1
        keep(store, left + secondsOfOne(store.limit))
        unshared.set(rowOf(store.limit, store.key), store)
      }
      shareSoon()
    },
    async consumeStrictly(key) {
      assertLeft(key)
      for (const store of storesOf(key)) {
        const taking = await takeUse(db, store.limit, store.key)
        const one = secondsOfOne(store.limit)
        if (taking.isTaken) {
          keep(store, (taking.usedBefore + 1) * one)
        } else {
          // From now on it is known here, and the database is not asked.
          keep(store, store.limit.seconds - one + taking.waitSeconds)
          refuse(taking.waitSeconds)
        }
      }
    },
  }
}

/** Deletes counters of keys with all uses back; of too many others, those that end first. */
export async function deleteOldCounters(db: Database, most = mostCounters): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expire, new Date()))
  const tooMany = db
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .orderBy(desc(rateLimits.expire))
    .offset(most)
  await db.delete(rateLimits).where(inArray(rateLimits.key, tooMany))
}
