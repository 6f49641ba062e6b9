import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import {
  hasEmbeddedDatabase,
  openSingleConnection,
  type SingleConnection,
} from '../../db/client.ts'
import { findPending, migrationsFolder, refuseOlder } from '../../db/migrations.ts'
import { BackupError } from '../backup-error.ts'
import { checkRoom } from './check-room.ts'
import {
  describeRehearsalFailure,
  type Rehearsal,
  rehearse,
  totalMs,
  type UpgradeConfig,
} from './rehearsal.ts'
import { seconds, size } from './words.ts'

/** What is found about the upgrade of a database to this version. */
export type UpgradeCheck = { lines: string[]; isWell: boolean }

function describe(
  rehearsal: Rehearsal,
  { backup: { folder, rehearsesUpgrades } }: UpgradeConfig,
): string[] {
  const { backup, copyMs, migrations, failure } = rehearsal
  const lines: string[] = []
  if (backup) {
    const leads = backup.leads.toLocaleString('en')
    lines.push(`A backup took ${seconds(backup.ms)}: ${size(backup.bytes)}, with ${leads} leads.`)
  }
  if (copyMs !== undefined) {
    lines.push(`It was restored into a copy in ${seconds(copyMs)}, where every row is as it was.`)
  }
  for (const { name, ms } of migrations) lines.push(`${name} took ${seconds(ms)} on the copy.`)
  if (failure) return [...lines, `${describeRehearsalFailure(failure)} Nothing was changed.`]
  const first = rehearsesUpgrades
    ? `npm start makes a backup in ${folder} and tries all this again before it migrates`
    : 'npm start migrates, without a backup and a trial because UPGRADE_REHEARSAL is off'
  return [
    ...lines,
    'This version reads every table of the copy.',
    `The upgrade would succeed: ${first}. Requests that need the database wait about ${seconds(totalMs(rehearsal))} for the migrations, and are kept meanwhile. Nothing was changed.`,
  ]
}

async function tryPending(
  { client }: SingleConnection,
  { config, folder, stop }: CheckOptions & { config: UpgradeConfig; folder: string },
): Promise<Rehearsal> {
  const { backup, dataDir, databaseUrl } = config
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  try {
    await checkRoom(client, { backupFolder: dataDir, copyFolder: dataDir })
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    return { migrations: [], failure: { isAway: false, problem: error.message } }
  }
  const path = join(dataDir, `.upgrade-check-${process.pid}.backup`)
  try {
    return await rehearse(
      {
        ...{ location: { dataDir, databaseUrl }, migrationsFolder: folder },
        ...{ path, publicKeys: backup.publicKeys, signer: null },
        ...{ copyFolder: dataDir, prefix: 'upgrade-check-', mayClean: false },
      },
      stop,
    )
  } finally {
    await rm(path, { force: true })
  }
}

type CheckOptions = { logger: FastifyBaseLogger; stop: AbortSignal; migrations?: string }

/**
 * Tries the upgrade of a database to this version on a copy, while it is in use or not, and says what
 * would happen. Throws what `connectDatabase` throws.
 */
export async function checkUpgrade(
  config: UpgradeConfig,
  options: CheckOptions,
): Promise<UpgradeCheck> {
  const { dataDir, databaseUrl } = config
  const folder = options.migrations ?? migrationsFolder
  if (!databaseUrl && !hasEmbeddedDatabase(dataDir)) {
    return { lines: [`There is nothing to upgrade: ${dataDir} has no database.`], isWell: true }
  }
  const connection = await openSingleConnection(config, options.logger, options.stop)
  try {
    await refuseOlder(connection.client)
    const { hasTables, migrations } = await findPending(connection.client, folder)
    if (!hasTables || migrations.length === 0) {
      const state = hasTables ? 'current' : 'empty'
      const line = `There is nothing to upgrade: ${connection.where} is ${state}.`
      return { lines: [line], isWell: true }
    }
    const names = migrations.map(({ name }) => name).join(', ')
    const rehearsal = await tryPending(connection, { ...options, config, folder })
    return {
      lines: [`To be applied to ${connection.where}: ${names}.`, ...describe(rehearsal, config)],
      isWell: rehearsal.failure === undefined,
    }
  } finally {
    await connection.close()
  }
}
