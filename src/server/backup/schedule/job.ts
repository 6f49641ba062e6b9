/**
 * Makes and tries one backup: the process that `runJob` starts for it. It takes a `JobOrder` as its only
 * message and returns a `JobResult`.
 */
import { rm } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import { createLogger } from '#/server/health/logging.ts'
import { answerOrder } from '../../runtime/own-process.ts'
import { describeProblem } from '../file/backup-error.ts'
import { rowsOf } from '../file/manifest.ts'
import { makeBackup } from '../make/make-backup.ts'
import { tryBackup } from '../restore/scratch.ts'
import {
  backupName,
  giveName,
  type KeptFolder,
  prepareFolder,
  pruneFolder,
  untriedPath,
} from './folder.ts'
import type { JobOrder, JobResult } from './make-due-backup.ts'

/** Why old backups are still there, as a sentence; null if they are not. */
async function pruneOld(kept: KeptFolder, logger: FastifyBaseLogger): Promise<string | null> {
  try {
    await pruneFolder(kept)
    return null
  } catch (err) {
    logger.error({ err }, 'old backups could not be deleted')
    return 'Old backups couldn’t be deleted. The server’s log says why.'
  }
}

async function run(order: JobOrder, stop: AbortSignal): Promise<JobResult> {
  const logger = createLogger('error')
  const { kept, location, before } = order
  // For an upgrade the whole site waits: with the last claim on a busy machine it would take minutes.
  if (!before) setPriority(constants.priority.PRIORITY_LOW)
  const name = backupName(new Date(order.dueAt), before)
  const path = untriedPath(kept, name)
  let isMade = false
  try {
    await prepareFolder(kept)
    // What an earlier attempt has left there.
    await rm(path, { force: true })
    const { bytes, databaseBytes, manifest } = await makeBackup({ path, location, logger, stop })
    isMade = true
    const purpose = before ? 'upgrade-trial-' : 'trial-'
    const { dataDir } = location
    await tryBackup({ path, dataDir, databaseBytes, purpose, logger, stop })
    const made = { bytes, leads: rowsOf(manifest, 'leads'), path: await giveName(kept, name) }
    return { made, problem: await pruneOld(kept, logger) }
  } catch (error) {
    // The next start tries an upgrade again, under another name: these would fill the disk.
    if (stop.aborted || before) await rm(path, { force: true })
    if (stop.aborted) {
      return { problem: 'The server was stopped in the meantime.' }
    }
    logger.error(
      { err: error },
      isMade ? 'a backup failed its trial' : 'a backup could not be made',
    )
    return { problem: describeProblem(error, isMade) }
  }
}

answerOrder<JobOrder>(run)
