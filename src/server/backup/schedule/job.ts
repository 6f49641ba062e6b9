/**
 * Makes and tries one backup: the process that `runJob` starts for it, with a low priority. It
 * takes a `JobOrder` as its only message and returns a `JobResult`.
 */
import { constants } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import { makePassingKey } from '../../runtime/encryption.ts'
import { createLogger } from '../../runtime/logging.ts'
import { countOutOfMemory, tooLittleMemory } from '../../runtime/out-of-memory.ts'
import { answerOrder, stepBehind } from '../../runtime/own-process.ts'
import { rowsOf } from '../file/manifest.ts'
import { makeBackup } from '../make/make-backup.ts'
import { openUpgradeFolder } from '../upgrade/upgrade-backups.ts'
import { describeProblem } from './describe-problem.ts'
import { type BackupFolder, openBackupFolder } from './folder.ts'
import type { JobOrder, JobResult } from './run-job.ts'
import { tryBackup } from './try-backup.ts'
import { silentDisk } from './watch-folder.ts'
import { whenSilent } from './when-silent.ts'

/** Why old backups are still there, as a sentence; null if they are not. */
async function pruneOld(folder: BackupFolder, logger: FastifyBaseLogger): Promise<string | null> {
  try {
    await folder.prune()
    return null
  } catch (err) {
    logger.error({ err }, 'old backups could not be deleted')
    return 'Old backups could not be deleted. The server’s log says why.'
  }
}

async function run(order: JobOrder, stop: AbortSignal): Promise<JobResult> {
  const logger = createLogger('error')
  const { location, publicKeys, trial, before } = order
  const folder = before ? openUpgradeFolder(order.kept, before) : openBackupFolder(order.kept)
  const dueAt = new Date(order.dueAt)
  const signer = location.dataDir
  const outOfMemoryBefore = countOutOfMemory()
  let isMade = false
  try {
    // The file itself is tried, so this process must be able to read it: no other has this key.
    const key = publicKeys.length > 0 ? await makePassingKey() : undefined
    const path = await folder.begin(dueAt)
    const { bytes, manifest } = await makeBackup({
      ...{ path, location, signer, logger, stop },
      publicKeys: key ? [...publicKeys, key.public] : [],
    })
    isMade = true
    const secretKeys = key ? [key.secret] : []
    await tryBackup({ path, secretKeys, signer, trial, logger, stop })
    const made = { bytes, leads: rowsOf(manifest, 'leads'), path: await folder.finish(dueAt) }
    return { made, problem: await pruneOld(folder, logger) }
  } catch (error) {
    // The next start tries an upgrade again, under another name: these would fill the disk.
    if (stop.aborted || before) await folder.leave(dueAt)
    if (stop.aborted) {
      return { problem: 'The server was stopped meanwhile.' }
    }
    logger.error(
      { err: error },
      isMade ? 'a backup failed its trial' : 'a backup could not be made',
    )
    // A part of the database may have been ended instead of this process.
    const isOutOfMemory = countOutOfMemory() > outOfMemoryBefore
    return { problem: isOutOfMemory ? tooLittleMemory : describeProblem(error, isMade) }
  }
}

answerOrder<JobOrder>((order, stop) => {
  const { folder } = order.kept
  const silent = whenSilent(folder).then(() => ({ problem: silentDisk(folder) }))
  return Promise.race([run(order, stop), silent])
})
stepBehind(constants.priority.PRIORITY_LOW)
