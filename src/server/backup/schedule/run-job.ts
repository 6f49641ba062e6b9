import type { DatabaseLocation } from '../../db/database.ts'
import { entryBeside, NoResult, runInOwnProcess } from '../../runtime/own-process.ts'
import type { KeptFolder } from './folder.ts'
import type { TrialPlace } from './try-backup.ts'

/** One backup to make and try. */
export type JobOrder = {
  kept: KeptFolder
  /** The next migration, for a backup before an upgrade; undefined for one of the schedule. */
  before?: string
  /** ISO 8601; a part of its name. */
  dueAt: string
  location: DatabaseLocation
  publicKeys: readonly string[]
  trial: TrialPlace
}

export type JobResult = {
  /** A backup that passed its trial, and its path. */
  made?: { bytes: number; leads: number; path: string }
  /** Why there is none, or why old ones could not be deleted, as a sentence for the owner. */
  problem: string | null
}

const entry = entryBeside(import.meta.url, 'job')

/** It reads and writes in parts of a few megabytes, and must leave the machine's memory to the site. */
const execArgv = ['--max-semi-space-size=2', '--max-old-space-size=96']

/** Makes a backup and tries it, in a process of its own. When `stop` aborts it is ended. */
export async function runJob(order: JobOrder, stop: AbortSignal): Promise<JobResult> {
  try {
    const result = await runInOwnProcess<JobResult>(entry, order, { stop, execArgv })
    return result ?? { problem: 'The backup was ended before it was done.' }
  } catch (error) {
    if (error instanceof NoResult) return { problem: error.message }
    throw error
  }
}
