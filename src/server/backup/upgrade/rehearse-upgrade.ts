import { mkdir } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { ClientBase } from 'pg'
import { isDatabaseAway, NotMigrated, UpgradeFailed } from '../../db/failures.ts'
import type { Migration } from '../../db/migrations.ts'
import { BackupError, describeDiskError } from '../backup-error.ts'
import { prepareFolder } from '../prepare-folder.ts'
import { checkRoom } from './check-room.ts'
import {
  describeRehearsalFailure,
  type Rehearsal,
  rehearse,
  totalMs,
  type UpgradeConfig,
} from './rehearsal.ts'
import { newUpgradeBackup } from './upgrade-backups.ts'

/** Whose migrations are tried, and for what installation. */
type UpgradeOptions = {
  config: UpgradeConfig
  folder: string
  logger: FastifyBaseLogger
  stop: AbortSignal
}

const untried = (problem: string) =>
  new UpgradeFailed(
    `${describeRehearsalFailure({ isAway: false, problem })} Nothing was changed. Fix that, or set UPGRADE_REHEARSAL=off to upgrade without.`,
  )

/** The folders are there afterwards, and have room. */
async function prepareFolders(
  client: ClientBase,
  { backup, dataDir }: UpgradeConfig,
): Promise<void> {
  let folder = dataDir
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    folder = backup.folder
    await prepareFolder(backup)
    await checkRoom(client, { backupFolder: backup.folder, copyFolder: dataDir })
  } catch (error) {
    const problem = error instanceof BackupError ? error.message : describeDiskError(error, folder)
    if (problem && !isDatabaseAway(error)) throw untried(problem)
    throw error
  }
}

async function makeAndTry(
  client: ClientBase,
  next: string,
  { config, folder, stop }: UpgradeOptions,
): Promise<Rehearsal & { file: string | undefined }> {
  const { backup, dataDir, databaseUrl } = config
  await prepareFolders(client, config)
  const file = newUpgradeBackup(backup.folder, next, new Date())
  const rehearsal = await rehearse(
    {
      ...{ location: { dataDir, databaseUrl }, migrationsFolder: folder },
      ...{ path: file.untried, publicKeys: backup.publicKeys, signer: dataDir },
      ...{ copyFolder: dataDir, prefix: 'rehearsal-', mayClean: true },
    },
    stop,
  )
  if (rehearsal.copyMs !== undefined) return { ...rehearsal, file: await file.finish() }
  await file.leave()
  return { ...rehearsal, file: undefined }
}

/**
 * Makes a backup and tries the migrations on a copy that is restored from it. Throws UpgradeFailed if
 * the upgrade would fail, or cannot be tried.
 */
export async function rehearseUpgrade(
  client: ClientBase,
  migrations: readonly Migration[],
  options: UpgradeOptions,
): Promise<void> {
  const { logger } = options
  const names = migrations.map(({ name }) => name)
  logger.info({ migrations: names }, 'the upgrade is tried on a copy of the database')
  // The connection, and the lock that it holds, must outlast the rehearsal.
  await client.query('set idle_session_timeout = 0')
  const rehearsal = await makeAndTry(client, names[0] ?? '', options)
  const { file, failure, backup, copyMs } = rehearsal
  if (failure?.isAway) throw new NotMigrated()
  if (failure && !file) throw untried(failure.problem)
  if (failure) {
    throw new UpgradeFailed(
      `${describeRehearsalFailure(failure)} Nothing was changed. The backup from before it is ${file}. Start the earlier version again.`,
    )
  }
  const ms = { backup: backup?.ms, copy: copyMs, migrations: totalMs(rehearsal) }
  logger.info({ file, leads: backup?.leads, ms }, 'the upgrade came through on a copy')
}
