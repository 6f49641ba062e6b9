import { constants } from 'node:fs'
import { access, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '#/contracts/days.ts'
import type { Config } from '#/server/config/config.ts'
import { checkSeldom } from '../../health/health.ts'
import { syncFolder } from '../../runtime/data-folder.ts'
import { BackupError } from '../file/backup-error.ts'
import { unfinishedEnding } from '../file/write-file.ts'

/**
 * The name of a backup tells when it was due, and before which migration it was made if it is of an
 * upgrade: `breezeway-2026-11-22T03-17-00Z.backup`, `breezeway-before-0026_ratings-2026-11-….backup`.
 */
const pattern =
  /^breezeway-(?:before-(.+)-)?(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)Z\.backup(?:\.untried)?$/

/** A backup has this ending until its trial has succeeded. */
const untriedEnding = '.untried'

/** No process works on a file any more that has been unfinished for longer. */
const unfinishedForMs = dayMs

/** What was erased meanwhile stays in a backup of an upgrade for as long as this. */
const upgradesKeptMs = 60 * dayMs

/** The name of the backup that was due at a time, or was made then before a migration. */
export const backupName = (dueAt: Date, before?: string) =>
  `breezeway-${before ? `before-${before}-` : ''}${dueAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`

/** A file of the folder that is a backup, or one that was not tried yet. */
type Named = { name: string; dueAt: Date; before: string | undefined; isTried: boolean }

function readName(name: string): Named | undefined {
  const [, before, day, hours, minutes, seconds] = pattern.exec(name) ?? []
  if (!day) return undefined
  const dueAt = new Date(`${day}${hours}:${minutes}:${seconds}Z`)
  return { name, dueAt, before, isTried: !name.endsWith(untriedEnding) }
}

/** True for the name of a scheduled backup that came through its trial. */
export function isScheduled(name: string): boolean {
  const named = readName(name)
  return named?.isTried === true && named.before === undefined
}

/**
 * Which files may go: scheduled backups beyond the newest ones, or that were not tried, where it is known
 * how many to keep; and backups of upgrades of 60 days ago, or after which the same upgrade was tried again.
 */
export function chooseOutdated(
  names: readonly string[],
  keep: number | undefined,
  now: Date,
): string[] {
  const found = names.flatMap((name) => readName(name) ?? [])
  const scheduled = found.filter(({ before }) => before === undefined)
  const newestFirst = scheduled.toSorted((a, b) => b.dueAt.getTime() - a.dueAt.getTime())
  const kept = newestFirst.filter(({ isTried }) => isTried).slice(0, keep)
  const unkept = keep === undefined ? [] : scheduled.filter((each) => !kept.includes(each))
  const ofUpgrades = found.filter(({ before, isTried }) => before !== undefined && isTried)
  const passed = ofUpgrades.filter(
    ({ before, dueAt }) =>
      now.getTime() - dueAt.getTime() > upgradesKeptMs ||
      ofUpgrades.some((other) => other.before === before && other.dueAt > dueAt),
  )
  return [...unkept, ...passed].map(({ name }) => name)
}

/** The folder of the backups, and whether the operator has named it. */
type FolderChoice = Pick<Config['backup'], 'folder' | 'isFolderNamed'>

/** Why the folder that the operator named cannot be used, as a sentence; null if it can. */
async function findFolderProblem({ folder, isFolderNamed }: FolderChoice): Promise<string | null> {
  if (!isFolderNamed) return null
  try {
    await access(folder, constants.W_OK)
    return null
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT'
      ? `There’s no backup folder ${folder}. We don’t create it, because its disk may not be mounted.`
      : `The backup folder ${folder} can’t be written (${code}).`
  }
}

/**
 * Makes the usual folder for backups. One that the operator named must exist: it may be on a disk
 * that is not mounted, and a backup beside the data would be lost with it.
 */
export async function prepareFolder(choice: FolderChoice): Promise<void> {
  const problem = await findFolderProblem(choice)
  if (problem !== null) throw new BackupError(problem)
  if (!choice.isFolderNamed) await mkdir(choice.folder, { recursive: true, mode: 0o700 })
}

/** The folder of the backups, and how many of the scheduled ones it keeps: all, where that is not known. */
export type KeptFolder = FolderChoice & { keep?: number }

/** Where a backup with this name is made, in its folder, until its trial has succeeded. */
export const untriedPath = ({ folder }: FolderChoice, name: string) =>
  join(folder, name + untriedEnding)

/** Gives a backup that came through its trial its name, and returns its path. */
export async function giveName(choice: FolderChoice, name: string): Promise<string> {
  const path = join(choice.folder, name)
  await rename(untriedPath(choice, name), path)
  await syncFolder(choice.folder)
  return path
}

/** Deletes the backups that are no longer to be kept, and what was left unfinished. */
export async function pruneFolder({ folder, keep }: KeptFolder): Promise<void> {
  const names = await readdir(folder)
  const outdated = chooseOutdated(names, keep, new Date())
  for (const name of names) {
    if (outdated.includes(name) || (await isLeft(folder, name)))
      await rm(join(folder, name), { force: true })
  }
}

async function isLeft(folder: string, name: string): Promise<boolean> {
  const isUnfinished = name.endsWith(unfinishedEnding) || readName(name)?.isTried === false
  if (!isUnfinished) return false
  return Date.now() - (await stat(join(folder, name))).mtimeMs > unfinishedForMs
}

/** What was found in the folder of the backups. */
export type FoundInFolder = {
  /** Why no backup can be made in it, as a sentence for the owner; null if one can. */
  problem: string | null
  /** The sizes in bytes of the backups in it, by their names. */
  files: ReadonlyMap<string, number>
}

/** A disk that has not answered after this time does not answer. */
const silentMs = 2_000

/** For the owner: a disk that holds whatever touches it. */
export const silentDisk = (folder: string) =>
  `The disk of ${folder} isn’t responding, so no backup is made.`

async function lookNow(choice: FolderChoice): Promise<FoundInFolder> {
  const problem = await findFolderProblem(choice)
  const files = new Map<string, number>()
  // The usual folder is made by the first backup.
  const names = problem === null ? await readdir(choice.folder).catch(() => []) : []
  for (const name of names.filter(isScheduled)) {
    const found = await stat(join(choice.folder, name)).catch(() => undefined)
    if (found) files.set(name, found.size)
  }
  return { problem, files }
}

/**
 * Makes what looks at the folder of the backups. Its disk may be one of another machine, and hold a
 * thread of this process for as long as it does not answer: so one look goes on at a time.
 */
export function createLook(
  choice: FolderChoice,
  look: (choice: FolderChoice) => Promise<FoundInFolder> = lookNow,
): () => Promise<FoundInFolder> {
  const check = checkSeldom(() => look(choice), { everyMs: 0, patienceMs: silentMs })
  return async () => {
    const { value, error, isOver } = await check()
    if (!isOver) return { problem: silentDisk(choice.folder), files: new Map() }
    if (!value) throw error
    return value
  }
}
