import { desc, eq, ne, sql } from 'drizzle-orm'
import { backups } from '#/server/db/tables/schema.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { locks } from '../../db/locks.ts'

/** A scheduled backup, as it is stored. */
export type BackupRow = typeof backups.$inferSelect

/** So often a backup is begun for one time of the schedule. */
export const mostAttempts = 3

const retryAfter = sql`now() + interval '15 minutes'`

/** How long a process may be silent before another one makes its backup. */
const leaseEnd = sql`now() + interval '3 minutes'`

/** Only one backup is made at a time, whoever wants it: who decides waits for who decided before. */
async function isFree(tx: Transaction, dueAt: Date): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(${locks.backups})`)
  const [running] = await tx
    .select({ dueAt: backups.dueAt })
    .from(backups)
    .where(
      sql`${backups.state} = 'running' and ${backups.claimedUntil} >= now() and ${ne(backups.dueAt, dueAt)}`,
    )
    .limit(1)
  return running === undefined
}

/** True for the one process of all that is to make this backup now. */
export async function claimBackup(db: Database, dueAt: Date, host: string): Promise<boolean> {
  return db.transaction(async (tx) => (await isFree(tx, dueAt)) && claimFree(tx, dueAt, host))
}

async function claimFree(tx: Transaction, dueAt: Date, host: string): Promise<boolean> {
  const claimed = await tx
    .insert(backups)
    .values({ dueAt, host, claimedUntil: leaseEnd })
    .onConflictDoUpdate({
      target: backups.dueAt,
      set: {
        ...{ state: 'running', host, claimedUntil: leaseEnd, startedAt: sql`now()` },
        attempts: sql`${backups.attempts} + 1`,
        ...{ finishedAt: null, problem: null },
      },
      setWhere: sql`${backups.state} <> 'done' and ${backups.claimedUntil} < now()
        and ${backups.attempts} < ${mostAttempts}`,
    })
    .returning({ dueAt: backups.dueAt })
  return claimed.length > 0
}

/** Says that the process with the claim goes on. */
export async function renewClaim(db: Database, dueAt: Date): Promise<void> {
  await db.update(backups).set({ claimedUntil: leaseEnd }).where(eq(backups.dueAt, dueAt))
}

/** Gives a backup back that was stopped: whoever looks next makes it. */
export async function giveBack(db: Database, dueAt: Date): Promise<void> {
  await db.delete(backups).where(eq(backups.dueAt, dueAt))
}

/** Stores what became of a backup. */
export async function storeOutcome(
  db: Database,
  dueAt: Date,
  outcome: Pick<BackupRow, 'problem'> & Partial<Pick<BackupRow, 'file' | 'bytes' | 'leads'>>,
  state: 'done' | 'failed',
): Promise<void> {
  const triedAt = state === 'done' ? sql`now()` : null
  await db
    .update(backups)
    .set({ ...outcome, state, triedAt, finishedAt: sql`now()`, claimedUntil: retryAfter })
    .where(eq(backups.dueAt, dueAt))
}

/** The newest scheduled backups, newest first. */
export async function listBackups(db: Database, count: number): Promise<BackupRow[]> {
  return db.select().from(backups).orderBy(desc(backups.dueAt)).limit(count)
}

/** Deletes what is told of backups of more than two years ago. */
export async function forgetOldBackups(db: Database): Promise<void> {
  await db.delete(backups).where(sql`${backups.dueAt} < now() - interval '2 years'`)
}
