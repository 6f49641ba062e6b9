import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Client } from 'pg'
import { openSingleConnection } from '../../db/client.ts'
import { BackupError } from '../backup-error.ts'
import type { Manifest } from '../file/manifest.ts'
import { listTables } from '../make/list-tables.ts'
import { newTally, readRows, setTextFormat } from '../make/read-rows.ts'
import { restoreAnd } from '../restore/restore-backup.ts'

/** A backup that is tried. */
export type TrialOrder = {
  path: string
  secretKeys: readonly string[]
  /** The folder in which the scratch database is made; it is gone again afterwards. */
  folder: string
  logger: FastifyBaseLogger
  stop?: AbortSignal
}

const prefix = 'trial-'

/** Reads every restored table as the backup was read, and compares. */
async function compareTables(client: Client, { tables }: Manifest): Promise<void> {
  await client.query('begin transaction read only')
  await setTextFormat(client)
  const found = new Map((await listTables(client)).map((table) => [table.name, table]))
  for (const { name, rows, sha256 } of tables) {
    const table = found.get(name)
    if (!table) throw new BackupError(`The restored database has no table ${name}.`)
    const tally = newTally()
    for await (const _ of readRows(client, table, tally));
    if (tally.rows !== rows || tally.hash.digest('hex') !== sha256)
      throw new BackupError(`${name} is not the same after a restore.`)
  }
  await client.query('commit')
}

/** Stops what may still run in the folder of a trial that was killed, and deletes it. */
async function removeTrial(dataDir: string, logger: FastifyBaseLogger): Promise<void> {
  if (existsSync(join(dataDir, 'postgres', 'postmaster.pid'))) {
    // Whoever leaves the server last stops it.
    const left = await openSingleConnection({ dataDir }, logger).catch(() => undefined)
    await left?.close()
  }
  await rm(dataDir, { recursive: true, force: true })
}

/** Deletes what trials that were killed have left in a folder. */
export async function removeLeftTrials(folder: string, logger: FastifyBaseLogger): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(prefix)) await removeTrial(join(folder, name), logger)
  }
}

/**
 * Restores a backup into a scratch embedded database and compares every row of it with what was read
 * when it was made. Throws a BackupError if that is not the same.
 */
export async function tryBackup({ folder, ...source }: TrialOrder): Promise<void> {
  const dataDir = await mkdtemp(join(folder, prefix))
  const order = { ...source, location: { dataDir }, withSessions: true }
  try {
    await restoreAnd(order, compareTables)
  } finally {
    await removeTrial(dataDir, source.logger)
  }
}
