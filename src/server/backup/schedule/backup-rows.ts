import { and, desc, eq, sql } from 'drizzle-orm'
import { backups } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { mayTryAgain } from '../../jobs/find-due.ts'
import { type Claim, claimUnderLease } from '../../jobs/leases.ts'

export type BackupRow = typeof backups.$inferSelect

/** How many times a backup is begun for one time of the schedule. */
export const mostAttempts = 3

/** Only one backup is made at a time, by the schedule or for an admin. */
export const backupLease = 'backup'

const mayBegin = mayTryAgain(backups, { mostAttempts, waitMinutes: 15 })

/** Claims this backup under the lease of backups; undefined if it is not to be made now. */
export async function claimBackup(
  db: Database,
  dueAt: Date,
  host: string,
): Promise<Claim<Date> | undefined> {
  const isOver = and(eq(backups.dueAt, dueAt), sql`not (${mayBegin})`)
  if ((await db.$count(backups, isOver)) > 0) return undefined
  return claimUnderLease(db, backupLease, async () => {
    const [claimed] = await db
      .insert(backups)
      .values({ dueAt, host })
      .onConflictDoUpdate({
        target: backups.dueAt,
        set: {
          ...{ state: 'running', host, startedAt: sql`now()`, finishedAt: null, problem: null },
          attempts: sql`${backups.attempts} + 1`,
        },
        setWhere: mayBegin,
      })
      .returning({ dueAt: backups.dueAt })
    return claimed?.dueAt
  })
}

/** Gives a backup back that was stopped: the process that looks next makes it. */
export async function giveBack(db: Database, dueAt: Date): Promise<void> {
  await db.delete(backups).where(eq(backups.dueAt, dueAt))
}

export async function storeResult(
  db: Database,
  dueAt: Date,
  result: Pick<BackupRow, 'problem'> & Partial<Pick<BackupRow, 'file' | 'bytes' | 'leads'>>,
  state: 'done' | 'failed',
): Promise<void> {
  const triedAt = state === 'done' ? sql`now()` : null
  await db
    .update(backups)
    .set({ ...result, state, triedAt, finishedAt: sql`now()` })
    .where(eq(backups.dueAt, dueAt))
}

/** The newest scheduled backups, newest first. */
export async function listBackups(db: Database, count: number): Promise<BackupRow[]> {
  return db.select().from(backups).orderBy(desc(backups.dueAt)).limit(count)
}

/** Deletes rows of backups of more than two years ago. */
export async function forgetOldBackups(db: Database): Promise<void> {
  await db.delete(backups).where(sql`${backups.dueAt} < now() - interval '2 years'`)
}
