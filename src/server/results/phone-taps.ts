import { lt, sql } from 'drizzle-orm'
import type { Tap } from '#/contracts/results/results.ts'
import type { Database } from '../db/database.ts'
import { phoneTaps } from '../db/tables/schema.ts'
import { localDay } from '../time/local-day.ts'

/** Deletes counts of more than two years ago, which no page shows. */
export async function deleteOldTaps(db: Database): Promise<void> {
  await db.delete(phoneTaps).where(lt(phoneTaps.day, localDay(Date.now() - 731 * 86_400_000)))
}

/** Counts a tap on the phone number: of this day, and where the visit came from. */
export async function countTap(db: Database, { source }: Tap): Promise<void> {
  await db
    .insert(phoneTaps)
    .values({ day: localDay(), source, count: 1 })
    .onConflictDoUpdate({
      target: [phoneTaps.day, phoneTaps.source],
      set: { count: sql`${phoneTaps.count} + 1` },
    })
}
