import { desc, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { rateLimits } from '../db/tables/schema.ts'
import { countedKeys } from './client-address.ts'
import { AppError } from './errors.ts'

/** How soon the processes of one installation add up their counts. */
const shareAfterMs = 200

/** The most keys in memory. A dropped one comes back from the database with its next use. */
const mostKeys = 50_000

/** The most counters in the database, some 100 bytes each: strangers may have that many addresses. */
const mostCounters = 500_000

/** The most keys in one statement. */
const mostShared = 5_000

/** So many `points` within `seconds`; `name` tells limits apart in the shared table. */
export type Limit = { name: string; points: number; seconds: number }

/**
 * Counts uses of keys; those of a client of IPv6 also for its /48. Each throws `too_many_requests` with the time to wait when the key has no
 * use left, and then counts nothing.
 */
export type RateLimiter = {
  /** Throws as if it were used, and counts nothing. */
  assertLeft: (key: string) => void
  /** Decides at once, from the counts in memory. */
  consume: (key: string) => void
  /** Decides after the counts of all processes were added up: for attempts to guess a secret. */
  consumeStrictly: (key: string) => Promise<void>
}

/** The uses of a key in the current window. `endsAt` is of `performance.now()`, which never jumps. */
type Window = { limit: Limit; used: number; unshared: number; endsAt: number }

/**
 * A counter ends too far ahead where the clock has been set back since. Of two statements at once
 * the one that waits for the other is the older, so a minute ahead is not yet too far.
 */
const isOver = sql`(${rateLimits.expire} <= now() or ${rateLimits.expire} > excluded.expire + interval '1 minute')`

/** Adds uses to the counters in the database; answers the sums. */
async function shareUses(
  db: Database,
  uses: readonly { key: string; limit: Limit; count: number }[],
) {
  const rows = uses.map(({ key, limit, count }) => ({
    key,
    points: count,
    expire: sql`now() + ${limit.seconds}::integer * interval '1 second'`,
  }))
  // Sorted, so that processes that count the same keys never wait for each other in a circle.
  rows.sort((a, b) => (a.key < b.key ? -1 : 1))
  return db
    .insert(rateLimits)
    .values(rows)
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        points: sql`case when ${isOver} then excluded.points else ${rateLimits.points} + excluded.points end`,
        expire: sql`case when ${isOver} then excluded.expire else ${rateLimits.expire} end`,
      },
    })
    .returning({
      key: rateLimits.key,
      points: rateLimits.points,
      msLeft: sql`extract(epoch from ${rateLimits.expire} - now()) * 1000`.mapWith(Number),
    })
}

/** Adds up in the database what `unshared` has counted, and puts the sums back into its windows. */
function createSharing(db: Database, unshared: Map<string, Window>) {
  let timer: NodeJS.Timeout | undefined
  let sharing = Promise.resolve()

  async function shareOnce(): Promise<void> {
    // Uses that could not be shared while the database was away do not count in a later window.
    for (const [name, { endsAt }] of unshared) {
      if (endsAt <= performance.now()) unshared.delete(name)
    }
    const sent = [...unshared].slice(0, mostShared)
    if (sent.length === 0) return
    const uses = sent.map(([key, { limit, unshared: count }]) => ({ key, limit, count }))
    for (const [, window] of sent) window.unshared = 0
    try {
      for (const { key, points, msLeft } of await shareUses(db, uses)) {
        const window = unshared.get(key)
        if (!window) continue
        window.used = points + window.unshared
        // The clock of the database may have been set back: no window is longer than its limit.
        window.endsAt = performance.now() + Math.min(msLeft, window.limit.seconds * 1000)
        if (window.unshared === 0) unshared.delete(key)
      }
    } catch (error) {
      // Shared again with the next use.
      sent.forEach(([, window], place) => {
        window.unshared += uses[place]?.count ?? 0
      })
      throw error
    }
  }

  /** One at a time, so that each answer includes everything sent before. */
  function share(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    sharing = sharing.catch(() => {}).then(shareOnce)
    return sharing
  }

  function shareSoon(): void {
    timer ??= setTimeout(() => share().catch(() => {}), shareAfterMs).unref()
  }

  return { share, shareSoon }
}

/**
 * Several limits over the same keys. Counts in memory, so that no visitor waits and it goes on while
 * the database is away; the database adds up the counts of all processes a moment later.
 */
export function createRateLimiter(
  db: Database,
  limits: Limit[],
  message: string | ((secondsToWait: number) => string),
): RateLimiter {
  const windows = new Map<string, Window>()
  const unshared = new Map<string, Window>()
  const { share, shareSoon } = createSharing(db, unshared)

  function windowOf(limit: Limit, key: string, times: number): [string, Window] {
    const name = `${limit.name}:${key}`
    const known = windows.get(name)
    if (known && known.endsAt > performance.now()) return [name, known]
    const endsAt = performance.now() + limit.seconds * 1000
    const wider = { ...limit, points: limit.points * times }
    return [name, { limit: wider, used: 0, unshared: 0, endsAt }]
  }

  const windowsOf = (key: string) =>
    countedKeys(key).flatMap(([counted, times]) =>
      limits.map((limit) => windowOf(limit, counted, times)),
    )

  function assertLeft(key: string): void {
    const waits = windowsOf(key).map(([, { limit, used, endsAt }]) =>
      used >= limit.points ? endsAt - performance.now() : 0,
    )
    const wait = Math.max(...waits)
    if (wait <= 0) return
    const retryAfterSeconds = Math.max(1, wait / 1000)
    const words = typeof message === 'string' ? message : message(retryAfterSeconds)
    throw new AppError('too_many_requests', words, { retryAfterSeconds })
  }

  function add(key: string): void {
    for (const [name, window] of windowsOf(key)) {
      window.used += 1
      window.unshared += 1
      windows.delete(name)
      windows.set(name, window)
      unshared.set(name, window)
    }
    for (const name of windows.keys()) {
      if (windows.size <= mostKeys) break
      windows.delete(name)
      unshared.delete(name)
    }
  }

  return {
    assertLeft,
    consume(key) {
      assertLeft(key)
      add(key)
      shareSoon()
    },
    async consumeStrictly(key) {
      assertLeft(key)
      add(key)
      await share()
      const isTooMany = windowsOf(key).some(([, { limit, used }]) => used > limit.points)
      if (isTooMany) assertLeft(key)
    },
  }
}

/** Deletes counters of windows that are over, and of the others those that end first if they are many. */
export async function deleteOldCounters(db: Database, most = mostCounters): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expire, new Date()))
  const tooMany = db
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .orderBy(desc(rateLimits.expire))
    .offset(most)
  await db.delete(rateLimits).where(inArray(rateLimits.key, tooMany))
}
