import { eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'
import { rateLimits } from '../db/tables/schema.ts'

/**
 * A store of `size` uses for each key, to which one comes back every `seconds`. In no stretch of
 * time are there more uses than its size and what comes back within it.
 */
export type Refilling = { name: string; size: number; seconds: number }

/** What became of a wish to use a key: how many of its uses were gone before, or when to come back. */
export type Taking = { isTaken: true; usedBefore: number } | { isTaken: false; waitSeconds: number }

const rowOf = ({ name }: Refilling, key: string) => `${name}:${key}`

/** So many uses as a length of time: that which they need to come back. */
const timeOf = ({ seconds }: Refilling, uses: number) =>
  sql`${uses * seconds}::double precision * interval '1 second'`

/**
 * Takes one use of a key, and leaves at least `leave` of them. `expire` of its row is when all uses
 * are back; it can not be further ahead than an empty store's, unless the clock was set back.
 * Counts for all processes at once, and asks the database each time: for secrets that are guessed.
 */
export async function takeUse(
  db: Database | Transaction,
  limit: Refilling,
  key: string,
  leave = 0,
): Promise<Taking> {
  const allBackAt = sql`greatest(now(), least(${rateLimits.expire}, now() + ${timeOf(limit, limit.size)}))`
  const one = timeOf(limit, 1)
  const latest = sql`now() + ${timeOf(limit, limit.size - leave)}`
  const row = rowOf(limit, key)
  const [taken] = await db
    .insert(rateLimits)
    .values({ key: row, points: 0, expire: sql`now() + ${one}` })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: { expire: sql`${allBackAt} + ${one}` },
      setWhere: sql`${allBackAt} + ${one} <= ${latest}`,
    })
    .returning({
      secondsUsed: sql`extract(epoch from ${rateLimits.expire} - now())`.mapWith(Number),
    })
  if (taken) {
    return { isTaken: true, usedBefore: Math.round(taken.secondsUsed) / limit.seconds - 1 }
  }
  const [full] = await db
    .select({
      waitSeconds: sql`extract(epoch from ${allBackAt} + ${one} - (${latest}))`.mapWith(Number),
    })
    .from(rateLimits)
    .where(eq(rateLimits.key, row))
  return { isTaken: false, waitSeconds: Math.max(1, full?.waitSeconds ?? 1) }
}

/** Gives a key all of its uses back. */
export async function forgetUses(db: Database, limit: Refilling, key: string): Promise<void> {
  await db.delete(rateLimits).where(eq(rateLimits.key, rowOf(limit, key)))
}

/** Gives back a use that was taken. */
export async function giveBackUse(db: Database, limit: Refilling, key: string): Promise<void> {
  await db
    .update(rateLimits)
    .set({ expire: sql`${rateLimits.expire} - ${timeOf(limit, 1)}` })
    .where(eq(rateLimits.key, rowOf(limit, key)))
}
