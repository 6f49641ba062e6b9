import { min } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { users } from '../db/tables/schema.ts'
import type { Times } from '../time/schedule.ts'

/**
 * What came last of a schedule, since there is an account; undefined if nothing has. A site that is
 * only tried out has nothing to back up, and is not probed.
 */
export async function findDue(db: Database, times: Times, now: Date): Promise<Date | undefined> {
  const dueAt = times.last(now)
  const [first] = await db.select({ at: min(users.createdAt) }).from(users)
  return dueAt && first?.at && dueAt > first.at ? dueAt : undefined
}
