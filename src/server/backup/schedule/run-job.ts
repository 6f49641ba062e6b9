import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { DatabaseLocation } from '../../db/database.ts'

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

/** A hundred times what a large database takes. */
const longestMs = 6 * 3_600_000

/** How long a job may take to end when it is asked to. */
const endMs = 5_000

/**
 * Makes a backup and tries it, in a process of its own, so that no visitor waits for it. When `stop`
 * aborts it is ended.
 */
export async function runJob(order: JobOrder, stop: AbortSignal): Promise<JobResult> {
  const child = fork(entry, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], timeout: longestMs })
  let result: JobResult | undefined
  child.on('message', (message) => {
    result = message as JobResult
  })
  const exited = once(child, 'exit')
  let timer: NodeJS.Timeout | undefined
  const end = () => {
    child.kill('SIGTERM')
    timer = setTimeout(() => child.kill('SIGKILL'), endMs)
  }
  stop.addEventListener('abort', end)
  if (stop.aborted) end()
  child.send(order)
  try {
    await exited
  } finally {
    stop.removeEventListener('abort', end)
    clearTimeout(timer)
  }
  return result ?? { made: undefined, problem: 'The backup was ended before it was done.' }
}
