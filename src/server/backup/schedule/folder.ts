import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Keep } from '#/server/config/backup-config.ts'
import { syncFolder } from '../../runtime/sync-folder.ts'
import { unfinishedEnding } from '../file/write-file.ts'
import { type FolderChoice, prepareFolder } from '../prepare-folder.ts'

/**
 * The name of a scheduled backup has the time at which it was due:
 * `breezeway-2026-11-22T03-17-00Z.backup`.
 */
const pattern = /^breezeway-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)Z\.backup$/

/** A backup has this ending until its trial has succeeded. */
const untriedEnding = '.untried'

/** An older unfinished file has no process any more. */
const unfinishedForMs = 24 * 3_600_000

export const backupName = (dueAt: Date) =>
  `breezeway-${dueAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`

/** When the backup with this name was due; undefined for any other file. */
export function dueAtOf(name: string): Date | undefined {
  const [, day, hours, minutes, seconds] = pattern.exec(name) ?? []
  return day ? new Date(`${day}${hours}:${minutes}:${seconds}Z`) : undefined
}

const weekMs = 7 * 24 * 3_600_000

/** The day, week, month and year that a time lies in. */
const periodsOf = (at: Date) => ({
  days: at.toISOString().slice(0, 10),
  // The first of January 1970 was a Thursday: three days earlier a week began.
  weeks: String(Math.floor((at.getTime() + 3 * (weekMs / 7)) / weekMs)),
  months: at.toISOString().slice(0, 7),
  years: at.toISOString().slice(0, 4),
})

/**
 * Which of these backups to keep: the newest of all, and the newest of each of the last N days,
 * weeks, months and years that have one.
 */
export function chooseKept(dueTimes: readonly Date[], keep: Keep): Date[] {
  const newestFirst = dueTimes.toSorted((a, b) => b.getTime() - a.getTime())
  const kept = new Set(newestFirst.slice(0, 1))
  for (const unit of Object.keys(keep) as (keyof Keep)[]) {
    const seen = new Set<string>()
    for (const dueAt of newestFirst) {
      const period = periodsOf(dueAt)[unit]
      if (seen.has(period) || seen.size === keep[unit]) continue
      seen.add(period)
      kept.add(dueAt)
    }
  }
  return [...kept]
}

/** The folder of the scheduled backups, and how many of them it keeps. */
export type KeptFolder = FolderChoice & { keep: Keep }

/**
 * The folder of the backups, for those of one kind. Its disk may never answer, so a server leaves
 * all of this to processes of their own.
 */
export type BackupFolder = {
  /** Returns the path to make the backup of a time at; the remains of an earlier attempt are deleted. */
  begin: (dueAt: Date) => Promise<string>
  /** Deletes an unfinished backup. */
  leave: (dueAt: Date) => Promise<void>
  /** Gives a backup its name after its trial, and returns its path. */
  finish: (dueAt: Date) => Promise<string>
  /** Deletes the backups that are no longer to be kept. */
  prune: () => Promise<void>
}

/** Opens the folder of the scheduled backups. The usual one is made when the first backup is. */
export function openBackupFolder(choice: KeptFolder): BackupFolder {
  const { folder, keep } = choice
  const untried = (dueAt: Date) => join(folder, backupName(dueAt) + untriedEnding)
  return {
    async begin(dueAt) {
      await prepareFolder(choice)
      await rm(untried(dueAt), { force: true })
      return untried(dueAt)
    },
    leave: (dueAt) => rm(untried(dueAt), { force: true }),
    async finish(dueAt) {
      const path = join(folder, backupName(dueAt))
      await rename(untried(dueAt), path)
      await syncFolder(folder)
      return path
    },
    async prune() {
      const names = await readdir(folder)
      const dueTimes = names.flatMap((name) => dueAtOf(name) ?? [])
      const kept = new Set(chooseKept(dueTimes, keep).map(backupName))
      for (const name of names) {
        const isUnkept = dueAtOf(name) !== undefined && !kept.has(name)
        const isOldTry = name.startsWith('breezeway-') && name.endsWith(untriedEnding)
        if (isUnkept || isOldTry || (await isLeft(join(folder, name)))) {
          await rm(join(folder, name), { force: true })
        }
      }
    },
  }
}

async function isLeft(path: string): Promise<boolean> {
  if (!path.endsWith(unfinishedEnding)) return false
  return Date.now() - (await stat(path)).mtimeMs > unfinishedForMs
}
