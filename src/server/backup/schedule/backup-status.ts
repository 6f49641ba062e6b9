import type { Backup, BackupStatus } from '#/contracts/health/backups.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { findDue } from '#/server/jobs/find-due.ts'
import type { Times } from '#/server/time/schedule.ts'
import type { Database } from '../../db/database.ts'
import type { Found } from '../../health/health.ts'
import { isLeased } from '../../jobs/leases.ts'
import { type BackupRow, backupLease, listBackups } from './backup-rows.ts'
import type { FoundInFolder, WatchedFolder } from './watch-folder.ts'

/** A backup that is not there this long after it was due is late. */
const lateAfterMs = 2 * 3_600_000

const mostListed = 30

export type StatusDeps = {
  db: Database
  folder: Pick<WatchedFolder, 'look'>
  times: Times | undefined
  isEncrypted: boolean
}

function toBackup(row: BackupRow, files: FoundInFolder['files'], isBeingMade: boolean): Backup {
  const { host, file, bytes, leads } = row
  const hasDied = row.state === 'running' && !isBeingMade
  return {
    ...{ host, file, bytes, leads },
    state: hasDied ? 'failed' : row.state,
    problem: hasDied ? 'The process that made it ended before it was done.' : row.problem,
    dueAt: row.dueAt.toISOString(),
    startedAt: row.startedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    triedAt: row.triedAt?.toISOString() ?? null,
    isHere: file !== null && Object.hasOwn(files, file),
  }
}

export async function readStatus(
  { db, folder, times, isEncrypted }: StatusDeps,
  now: Date = new Date(),
): Promise<BackupStatus> {
  const [rows, found, isBeingMade] = await Promise.all([
    listBackups(db, mostListed),
    folder.look(),
    isLeased(db, backupLease),
  ])
  const dueAt = times && (await findDue(db, times, now))
  const isMade = rows.some((row) => row.state === 'done' && dueAt && row.dueAt >= dueAt)
  const isPast = dueAt !== undefined && now.getTime() - dueAt.getTime() > lateAfterMs
  return {
    nextAt: times?.next(now)?.toISOString() ?? null,
    isLate: isPast && !isMade,
    isEncrypted,
    folderProblem: found.problem,
    backups: rows.map((row) => toBackup(row, found.files, isBeingMade)),
  }
}

const links = [{ text: 'See the backups', path: adminPaths.backups }]

/** What is wrong with the scheduled backups. */
export function findInBackups({ isLate, folderProblem, backups }: BackupStatus): Found[] {
  // What else is wrong then follows from that.
  if (folderProblem !== null) return [{ key: 'backup-folder', text: folderProblem, links }]
  const [newest] = backups
  const { state, problem, finishedAt } = newest ?? {}
  const since = finishedAt ? { since: new Date(finishedAt) } : {}
  return [
    ...(isLate
      ? [
          {
            key: 'backup-late' as const,
            text: 'The last scheduled backup is late: no file has come from it.',
            links,
          },
        ]
      : []),
    ...(state === 'failed'
      ? [
          {
            key: 'backup-failed' as const,
            text: `The last backup failed. ${problem ?? ''}`.trim(),
            links,
            ...since,
          },
        ]
      : []),
    ...(state !== 'failed' && problem != null
      ? [{ key: 'backup-problem' as const, text: problem, links, ...since }]
      : []),
  ]
}
