import { EmbeddedUnusable, isDatabaseAway, SchemaTooNew } from '#/server/db/connect/failures.ts'
import { BackupError } from '../backup-error.ts'

/** Why a backup failed, as a sentence for the owner. A message of the database may quote a row. */
export function describeProblem(error: unknown, isMade: boolean): string {
  const start = isMade ? 'The trial restore failed. ' : ''
  const isPlain = [BackupError, EmbeddedUnusable, SchemaTooNew].some(
    (kind) => error instanceof kind,
  )
  if (isPlain) return start + (error as Error).message
  if (isDatabaseAway(error)) return `${start}The database could not be reached.`
  return `${start}The server’s log says why.`
}
