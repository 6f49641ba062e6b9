import { drizzle } from 'drizzle-orm/node-postgres'
import type { FastifyBaseLogger } from 'fastify'
import type { Client } from 'pg'
import { openSingleConnection, type SingleConnection } from '#/server/db/connect/client.ts'
import { isDatabaseAway } from '#/server/db/failures.ts'
import { auditTerminal } from '../../db/audit-entries.ts'
import type { DatabaseLocation, Transaction } from '../../db/database.ts'
import { locks } from '../../db/locks.ts'
import {
  applyFunctions,
  applyMigrations,
  readMigrations,
  refuseOlder,
  standingOf,
} from '../../db/migrations.ts'
import { BackupError } from '../file/backup-error.ts'
import type { Manifest } from '../file/manifest.ts'
import { verifyBackup } from '../file/read-backup.ts'
import { listTables, setTextFormat } from '../make/list-tables.ts'
import { loadTables, makePlain } from './load-tables.ts'

async function listSequences(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select sequencename::text name from pg_sequences where schemaname = 'public'`,
  )
  return rows.map(({ name }) => name)
}

/** Names in a manifest that are not of these tables, their columns and these sequences. */
function findForeign(
  { tables, sequences }: Manifest,
  ours: ReadonlyMap<string, readonly string[]>,
  ourSequences: readonly string[],
): string | undefined {
  for (const { name, columns } of tables) {
    const known = ours.get(name)
    if (!known) return `the table ${name}`
    const column = columns.find((each) => !known.includes(each))
    if (column !== undefined) return `the column ${column} of ${name}`
  }
  const sequence = sequences.find(({ name }) => !ourSequences.includes(name))
  return sequence && `the sequence ${sequence.name}`
}

/**
 * Throws a BackupError where a backup names anything but what the product had when it was made: a file
 * that an attacker has changed could otherwise write into PostgreSQL's own tables, and so run programs.
 * The database must be one that the migrations up to the backup's own have made, with nothing else in it.
 */
async function refuseForeign(client: Client, manifest: Manifest): Promise<void> {
  const ours = new Map((await listTables(client)).map(({ name, columns }) => [name, columns]))
  const foreign = findForeign(manifest, ours, await listSequences(client))
  if (foreign === undefined) return
  throw new BackupError(
    `The backup holds ${foreign}, which version ${manifest.version} of this product doesn’t have. Nothing was restored.`,
  )
}

/** The backup to restore, and the database for it. */
type RestoreOrder = {
  path: string
  location: DatabaseLocation
  /** Restores sessions too, and leaves out later migrations, the functions and the entry in the audit log. */
  asItWas?: boolean
  logger: FastifyBaseLogger
  /** Ends it early: it fails then, and the database is unchanged. */
  stop?: AbortSignal
  /** What belongs to it: nothing is restored where that fails. `client` is in the transaction too. */
  finish?: (tx: Transaction, client: Client, manifest: Manifest) => Promise<void>
}

async function refuseFilled({ client, where }: SingleConnection): Promise<void> {
  const { rows } = await client.query<{ filled: boolean }>(
    `select exists (select from pg_class where relnamespace = 'public'::regnamespace
       and relkind in ('r', 'v', 'm', 'p')) or to_regnamespace('drizzle') is not null filled`,
  )
  if (!rows[0]?.filled) return
  throw new BackupError(
    `A backup can only be restored into an empty database, and ${where} isn’t empty. Nothing was changed. Set DATA_DIR to a new folder, or DATABASE_URL to a new database.`,
  )
}

/** A process that starts meanwhile waits until the database is whole. */
async function lockMigrations({ client, where }: SingleConnection): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1) locked',
    [locks.migration],
  )
  if (!rows[0]?.locked) throw new BackupError(`Another process is creating ${where} right now.`)
}

/** Fills the database, and brings it to this version; all or nothing. */
async function fill(client: Client, order: RestoreOrder, wanted: Manifest) {
  const known = readMigrations()
  const isOld = ({ folderMillis }: { folderMillis: number }) => folderMillis <= wanted.migration
  const newer = known.filter((migration) => !isOld(migration))
  const work = async (tx: Transaction) => {
    await setTextFormat(client)
    await client.query(`set local maintenance_work_mem = '32MB'`)
    await applyMigrations(client, known.filter(isOld))
    await refuseForeign(client, wanted)
    const putBack = await makePlain(client)
    await loadTables(client, order, wanted)
    await putBack()
    if (!order.asItWas) {
      await applyMigrations(client, newer)
      await applyFunctions(client)
      await auditTerminal(tx, 'backup.restore', `the backup of ${wanted.madeAt}`)
    }
    await order.finish?.(tx, client, wanted)
  }
  await drizzle(client)
    .transaction(work)
    .catch((error) => {
      throw describeFailure(error)
    })
  // Until then the server plans as if the tables were empty.
  await client.query('analyze')
}

/** SQLSTATE disk_full. */
const diskFull = '53100'

function describeFailure(error: unknown): unknown {
  const isFull = (error as { code?: string }).code === diskFull
  if (!isFull && !isDatabaseAway(error)) return error
  const what = isFull ? 'The database’s disk is full.' : 'The database was lost.'
  return new BackupError(`${what} Nothing was restored.`, { cause: error })
}

function refuseOtherVersion(path: string, { migration, version }: Manifest): void {
  const standing = standingOf(migration)
  if (standing === 'newer')
    throw new BackupError(
      `${path} was made by a newer version of this product (${version}). Restore it with that version.`,
    )
  if (standing === 'too-old')
    throw new BackupError(
      `${path} was made by a version of this product (${version}) whose data this one can’t upgrade. Restore it with the last version before 1.0.0, then start this one.`,
    )
}

/** The part of a backup that is restored: nobody is signed in by it. */
const chosen = (manifest: Manifest, asItWas = false): Manifest => ({
  ...manifest,
  tables: manifest.tables.filter(({ name }) => asItWas || name !== 'sessions'),
})

/**
 * Restores a backup into an empty database of either kind, and writes that into its audit log. The whole file
 * is checked before anything is written. Throws a BackupError that says why it cannot be done; then the
 * database is unchanged.
 */
export async function restoreBackup(order: RestoreOrder): Promise<Manifest> {
  const { path, location, asItWas, logger, stop } = order
  const manifest = await verifyBackup(path)
  refuseOtherVersion(path, manifest)
  const connection = await openSingleConnection(location, logger, stop)
  try {
    await lockMigrations(connection)
    await refuseOlder(connection.client)
    await refuseFilled(connection)
    await fill(connection.client, order, chosen(manifest, asItWas))
    return manifest
  } finally {
    await connection.close()
  }
}
