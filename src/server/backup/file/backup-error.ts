import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { EmbeddedUnusable, isDatabaseAway, SchemaTooNew } from '#/server/db/failures.ts'
import type { BackupConfig } from '../../config/config.ts'

/** A backup cannot be made or used. The message is for the person who asked, and says why. */
export class BackupError extends Error {}

/** The system's error for a path, in words; undefined for any other error. */
export function describeDiskError(error: unknown, path: string): string | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return `The disk of ${path} is full.`
  if (code === 'ENOENT') return `There’s no ${path}.`
  return code && syscall ? `${path} can’t be used (${code}).` : undefined
}

/** Why a backup failed, as a sentence for the owner. What a database says may quote a row. */
export function describeProblem(error: unknown, isMade: boolean): string {
  const start = isMade ? 'The trial restore failed. ' : ''
  if (error instanceof EmbeddedUnusable) return start + error.reason
  const isPlain = [BackupError, SchemaTooNew].some((kind) => error instanceof kind)
  if (isPlain) return start + (error as Error).message
  if (isDatabaseAway(error)) return `${start}The database couldn’t be reached.`
  return `${start}The server’s log says why.`
}

/** The folder of the backups, and whether the operator has named it. */
export type FolderChoice = Pick<BackupConfig, 'folder' | 'isFolderNamed'>

/** Why the folder that the operator named cannot be used, as a sentence; null if it can. */
export async function findFolderProblem({
  folder,
  isFolderNamed,
}: FolderChoice): Promise<string | null> {
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
