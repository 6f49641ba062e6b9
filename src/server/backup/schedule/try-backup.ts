import type { FastifyBaseLogger } from 'fastify'
import { compareTables } from '../restore/compare-tables.ts'
import { restoreAnd } from '../restore/restore-backup.ts'
import { removeLeftScratch, withScratch } from '../restore/scratch.ts'

/** Where the scratch database of a trial is made. */
export type TrialPlace = {
  folder: string
  /** The beginning of the name of its own folder. */
  prefix: string
  /** Folders with that prefix belong to killed processes and may be deleted. */
  mayClean: boolean
}

export type TrialOrder = {
  path: string
  secretKeys: readonly string[]
  /** The data folder whose key has signed it. */
  signer: string
  trial: TrialPlace
  logger: FastifyBaseLogger
  stop?: AbortSignal
}

/**
 * Restores a backup into a scratch embedded database and compares every row of it with what was
 * read when it was made. Throws a BackupError if that is not the same.
 */
export async function tryBackup({ trial, ...source }: TrialOrder): Promise<void> {
  const { folder, prefix, mayClean } = trial
  if (mayClean) await removeLeftScratch(folder, prefix, source.logger)
  const order = { ...source, withSessions: true, asItWas: true }
  await withScratch(folder, prefix, source.logger, async (dataDir) => {
    await restoreAnd({ ...order, location: { dataDir } }, compareTables)
  })
}
