import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../../runtime/sync-folder.ts'
import { unfinishedEnding } from '../file/write-file.ts'

/**
 * The name tells which migration was next, and when the backup was made:
 * `breezeway-before-0026_ratings-2026-11-22T03-17-00Z.backup`.
 */
const pattern = /^breezeway-before-(.+)-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)Z\.backup$/

/** As long as the lines of the mirror: what was erased meanwhile is in them. */
const keptMs = 60 * 24 * 3_600_000

const nameOf = (migration: string, at: Date) =>
  `breezeway-before-${migration}-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`

function read(name: string): { migration: string; at: Date } | undefined {
  const [, migration = '', day, hours, minutes, seconds] = pattern.exec(name) ?? []
  return day ? { migration, at: new Date(`${day}${hours}:${minutes}:${seconds}Z`) } : undefined
}

/**
 * Which of these backups before upgrades may go: those of 60 days ago, and those after which the same
 * upgrade was tried again.
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

/** Where the backup is made that comes before a migration, and what it is called once it was restored. */
export function newUpgradeBackup(folder: string, migration: string, now: Date) {
  const name = nameOf(migration, now)
  const untried = join(folder, `.${name}${unfinishedEnding}`)
  return {
    untried,
    /** Deletes what was made of it. */
    leave: () => rm(untried, { force: true }),
    /** Gives it its name, which is answered, and deletes those that may go. */
    async finish(): Promise<string> {
      const path = join(folder, name)
      await rename(untried, path)
      await syncFolder(folder)
      for (const outdated of chooseOutdated(await readdir(folder), now)) {
        await rm(join(folder, outdated), { force: true })
      }
      return path
    },
  }
}
