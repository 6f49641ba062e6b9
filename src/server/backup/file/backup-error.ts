import { EmbeddedUnusable, isDatabaseAway, SchemaTooNew } from '#/server/db/failures.ts'

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
