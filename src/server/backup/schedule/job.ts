/**
 * Makes and tries one backup: the process that `runJob` starts for it, with little claim on
 * the processor. It takes a `JobOrder` as its only message and returns a `JobResult`.
 */
import { rm, stat } from 'node:fs/promises'
import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { createLogger } from '#/server/health/logging.ts'
import { makePassingKey } from '../../runtime/encryption.ts'
import {
  answerOrder,
  countOutOfMemory,
  stepBehind,
  tooLittleMemory,
} from '../../runtime/own-process.ts'
import { describeProblem, prepareFolder } from '../file/backup-error.ts'
import { rowsOf } from '../file/manifest.ts'
import { makeBackup } from '../make/make-backup.ts'
import { tryBackup } from '../restore/scratch.ts'
import { backupName, giveName, type KeptFolder, pruneFolder, untriedPath } from './folder.ts'
import type { JobOrder, JobResult } from './make-due-backup.ts'
import { silentDisk } from './watch-folder.ts'

/** Why old backups are still there, as a sentence; null if they are not. */
async function pruneOld(kept: KeptFolder, logger: FastifyBaseLogger): Promise<string | null> {
  try {
    await pruneFolder(kept)
    return null
  } catch (err) {
    logger.error({ err }, 'old backups could not be deleted')
    return 'Old backups could not be deleted. The server’s log says why.'
  }
}

async function run(order: JobOrder, stop: AbortSignal): Promise<JobResult> {
  const logger = createLogger('error')
  const { kept, location, publicKeys, before } = order
  const name = backupName(new Date(order.dueAt), before)
  const path = untriedPath(kept, name)
  const signer = location.dataDir
  const outOfMemoryBefore = countOutOfMemory()
  let isMade = false
  try {
    // The file itself is tried, so this process must be able to read it: no other has this key.
    const key = publicKeys.length > 0 ? await makePassingKey() : undefined
    await prepareFolder(kept)
    // What an earlier attempt has left there.
    await rm(path, { force: true })
    const { bytes, manifest } = await makeBackup({
      ...{ path, location, signer, logger, stop },
      publicKeys: key ? [...publicKeys, key.public] : [],
    })
    isMade = true
    const secretKeys = key ? [key.secret] : []
    const purpose = before ? 'upgrade-trial-' : 'trial-'
    await tryBackup({ path, secretKeys, signer, purpose, logger, stop })
    const made = { bytes, leads: rowsOf(manifest, 'leads'), path: await giveName(kept, name) }
    return { made, problem: await pruneOld(kept, logger) }
  } catch (error) {
    // The next start tries an upgrade again, under another name: these would fill the disk.
    if (stop.aborted || before) await rm(path, { force: true })
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

/** How often the folder is asked, and how long its disk may take. */
const askEveryMs = 5_000
const silentMs = 30_000

/**
 * Resolves once the disk of a folder has been silent for too long. A call that waits for the threads of
 * this process, because the disk holds all of them, is silent too.
 */
async function whenSilent(folder: string): Promise<void> {
  const isSilent = async () => {
    const answered = stat(folder).then(
      () => false,
      () => false,
    )
    return Promise.race([answered, sleep(silentMs, true, { ref: false })])
  }
  do await sleep(askEveryMs, undefined, { ref: false })
  while (!(await isSilent()))
}

answerOrder<JobOrder>((order, stop) => {
  const { folder } = order.kept
  const silent = whenSilent(folder).then(() => ({ problem: silentDisk(folder) }))
  return Promise.race([run(order, stop), silent])
})
stepBehind(constants.priority.PRIORITY_LOW)
