import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../../runtime/sync-folder.ts'
import { unfinishedEnding } from '../file/write-file.ts'
import { type FolderChoice, prepareFolder } from '../prepare-folder.ts'
import type { BackupFolder } from '../schedule/folder.ts'

/**
 * The name has the next migration, and when the backup was made:
 * `breezeway-before-0026_ratings-2026-11-22T03-17-00Z.backup`.
 */
const pattern = /^breezeway-before-(.+)-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)Z\.backup$/

/** They hold leads that were erased meanwhile for this long. */
const keptMs = 60 * 24 * 3_600_000

const nameOf = (migration: string, at: Date) =>
  `breezeway-before-${migration}-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`

function read(name: string): { migration: string; at: Date } | undefined {
  const [, migration = '', day, hours, minutes, seconds] = pattern.exec(name) ?? []
  return day ? { migration, at: new Date(`${day}${hours}:${minutes}:${seconds}Z`) } : undefined
}

/**
 * Which of these backups before upgrades may go: those of 60 days ago, and those after which the
 * same upgrade was tried again.
 */
export function chooseOutdated(names: readonly string[], now: Date): string[] {
  const newest = new Map<string, number>()
  for (const name of names) {
    const found = read(name)
    if (!found) continue
    const { migration, at } = found
    newest.set(migration, Math.max(at.getTime(), newest.get(migration) ?? 0))
  }
  return names.filter((name) => {
    const found = read(name)
    if (!found) return false
    const at = found.at.getTime()
    return at < now.getTime() - keptMs || at < (newest.get(found.migration) ?? 0)
  })
}

/** The folder of the backups, for the one that is made before a migration. */
export function openUpgradeFolder(choice: FolderChoice, migration: string): BackupFolder {
  const { folder } = choice
  // A process of an earlier version may prune meanwhile, and leaves this name alone for a day.
  const untried = (at: Date) => join(folder, `.${nameOf(migration, at)}${unfinishedEnding}`)
  return {
    async begin(at) {
      await prepareFolder(choice)
      return untried(at)
    },
    leave: (at) => rm(untried(at), { force: true }),
    async finish(at) {
      const path = join(folder, nameOf(migration, at))
      await rename(untried(at), path)
      await syncFolder(folder)
      return path
    },
    async prune() {
      for (const outdated of chooseOutdated(await readdir(folder), new Date())) {
        await rm(join(folder, outdated), { force: true })
      }
    },
  }
}
