import { min, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { type backups, type probes, users } from '../db/tables/schema.ts'
import type { Times } from '../time/schedule.ts'

/**
 * The last time of a schedule since there is an account; undefined without one. A site that is only
 * tried out has nothing to back up, and is not probed.
 */
export async function findDue(db: Database, times: Times, now: Date): Promise<Date | undefined> {
  const dueAt = times.last(now)
  const [first] = await db.select({ at: min(users.createdAt) }).from(users)
  return dueAt && first?.at && dueAt > first.at ? dueAt : undefined
}

/**
 * Whether a row of a schedule is to be done now: it is not done, has attempts left, and its last attempt
 * is at least `waitMinutes` ago. Only for a process that has the lease: the process that ran it has died.
 */
export const mayTryAgain = (
  table: typeof backups | typeof probes,
  { mostAttempts, waitMinutes }: { mostAttempts: number; waitMinutes: number },
) => sql`(${table.state} <> 'done' and ${table.attempts} < ${mostAttempts}
  and coalesce(${table.finishedAt} < now() - ${waitMinutes} * interval '1 minute', true))`
