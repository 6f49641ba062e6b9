import { existsSync } from 'node:fs'
import { chown, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { FastifyBaseLogger } from 'fastify'
import type { Client } from 'pg'
import {
  type Account,
  embeddedFiles,
  openSingleConnection,
  prepareForFiles,
  type SingleConnection,
} from '#/server/db/connect/client.ts'
import { EmbeddedBusy, EmbeddedUnusable } from '#/server/db/failures.ts'
import * as schema from '#/server/db/tables/schema.ts'
import { auditTerminal } from '../../db/audit-entries.ts'
import { syncFolder } from '../../runtime/data-folder.ts'
import { BackupError, describeDiskError } from '../file/backup-error.ts'
import { checkOrigin } from '../file/signature.ts'
import { withScratch } from '../restore/scratch.ts'
import { type Base, listBases, readErased } from './bases.ts'
import { assertWhole, unpackCluster, unpackLog } from './unpack-base.ts'

/** The archive to restore, and the folder for it. */
export type ArchiveRestore = {
  /** ARCHIVE_DIR. */
  folder: string
  /** A data folder without a database. */
  dataDir: string
  /** The moment; undefined for the last one that is archived. */
  at: Date | undefined
  secretKeys: readonly string[]
  /** People who were signed in then are signed in again. */
  withSessions: boolean
  /**
   * Asks whether an archive that the key in `dataDir` does not confirm is restored all the same.
   */
  confirm: (doubt: string) => Promise<boolean>
  /** Erases the leads that were erased after the moment; returns how many. */
  eraseAgain: (client: Client, submissionIds: readonly string[]) => Promise<number>
  logger: FastifyBaseLogger
}

export type RestoredArchive = {
  base: string
  /** When the last change in it was made; null if nothing was changed since the base. */
  lastChange: Date | null
  leads: number
  erased: number
  /** The log after that is damaged, or was not written with the installation's key. */
  isCut: boolean
}

async function listAll(folder: string): Promise<Base[]> {
  const bases = await listBases(folder).catch((error) => {
    throw new BackupError(describeDiskError(error, folder) ?? `${folder} cannot be read.`)
  })
  if (bases.length === 0) throw new BackupError(`${folder} has no base. Nothing was restored.`)
  return bases
}

/** The newest base that can be brought to a moment. */
async function chooseBase(folder: string, at: Date | undefined): Promise<Base> {
  const bases = await listAll(folder)
  const usable = bases.filter(({ facts }) => !at || new Date(facts.usableFrom) <= at)
  const base = usable.at(-1)
  if (base) return base
  const [first] = bases.map(({ facts }) => facts.usableFrom).sort()
  throw new BackupError(`${folder} begins at ${first}. Nothing was restored.`)
}

const harmOfArchive = 'An archive says who can sign in, and can run programs.'

/** PostgreSQL's message where the log ends before the moment that was asked for. */
const endsBefore = 'recovery ended before configured recovery target was reached'

/** https://www.postgresql.org/docs/18/runtime-config-wal.html#RUNTIME-CONFIG-WAL-ARCHIVE-RECOVERY */
function recoverySettings(at: Date | undefined): string {
  // Names of time zones are not known so early in a start.
  const target = at?.toISOString().replace('Z', '+00')
  return [
    // All of the log is in its place already.
    `restore_command = 'exit 1'`,
    // No process connects before it has come to its end.
    `hot_standby = off`,
    `recovery_target_action = promote`,
    ...(target ? [`recovery_target_time = '${target}'`] : []),
  ].join('\n')
}

/** Waits for the recovery, without a limit, and connects. */
async function openRecovered(
  dataDir: string,
  at: Date | undefined,
  logger: FastifyBaseLogger,
): Promise<SingleConnection> {
  const settings = join(embeddedFiles(dataDir).cluster, 'postgresql.auto.conf')
  await writeFile(settings, `${recoverySettings(at)}\n`)
  for (;;) {
    try {
      return await openSingleConnection({ dataDir }, logger)
    } catch (error) {
      if (error instanceof EmbeddedBusy) continue
      const isShort = error instanceof EmbeddedUnusable && error.message.includes(endsBefore)
      if (!isShort || !at) throw error
      // Everything archived was committed before.
      return openRecovered(dataDir, undefined, logger)
    }
  }
}

/** Does to the restored database what a restore of a backup does. */
async function finish(
  { client }: SingleConnection,
  { at, folder, withSessions, eraseAgain }: ArchiveRestore,
): Promise<Omit<RestoredArchive, 'base' | 'isCut'>> {
  const { rows } = await client.query<{ change: Date | null }>(
    'select pg_last_xact_replay_timestamp() change',
  )
  const lastChange = rows[0]?.change ?? null
  if (!withSessions) await client.query('delete from sessions')
  const erased = await eraseAgain(client, await readErased(folder))
  const moment = (at ?? lastChange)?.toISOString() ?? 'the last base'
  await auditTerminal(drizzle(client, { schema }), 'backup.restore', `the archive until ${moment}`)
  const { rows: counted } = await client.query<{ leads: number }>(
    'select count(*)::int leads from leads',
  )
  return { lastChange, leads: counted[0]?.leads ?? 0, erased }
}

async function restoreInto(
  scratch: string,
  { base, key, account }: { base: Base; key: string | undefined; account: Account | undefined },
  order: ArchiveRestore,
): Promise<RestoredArchive> {
  const { dataDir, at, secretKeys, logger } = order
  const { cluster } = embeddedFiles(scratch)
  await unpackCluster(base, { cluster, account, secretKeys })
  const { end, isCut } = await unpackLog(base, { cluster, account, secretKeys }, key)
  if (end < base.facts.stopLsn)
    throw new BackupError(`The log in ${base.path} is damaged. Nothing was restored.`)
  for (const name of ['recovery.signal', 'postgresql.auto.conf']) {
    await writeFile(join(cluster, name), '', { mode: 0o600 })
    if (account) await chown(join(cluster, name), account.uid, account.gid)
  }
  const connection = await openRecovered(scratch, at, logger)
  const done = await finish(connection, order).finally(connection.close)
  await writeFile(join(cluster, 'postgresql.auto.conf'), '')
  await rm(join(cluster, 'backup_label.old'), { force: true })
  await rename(cluster, embeddedFiles(dataDir).cluster)
  await syncFolder(dataDir)
  return { ...done, base: base.name, isCut }
}

/**
 * Restores the embedded database as it was at a moment, from an archive into a data folder that has
 * none. Throws a BackupError that says why it cannot be done; then the folder has no database.
 */
export async function restoreArchive(order: ArchiveRestore): Promise<RestoredArchive> {
  const { folder, dataDir, at, logger } = order
  const { cluster, major } = embeddedFiles(dataDir)
  if (existsSync(cluster))
    throw new BackupError(
      `An archive is restored into a new DATA_DIR only, and ${dataDir} has a database. Nothing was changed.`,
    )
  const base = await chooseBase(folder, at)
  if (base.facts.postgres !== major)
    throw new BackupError(
      `${base.path} is of PostgreSQL ${base.facts.postgres}, and this version brings ${major}. Restore it with the version that made it.`,
    )
  await assertWhole(base)
  const origin = { path: base.path, dataDir, harm: harmOfArchive }
  const key = await checkOrigin(origin, base.signed, order.confirm)
  const { account, admit } = await prepareForFiles(dataDir)
  return withScratch(dataDir, 'restore-', logger, (scratch) => {
    admit(scratch)
    return restoreInto(scratch, { base, key, account }, order)
  })
}
