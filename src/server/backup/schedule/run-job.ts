import { fileURLToPath } from 'node:url'
import type { DatabaseLocation } from '../../db/database.ts'
import { runInOwnProcess } from '../../runtime/own-process.ts'

/** One backup that is to be made and tried. */
export type JobOrder = {
  path: string
  location: DatabaseLocation
  publicKeys: readonly string[]
  /** Where the scratch database of the trial is made. */
  trialFolder: string
  /** That folder is ours: what earlier trials have left there may be deleted. */
  mayClean: boolean
}

/** What became of it. A file that was made and has a problem did not come through its trial. */
export type JobResult = {
  made: { bytes: number; leads: number } | undefined
  /** As a sentence for the owner; null if all is well. */
  problem: string | null
}

const entry = fileURLToPath(new URL('job.ts', import.meta.url))

/** Makes a backup and tries it, in a process of its own. When `stop` aborts it is ended. */
export async function runJob(order: JobOrder, stop: AbortSignal): Promise<JobResult> {
  const result = await runInOwnProcess<JobResult>(entry, order, { stop })
  return result ?? { made: undefined, problem: 'The backup was ended before it was done.' }
}
