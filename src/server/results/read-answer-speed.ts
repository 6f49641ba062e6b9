import { sql } from 'drizzle-orm'
import { business } from '#/content/business.ts'
import type { AnswerSpeed } from '#/contracts/seo/seo.ts'
import type { Database } from '../db/database.ts'
import { cameHere, leads } from '../db/tables/schema.ts'

/** Fewer requests say little, and could tell of a single one. */
const fewestRequests = 10

/**
 * How soon the requests of the last 30 days were answered, by the clock. Undefined where there were
 * fewer than ten, or half of them were not answered in the time that the site promises beside it.
 */
export async function readAnswerSpeed(db: Database): Promise<AnswerSpeed | undefined> {
  const [row] = await db
    .select({
      requests: sql`count(*)`.mapWith(Number),
      // A request that still waits comes after all others.
      medianMinutes: sql<number | null>`ceil(percentile_disc(0.5) within group (
        order by coalesce(extract(epoch from first_contacted_at - created_at) / 60, 'infinity')))`.mapWith(
        (minutes) => (minutes === null ? null : Number(minutes)),
      ),
    })
    .from(leads)
    .where(sql`not is_quarantined and ${cameHere} and created_at > now() - interval '30 days'`)
  if (!row || row.requests < fewestRequests || row.medianMinutes === null) return undefined
  if (row.medianMinutes > business.promisedHours.estimate * 60) return undefined
  return { requests: row.requests, medianMinutes: Math.max(1, row.medianMinutes) }
}
