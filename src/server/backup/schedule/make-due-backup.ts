import { basename } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '#/server/config/config.ts'
import type { Database, DatabaseLocation } from '../../db/database.ts'
import { readSetting } from '../../db/settings.ts'
import { startLoop } from '../../jobs/loop.ts'
import type { Claim } from '../../jobs/process-locks.ts'
import { entryBeside, runInOwnProcess, runProgram } from '../../runtime/own-process.ts'
import { describeProblem } from '../file/backup-error.ts'
import { claimBackup, claimDueBackup, giveBack, storeResult, timesOfPlan } from './backup-status.ts'
import type { FoundInFolder, KeptFolder } from './folder.ts'

/** One backup to make and try. */
export type JobOrder = {
  kept: KeptFolder
  /** The next migration, for a backup before an upgrade; undefined for one of the schedule. */
  before?: string
  /** ISO 8601; a part of its name. */
  dueAt: string
  location: DatabaseLocation
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

/** Ten times what a backup of a large database takes. */
const longestMs = 3_600_000

/** Makes a backup and tries it, in a process of its own. When `stop` aborts it is ended, or after an hour. */
export async function runJob(order: JobOrder, stop: AbortSignal): Promise<JobResult> {
  const late = AbortSignal.timeout(longestMs)
  const process = { stop: AbortSignal.any([stop, late]), execArgv }
  const result = await runInOwnProcess<JobResult>(entry, order, process)
  if (late.aborted) return { problem: 'The backup was stopped because it took more than an hour.' }
  return (
    result ?? {
      problem: 'The backup was stopped before it finished. The server may have run out of memory.',
    }
  )
}

const longestCommandMs = 6 * 3_600_000
const mostWords = 200

/**
 * Has the shell run the owner's command for a new backup, whose path is in `$1`. Returns why it
 * failed, with the command's own last words; null if it did not.
 */
export async function runCommand(
  command: string,
  path: string,
  stop: AbortSignal,
): Promise<string | null> {
  const limit = AbortSignal.any([stop, AbortSignal.timeout(longestCommandMs)])
  // With all that the shell has started: that would go on, and keep the pipe open.
  const words = ['-c', command, 'sh', path]
  const done = await runProgram('/bin/sh', words, { stop: limit }).catch(() => undefined)
  if (!done || limit.aborted) return 'The backup command was stopped before finishing.'
  if (done.ended === 0) return null
  const last = done.words.trimEnd().split('\n').at(-1)?.slice(0, mostWords)
  return `The backup command failed with ${done.ended}${last ? `: ${last}` : '.'}`
}

export type MakeBackupDeps = {
  db: Database
  log: FastifyBaseLogger
  location: DatabaseLocation
  backup: Config['backup']
  look: () => Promise<FoundInFolder>
}

/**
 * Makes the backup that this process has claimed; and tries it, sends it, and prunes. Stores in its row how
 * it ended; gives it back if it is stopped.
 */
export async function makeAndEnd(
  { db, log, location, backup, look }: MakeBackupDeps,
  { claimed: dueAt, end }: Claim<Date>,
  stop: AbortSignal,
): Promise<void> {
  const began = performance.now()
  const fail = async (problem: string, err?: unknown) => {
    log.error({ err, dueAt, problem }, 'a backup failed')
    await storeResult(db, dueAt, { problem }, 'failed')
  }
  try {
    const { problem: folderProblem } = await look()
    if (folderProblem !== null) return await fail(folderProblem)
    const { keep } = await readSetting(db, 'backupPlan')
    const order = { kept: { ...backup, keep }, dueAt: dueAt.toISOString(), location }
    const { made, problem } = await runJob(order, stop)
    if (stop.aborted && !made) return await giveBack(db, dueAt)
    if (!made) return await fail(problem ?? 'The backup wasn’t made.')
    const { path, bytes, leads } = made
    const unsent = backup.command ? await runCommand(backup.command, path, stop) : null
    const trouble = unsent ?? problem
    await storeResult(db, dueAt, { bytes, leads, file: basename(path), problem: trouble }, 'done')
    const ms = Math.round(performance.now() - began)
    const line = { dueAt, file: path, bytes, leads, ms }
    if (trouble === null) log.info(line, 'a backup was made and tested')
    else
      log.error({ ...line, problem: trouble }, 'a backup was made and tested; a later step failed')
  } catch (err) {
    await fail(describeProblem(err, false), err)
  } finally {
    await end()
  }
}

/** How soon after a start, or a failure, it is seen whether a backup is due. */
const soonMs = 30_000
/** The most until the next look: an attempt may have failed, or the owner may have set another hour. */
const longestLookMs = 300_000

/**
 * Makes backups when they are due, if there is a schedule, and when they are asked for. Returns the function
 * that asks for one: it returns at once by which time that is known, and undefined if one is being made.
 */
export function startBackups(app: FastifyInstance, deps: MakeBackupDeps) {
  const asked: Claim<Date>[] = []
  // One that was asked for in the last moment is not begun.
  app.addHook('onClose', async () => void (await asked.pop()?.end()))
  const making = startLoop({
    what: 'make a backup',
    log: app.log,
    firstMs: soonMs,
    retryMs: soonMs,
    async run(stop) {
      const times = timesOfPlan(await readSetting(deps.db, 'backupPlan'))
      // Only now: a claim that is taken from there and not made would hold its lock for ever.
      const claim = asked.pop() ?? (times && (await claimDueBackup(deps.db, times)))
      if (claim) await makeAndEnd(deps, claim, stop)
      const now = new Date()
      const nextMs = (times?.next(now)?.getTime() ?? Number.POSITIVE_INFINITY) - now.getTime()
      return Math.min(nextMs, longestLookMs)
    },
  })
  app.addHook('onClose', making.close)
  return async (): Promise<Date | undefined> => {
    // Names of backups have seconds.
    const dueAt = new Date(Math.floor(Date.now() / 1000) * 1000)
    const claim = await claimBackup(deps.db, dueAt)
    if (!claim) return undefined
    asked.push(claim)
    making.wake()
    return dueAt
  }
}
