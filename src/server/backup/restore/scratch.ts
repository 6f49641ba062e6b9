import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Client } from 'pg'
import { openSingleConnection } from '#/server/db/connect/client.ts'
import { BackupError } from '../file/backup-error.ts'
import type { Manifest } from '../file/manifest.ts'
import { listTables, newTally, readRows, setTextFormat } from '../make/list-tables.ts'
import { restoreAnd } from './restore-backup.ts'

/** Stops a server that may still run in a scratch folder, and deletes the folder. */
async function removeScratch(dataDir: string, logger: FastifyBaseLogger): Promise<void> {
  if (existsSync(join(dataDir, 'postgres', 'postmaster.pid'))) {
    // The last process that leaves the server stops it.
    const left = await openSingleConnection({ dataDir }, logger).catch(() => undefined)
    await left?.close()
  }
  await rm(dataDir, { recursive: true, force: true })
}

/** Deletes the scratch folders with this prefix that killed processes have left. */
async function removeLeftScratch(
  folder: string,
  prefix: string,
  logger: FastifyBaseLogger,
): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith(prefix)) await removeScratch(join(folder, name), logger)
  }
}

/** Does something with a data folder of its own within a folder, and deletes it afterwards. */
export async function withScratch<Result>(
  folder: string,
  prefix: string,
  logger: FastifyBaseLogger,
  run: (dataDir: string) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(join(folder, prefix))
  try {
    return await run(dataDir)
  } finally {
    await removeScratch(dataDir, logger)
  }
}

/** Where the scratch database of a trial is made. */
export type TrialPlace = {
  folder: string
  /** The beginning of the name of its own folder. */
  prefix: string
  /** Folders with that prefix belong to killed processes and may be deleted. */
  mayClean: boolean
}

export type TrialOrder = {
  path: string
  secretKeys: readonly string[]
  /** The data folder whose key has signed it. */
  signer: string
  trial: TrialPlace
  logger: FastifyBaseLogger
  stop?: AbortSignal
}

/**
 * Reads every restored table as the backup was read, and compares. Throws a BackupError that names the
 * table which is not the same.
 */
async function compareTables(client: Client, { tables }: Manifest): Promise<void> {
  await client.query('begin transaction read only')
  await setTextFormat(client)
  const found = new Map((await listTables(client)).map((table) => [table.name, table]))
  for (const { name, columns, rows, sha256 } of tables) {
    const table = found.get(name)
    if (!table) throw new BackupError(`The restored database has no table ${name}.`)
    const tally = newTally()
    for await (const _ of readRows(client, { ...table, columns }, tally));
    if (tally.rows !== rows || tally.hash.digest('hex') !== sha256)
      throw new BackupError(`${name} is not the same after a restore.`)
  }
  await client.query('commit')
}

/**
 * Restores a backup into a scratch embedded database and compares every row of it with what was read
 * when it was made. Throws a BackupError if that is not the same.
 */
export async function tryBackup({ trial, ...source }: TrialOrder): Promise<void> {
  const { folder, prefix, mayClean } = trial
  if (mayClean) await removeLeftScratch(folder, prefix, source.logger)
  const order = { ...source, withSessions: true, asItWas: true }
  await withScratch(folder, prefix, source.logger, async (dataDir) => {
    await restoreAnd({ ...order, location: { dataDir } }, compareTables)
  })
}
