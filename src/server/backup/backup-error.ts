import { EmbeddedUnusable, isDatabaseAway, SchemaTooNew } from '../db/failures.ts'

/** A backup cannot be made or used. The message is for the person who asked, and says why. */
export class BackupError extends Error {}

/** The system's error for a path, in words; undefined for any other error. */
export function describeDiskError(error: unknown, path: string): string | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return `The disk of ${path} is full.`
  if (code === 'ENOENT') return `There is no ${path}.`
  return code && syscall ? `${path} cannot be used (${code}).` : undefined
}

/** Why a backup failed, as a sentence for the owner. What a database says may quote a row. */
export function describeProblem(error: unknown, isMade: boolean): string {
  const start = isMade ? 'The trial restore failed. ' : ''
  const isPlain = [BackupError, EmbeddedUnusable, SchemaTooNew].some(
    (kind) => error instanceof kind,
  )
  if (isPlain) return start + (error as Error).message
  if (isDatabaseAway(error)) return `${start}The database could not be reached.`
  return `${start}The server’s log says why.`
}
