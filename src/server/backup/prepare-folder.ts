import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import type { BackupConfig } from '../config/backup-config.ts'
import { BackupError } from './backup-error.ts'

/** The folder of the backups, and whether the operator has named it. */
export type FolderChoice = Pick<BackupConfig, 'folder' | 'isFolderNamed'>

/** Why the folder that the operator named cannot be used, as a sentence; null if it can. */
export async function findFolderProblem(
  { folder, isFolderNamed }: FolderChoice,
  setting = 'BACKUP_DIR',
): Promise<string | null> {
  if (!isFolderNamed) return null
  try {
    await access(folder, constants.W_OK)
    return null
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT'
      ? `There is no ${setting} ${folder}. It is not made: its disk may not be mounted.`
      : `${setting} ${folder} cannot be written (${code}).`
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
