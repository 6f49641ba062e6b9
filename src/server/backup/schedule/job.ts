/**
 * Makes and tries one scheduled backup: the process that `runJob` starts for it, with little claim on
 * the processor. It takes a `JobOrder` as its only message and answers with a `JobResult`.
 */
import { constants } from 'node:os'
import { makePassingKey } from '../../runtime/encryption.ts'
import { createLogger } from '../../runtime/logging.ts'
import { answerOrder, stepBehind } from '../../runtime/own-process.ts'
import { rowsOf } from '../file/manifest.ts'
import { makeBackup } from '../make/make-backup.ts'
import { describeProblem } from './describe-problem.ts'
import type { JobOrder, JobResult } from './run-job.ts'
import { removeLeftTrials, tryBackup } from './try-backup.ts'

async function run(order: JobOrder, stop: AbortSignal): Promise<JobResult> {
  const logger = createLogger('error')
  const { path, location, publicKeys, trialFolder } = order
  const signer = location.dataDir
  // The file itself is tried, so this process must be able to read it: nobody else has this key.
  const key = publicKeys.length > 0 ? await makePassingKey() : undefined
  let made: JobResult['made']
  try {
    if (order.mayClean) await removeLeftTrials(trialFolder, logger)
    const { bytes, manifest } = await makeBackup({
      ...{ path, location, signer, logger, stop },
      publicKeys: key ? [...publicKeys, key.public] : [],
    })
    made = { bytes, leads: rowsOf(manifest, 'leads') }
    const secretKeys = key ? [key.secret] : []
    await tryBackup({ path, secretKeys, signer, folder: trialFolder, logger, stop })
    return { made, problem: null }
  } catch (error) {
    if (stop.aborted) return { made: undefined, problem: 'The server was stopped meanwhile.' }
    logger.error({ err: error }, made ? 'a backup failed its trial' : 'a backup could not be made')
    return { made, problem: describeProblem(error, made !== undefined) }
  }
}

answerOrder(run)
stepBehind(constants.priority.PRIORITY_LOW)
