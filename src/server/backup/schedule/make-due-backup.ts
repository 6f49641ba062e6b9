import { hostname, tmpdir } from 'node:os'
import { basename } from 'node:path'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { BackupConfig } from '#/server/config/backup-config.ts'
import { findDue } from '#/server/jobs/find-due.ts'
import type { Times } from '#/server/time/schedule.ts'
import type { Database, DatabaseLocation } from '../../db/database.ts'
import type { Claim } from '../../jobs/leases.ts'
import { repeat } from '../../jobs/loop.ts'
import { describeProblem } from '../backup-error.ts'
import { claimBackup, giveBack, storeResult } from './backup-rows.ts'
import { runCommand } from './run-command.ts'
import { runJob } from './run-job.ts'
import type { WatchedFolder } from './watch-folder.ts'

export type MakeBackupDeps = {
  db: Database
  log: FastifyBaseLogger
  location: DatabaseLocation
  backup: BackupConfig
  folder: WatchedFolder
  /** The schedule has it made again if it is stopped. */
  isScheduled: boolean
}

export type DueBackupDeps = MakeBackupDeps & { times: Times }

/** The folder of an embedded database can be entered by its server, and so by the scratch database's. */
const trialOf = ({ dataDir, databaseUrl }: DatabaseLocation) => ({
  folder: databaseUrl ? tmpdir() : dataDir,
  prefix: 'trial-',
  mayClean: !databaseUrl,
})

async function makeClaimed(
  { db, log, location, backup, folder, isScheduled }: MakeBackupDeps,
  dueAt: Date,
  stop: AbortSignal,
): Promise<void> {
  const began = performance.now()
  const fail = async (problem: string) => {
    await storeResult(db, dueAt, { problem }, 'failed')
    log.error({ dueAt, problem }, 'a backup failed')
  }
  const { problem: folderProblem } = await folder.lookAnew()
  if (folderProblem !== null) return fail(folderProblem)
  const { isFolderNamed, keep, publicKeys } = backup
  const { made, problem } = await runJob(
    {
      kept: { folder: backup.folder, isFolderNamed, keep },
      ...{ dueAt: dueAt.toISOString(), location, publicKeys },
      trial: trialOf(location),
    },
    stop,
  )
  if (stop.aborted && !made) {
    return isScheduled
      ? giveBack(db, dueAt)
      : fail('The server was stopped before it was done. Ask for it again.')
  }
  if (!made) return fail(problem ?? 'The backup was not made.')
  const { path, bytes, leads } = made
  const unsent = backup.command ? await runCommand(backup.command, path, stop) : null
  const trouble = unsent ?? problem
  await folder.lookAnew()
  await storeResult(db, dueAt, { bytes, leads, file: basename(path), problem: trouble }, 'done')
  const ms = Math.round(performance.now() - began)
  const line = { dueAt, file: path, bytes, leads, ms }
  if (trouble === null) log.info(line, 'a backup was made and tried')
  else
    log.error({ ...line, problem: trouble }, 'a backup was made and tried, with trouble after it')
}

/** Makes the backup that is due, if no other process does; and tries it, sends it, and prunes. */
export async function makeDueBackup(deps: DueBackupDeps, stop: AbortSignal): Promise<void> {
  const { db, times } = deps
  const dueAt = await findDue(db, times, new Date())
  const claim = dueAt && (await claimBackup(db, dueAt, hostname()))
  if (claim) await makeAndEnd(deps, claim, stop)
}

/** Makes the backup that this process has claimed. Stores in its row how it ended. */
export async function makeAndEnd(
  deps: MakeBackupDeps,
  { claimed: dueAt, end }: Claim<Date>,
  stop: AbortSignal,
): Promise<void> {
  const { db, log } = deps
  try {
    await makeClaimed(deps, dueAt, stop)
  } catch (err) {
    log.error({ err }, 'a backup failed')
    await storeResult(db, dueAt, { problem: describeProblem(err, false) }, 'failed')
  } finally {
    await end()
  }
}

/** Begins a backup at once, and returns by which time it is known; undefined if one is being made. */
export type MakeNow = () => Promise<Date | undefined>

const lookEveryMs = 30_000

/** Makes that function. The backup goes on when the request for it has been answered. */
export function createMakeNow(app: FastifyInstance, deps: MakeBackupDeps): MakeNow {
  const claims: Claim<Date>[] = []
  const start = repeat(app, {
    what: 'make a backup that was asked for',
    everyMs: lookEveryMs,
    async run(stop) {
      for (const claim of claims.splice(0)) await makeAndEnd(deps, claim, stop)
    },
  })
  return async () => {
    // Names of backups have seconds.
    const dueAt = new Date(Math.floor(Date.now() / 1000) * 1000)
    const claim = await claimBackup(deps.db, dueAt, hostname())
    if (!claim) return undefined
    claims.push(claim)
    start()
    return dueAt
  }
}
