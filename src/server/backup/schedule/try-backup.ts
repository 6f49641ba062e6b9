import type { FastifyBaseLogger } from 'fastify'
import { compareTables } from '../restore/compare-tables.ts'
import { restoreAnd } from '../restore/restore-backup.ts'
import { removeLeftScratch, withScratch } from '../restore/scratch.ts'

/** A backup that is tried. */
export type TrialOrder = {
  path: string
  secretKeys: readonly string[]
  /** The data folder whose key has signed it. */
  signer: string
  /** The folder in which the scratch database is made; it is gone again afterwards. */
  folder: string
  logger: FastifyBaseLogger
  stop?: AbortSignal
}

const prefix = 'trial-'

/** Deletes what trials that were killed have left in a folder. */
export const removeLeftTrials = (folder: string, logger: FastifyBaseLogger) =>
  removeLeftScratch(folder, prefix, logger)

/**
 * Restores a backup into a scratch embedded database and compares every row of it with what was read
 * when it was made. Throws a BackupError if that is not the same.
 */
export async function tryBackup({ folder, ...source }: TrialOrder): Promise<void> {
  await withScratch(folder, prefix, source.logger, async (dataDir) => {
    await restoreAnd({ ...source, location: { dataDir }, withSessions: true }, compareTables)
  })
}
