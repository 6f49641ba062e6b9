import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { checkSeldom } from '../../health/health.ts'
import { type FolderChoice, findFolderProblem } from '../file/backup-error.ts'
import { isScheduled } from './folder.ts'

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
