import { lt, sql } from 'drizzle-orm'
import type { Tap } from '#/contracts/results/results.ts'
import type { Database } from '../db/database.ts'
import { phoneTaps } from '../db/tables/schema.ts'
import { localDay } from '../time/local-day.ts'

/** Deletes counts of more than two years ago, which no page shows. */
export async function deleteOldTaps(db: Database): Promise<void> {
  await db.delete(phoneTaps).where(lt(phoneTaps.day, localDay(Date.now() - 731 * 86_400_000)))
}

/**
 * Counts taps on the phone number. One tap costs the database nothing by itself, because any client can
 * send many. Counts of the last moment are lost if the process is killed.
 */
export function createTapCounter(db: Database) {
  let counts = new Map<string, number>()
  const add = (source: string, more: number) => counts.set(source, (counts.get(source) ?? 0) + more)

  return {
    count: ({ source }: Tap) => add(source, 1),

    /** Adds the counts to the database. A count that cannot be stored is stored with the next. */
    async store() {
      if (counts.size === 0) return
      // Sorted, so that processes that add to the same rows never wait for each other in a circle.
      const stored = [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
      counts = new Map()
      const day = localDay()
      try {
        await db
          .insert(phoneTaps)
          .values(stored.map(([source, count]) => ({ day, source, count })))
          .onConflictDoUpdate({
            target: [phoneTaps.day, phoneTaps.source],
            set: { count: sql`${phoneTaps.count} + excluded.count` },
          })
      } catch (error) {
        for (const [source, count] of stored) add(source, count)
        throw error
      }
    },
  }
}
