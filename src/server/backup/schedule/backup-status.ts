import { hostname } from 'node:os'
import { and, desc, eq, lte, min, or, sql } from 'drizzle-orm'
import type { Backup, BackupStatus } from '#/contracts/health/backups.ts'
import { backupsOfficePath } from '#/contracts/routes.ts'
import type { BackupPlan } from '#/contracts/settings/setting-types.ts'
import { backups, users } from '#/server/db/tables/schema.ts'
import { type Times, timesOf } from '#/server/time/schedule.ts'
import type { Database } from '../../db/database.ts'
import { type Found, present } from '../../health/health.ts'
import { type Claim, claimUnderLock, isLocked } from '../../jobs/process-locks.ts'
import type { FoundInFolder } from './folder.ts'

/** At night, when visitors are few, and not at a full hour, when other programs do their work. */
const schedules = { day: timesOf('17 3 * * *'), hour: timesOf('17 * * * *'), never: undefined }

/** When the backups of a plan are made; undefined where none is. */
export const timesOfPlan = ({ every }: BackupPlan): Times | undefined => schedules[every]

type BackupRow = typeof backups.$inferSelect

/** How many times a backup is begun for one time of the schedule. */
export const mostAttempts = 3

/** Only one backup is made at a time, by the schedule or for an admin. */
const backupLock = 'backup'

/**
 * Whether a backup is to be made now: it is not done, has attempts left, and its last attempt is at least
 * a quarter of an hour ago. Only for a process that has the lock: the process that ran it has died.
 */
const mayBegin = sql`(${backups.state} <> 'done' and ${backups.attempts} < ${mostAttempts}
  and coalesce(${backups.finishedAt} < now() - interval '15 minutes', true))`

/**
 * The last time of a schedule since there is an account; undefined without one. A site that is only
 * tried out has nothing to back up.
 */
export async function findDue(db: Database, times: Times, now: Date): Promise<Date | undefined> {
  const dueAt = times.last(now)
  const [first] = await db.select({ at: min(users.createdAt) }).from(users)
  return dueAt && first?.at && dueAt > first.at ? dueAt : undefined
}

/**
 * Claims this backup under the lock of backups; undefined if it is not to be made now, as when a newer
 * one is there already: of an hour that the owner has just set, the last time may be long past.
 */
export async function claimBackup(
  db: Database,
  dueAt: Date,
  host = hostname(),
): Promise<Claim<Date> | undefined> {
  // One of a time yet to come was made before the clock was set back.
  const isNewer = sql`${backups.dueAt} > ${dueAt.toISOString()}::timestamptz and ${backups.dueAt} <= now() and ${backups.state} = 'done'`
  const isOver = and(eq(backups.dueAt, dueAt), sql`not (${mayBegin})`)
  if ((await db.$count(backups, or(isOver, isNewer))) > 0) return undefined
  return claimUnderLock(db, backupLock, async () => {
    const [claimed] = await db
      .insert(backups)
      .values({ dueAt, host })
      .onConflictDoUpdate({
        target: backups.dueAt,
        set: {
          state: 'running',
          host,
          startedAt: sql`now()`,
          finishedAt: null,
          problem: null,
          attempts: sql`${backups.attempts} + 1`,
        },
        setWhere: mayBegin,
      })
      .returning({ dueAt: backups.dueAt })
    return claimed?.dueAt
  })
}

/** Claims the backup that is due; undefined where none is to be made. */
export async function claimDueBackup(db: Database, times: Times): Promise<Claim<Date> | undefined> {
  const dueAt = await findDue(db, times, new Date())
  return dueAt && claimBackup(db, dueAt)
}

/** Gives a backup back that was stopped: the process that looks next makes one that is due. */
export async function giveBack(db: Database, dueAt: Date): Promise<void> {
  await db.delete(backups).where(eq(backups.dueAt, dueAt))
}

export async function storeResult(
  db: Database,
  dueAt: Date,
  result: Pick<BackupRow, 'problem'> & Partial<Pick<BackupRow, 'file' | 'bytes' | 'leads'>>,
  state: 'done' | 'failed',
): Promise<void> {
  await db
    .update(backups)
    .set({ ...result, state, finishedAt: sql`now()` })
    .where(eq(backups.dueAt, dueAt))
}

/** Deletes rows of backups of more than two years ago. */
export async function forgetOldBackups(db: Database): Promise<void> {
  await db.delete(backups).where(sql`${backups.dueAt} < now() - interval '2 years'`)
}

/** A backup that is not there this long after it was due is late. */
const lateAfterMs = 2 * 3_600_000

const mostListed = 30

function toBackup(row: BackupRow, files: FoundInFolder['files'], isBeingMade: boolean): Backup {
  const { host, file, bytes, leads } = row
  const hasDied = row.state === 'running' && !isBeingMade
  return {
    host,
    file,
    bytes,
    leads,
    state: hasDied ? 'failed' : row.state,
    problem: hasDied ? 'The backup stopped before it finished.' : row.problem,
    dueAt: row.dueAt.toISOString(),
    startedAt: row.startedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    isHere: file !== null && files.has(file),
  }
}

/** The state of the backups; `found` is what is known of their folder. */
export async function readStatus(
  db: Database,
  { times, isSentElsewhere }: { times: Times | undefined; isSentElsewhere: boolean },
  { problem, files }: FoundInFolder = { problem: null, files: new Map() },
  now: Date = new Date(),
): Promise<BackupStatus> {
  const rows = await db
    .select()
    .from(backups)
    // One of a time yet to come was made before the clock was set back, and says nothing of the last one.
    .where(lte(backups.dueAt, now))
    .orderBy(desc(backups.dueAt))
    .limit(mostListed)
  const isBeingMade = await isLocked(db, backupLock)
  const before = new Date(now.getTime() - lateAfterMs)
  const lateAt = times && (await findDue(db, times, before))
  const isMade = rows.some((row) => row.state === 'done' && lateAt && row.dueAt >= lateAt)
  return {
    nextAt: times?.next(now)?.toISOString() ?? null,
    // One that is being made is bounded in time; sending it elsewhere may take hours.
    isLate: lateAt !== undefined && !isMade && !isBeingMade,
    isSentElsewhere,
    folderProblem: problem,
    backups: rows.map((row) => toBackup(row, files, isBeingMade)),
  }
}

const links = [{ text: 'See the backups', path: backupsOfficePath }]

/** What is wrong with the scheduled backups. */
export function findInBackups({ isLate, folderProblem, backups }: BackupStatus): Found[] {
  // What else is wrong then follows from that.
  if (folderProblem !== null) return [{ key: 'backup-folder', text: folderProblem, links }]
  const [newest] = backups
  const { state, problem, finishedAt } = newest ?? {}
  const shown = { links, ...(finishedAt && { since: new Date(finishedAt) }) }
  return present<Found>(
    isLate && {
      key: 'backup-late',
      text: 'The last scheduled backup is late: it hasn’t made a file yet.',
      links,
    },
    state === 'failed' && {
      key: 'backup-failed',
      ...shown,
      text: `The last backup failed. ${problem ?? ''}`.trim(),
    },
    state !== 'failed' && problem != null && { key: 'backup-problem', text: problem, ...shown },
  )
}
