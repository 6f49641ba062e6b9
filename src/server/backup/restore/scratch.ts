import { mkdtemp, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Client } from 'pg'
import { removeServer } from '#/server/db/connect/client.ts'
import { inMegabytes, measureRoom } from '../../health/parts.ts'
import { BackupError } from '../file/backup-error.ts'
import type { Manifest } from '../file/manifest.ts'
import { listTables, newTally, readRows } from '../make/list-tables.ts'
import { restoreBackup } from './restore-backup.ts'

type TrialOrder = {
  path: string
  /** The data folder in which the scratch database is made. */
  dataDir: string
  /** What the database takes that the backup is of. */
  databaseBytes: number
  /** Backups of the schedule and those before upgrades: scratch folders have it as their prefix. */
  purpose: 'trial-' | 'upgrade-trial-'
  logger: FastifyBaseLogger
  stop?: AbortSignal
}

/**
 * Reads every restored table as the backup was read, and compares. Throws a BackupError that names the
 * table which is not the same.
 */
async function compareTables(client: Client, { tables }: Manifest): Promise<void> {
  const found = new Map((await listTables(client)).map((table) => [table.name, table]))
  for (const { name, columns, rows, sha256 } of tables) {
    const table = found.get(name)
    if (!table) throw new BackupError(`The restored database has no table ${name}.`)
    const tally = newTally()
    for await (const _ of readRows(client, { ...table, columns }, tally));
    if (tally.rows !== rows || tally.hash.digest('hex') !== sha256)
      throw new BackupError(`${name} isn’t the same after a restore.`)
  }
}

/** The scratch databases in a data folder. `prefix`: of one purpose, or `''` for all. */
async function findScratch(dataDir: string, prefix = ''): Promise<string[]> {
  const names = (await readdir(dataDir)).filter((name) => /^(upgrade-)?trial-/.test(name))
  return names.filter((name) => name.startsWith(prefix)).map((name) => join(dataDir, name))
}

/** No trial takes as long: it is ended after an hour. */
const leftAfterMs = 2 * 3_600_000

/** Deletes the scratch databases that killed processes have left: each has everybody's data. */
export async function removeLeftScratch(dataDir: string): Promise<void> {
  for (const folder of await findScratch(dataDir)) {
    // A trial that ends meanwhile deletes its own.
    const begunAt = await stat(folder).catch(() => undefined)
    if (begunAt && Date.now() - begunAt.mtimeMs > leftAfterMs) await removeServer(folder)
  }
}

/** What the files of an empty database take, and how much its log grows beside the rows. */
const emptyBytes = 100 * 1024 * 1024
const longestLogBytes = 256 * 1024 * 1024

/** Throws a BackupError where the trial would fill the disk: the site has its data and its journal there. */
async function refuseWithoutRoom(dataDir: string, databaseBytes: number): Promise<void> {
  const { free } = await measureRoom([dataDir])
  const needed = emptyBytes + databaseBytes + Math.min(databaseBytes, longestLogBytes)
  if (free >= needed) return
  throw new BackupError(
    `It needs ${inMegabytes(needed)} on the disk of ${dataDir}, which has ${inMegabytes(free)} left.`,
  )
}

/**
 * Restores a backup into a scratch embedded database and compares every row of it with what was read
 * when it was made. Throws a BackupError if that is not the same. The scratch database is deleted; at
 * once when `stop` aborts, because whoever stops this process does not wait for long.
 */
export async function tryBackup({
  purpose,
  dataDir,
  databaseBytes,
  ...source
}: TrialOrder): Promise<void> {
  const { stop } = source
  // One of a purpose is made at a time: these are of processes that were killed.
  await Promise.all((await findScratch(dataDir, purpose)).map(removeServer))
  await refuseWithoutRoom(dataDir, databaseBytes)
  const scratch = await mkdtemp(join(dataDir, purpose))
  const end = () => void removeServer(scratch).catch(() => {})
  stop?.addEventListener('abort', end)
  try {
    await restoreBackup({
      ...source,
      location: { dataDir: scratch },
      asItWas: true,
      finish: (_tx, client, manifest) => compareTables(client, manifest),
    })
  } finally {
    stop?.removeEventListener('abort', end)
    await removeServer(scratch)
  }
}
