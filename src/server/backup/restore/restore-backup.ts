import { drizzle } from 'drizzle-orm/node-postgres'
import type { FastifyBaseLogger } from 'fastify'
import type { Client } from 'pg'
import { auditTerminal } from '../../db/audit-entries.ts'
import { openSingleConnection, type SingleConnection } from '../../db/client.ts'
import type { DatabaseLocation } from '../../db/database.ts'
import { isDatabaseAway } from '../../db/failures.ts'
import { locks } from '../../db/locks.ts'
import { applyMigrations, isTooNew, readMigrations, refuseOlder } from '../../db/migrations.ts'
import * as schema from '../../db/schema.ts'
import { BackupError } from '../backup-error.ts'
import type { Manifest } from '../file/manifest.ts'
import { verifyBackup } from '../file/read-backup.ts'
import { setTextFormat } from '../make/read-rows.ts'
import { loadTables } from './load-tables.ts'
import { makePlain } from './plain-tables.ts'

/**
 * What lets a browser in, and what is remembered for minutes between two steps of signing in: who was
 * signed in when a backup was made must not be by chance when it is restored.
 */
const signedIn = ['sessions', 'verifications']

/** What is restored, and where to. */
export type RestoreOrder = {
  path: string
  location: DatabaseLocation
  secretKeys: readonly string[]
  /** People who were signed in then are signed in again. */
  withSessions: boolean
  /** Leaves out the migrations that were written after the backup. */
  asItWas?: boolean
  logger: FastifyBaseLogger
  /** Ends it early: it fails then, and the database is as it was. */
  stop?: AbortSignal
}

async function refuseFilled({ client, where }: SingleConnection): Promise<void> {
  const { rows } = await client.query<{ filled: boolean }>(
    `select exists (select from pg_class where relnamespace = 'public'::regnamespace
       and relkind in ('r', 'v', 'm', 'p')) or to_regnamespace('drizzle') is not null filled`,
  )
  if (!rows[0]?.filled) return
  throw new BackupError(
    `A backup is restored into an empty database only, and ${where} is not empty. Nothing was changed. Set DATA_DIR to a new folder, or DATABASE_URL to a new database.`,
  )
}

/** A process that starts meanwhile waits until the database is whole. */
async function lockMigrations({ client, where }: SingleConnection): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1) locked',
    [locks.migration],
  )
  if (!rows[0]?.locked) throw new BackupError(`Another process is making ${where} just now.`)
}

/** The database as the backup has it, and then as this version needs it; all or nothing. */
async function fill(client: Client, order: RestoreOrder, wanted: Manifest) {
  const known = readMigrations()
  await client.query('begin')
  try {
    await setTextFormat(client)
    await client.query(`set local maintenance_work_mem = '128MB'`)
    const isOld = ({ folderMillis }: { folderMillis: number }) => folderMillis <= wanted.migration
    await applyMigrations(client, known.filter(isOld))
    const putBack = await makePlain(client)
    await loadTables(client, order, wanted)
    await putBack()
    const later = order.asItWas ? [] : known.filter((migration) => !isOld(migration))
    await applyMigrations(client, later)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw describeFailure(error)
  }
  // Until then the server plans as if the tables were empty.
  await client.query('analyze')
}

/** SQLSTATE disk_full. */
const diskFull = '53100'

function describeFailure(error: unknown): unknown {
  const isFull = (error as { code?: string }).code === diskFull
  if (!isFull && !isDatabaseAway(error)) return error
  const what = isFull ? 'The disk of the database is full.' : 'The database has gone away.'
  return new BackupError(`${what} Nothing was restored.`, { cause: error })
}

/** What of a backup is restored. */
const chosen = (manifest: Manifest, withSessions: boolean): Manifest => ({
  ...manifest,
  tables: manifest.tables.filter(({ name }) => withSessions || !signedIn.includes(name)),
})

/**
 * Restores a backup into an empty database of either kind, and does something more on the same
 * connection. The whole file is checked before anything is written. Throws a BackupError that says
 * why it cannot be done; then the database is as it was.
 */
export async function restoreAnd(
  order: RestoreOrder,
  more: (client: Client, manifest: Manifest) => Promise<void>,
): Promise<Manifest> {
  const { path, location, secretKeys, withSessions, logger, stop } = order
  const manifest = await verifyBackup(path, secretKeys)
  if (isTooNew(manifest.migration, readMigrations()))
    throw new BackupError(
      `${path} was made by a newer version of this product (${manifest.version}). Restore it with that version.`,
    )
  const connection = await openSingleConnection(location, logger, stop)
  try {
    await lockMigrations(connection)
    await refuseOlder(connection.client)
    await refuseFilled(connection)
    await fill(connection.client, order, chosen(manifest, withSessions))
    await more(connection.client, manifest)
    return manifest
  } finally {
    await connection.close()
  }
}

/** Restores a backup, as `restoreAnd` does, and tells of it in the audit log of what was restored. */
export function restoreBackup(order: RestoreOrder): Promise<Manifest> {
  return restoreAnd(order, (client, { madeAt }) =>
    auditTerminal(drizzle(client, { schema }), 'backup.restore', `the backup of ${madeAt}`),
  )
}
