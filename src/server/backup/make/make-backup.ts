import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import type { FastifyBaseLogger } from 'fastify'
import type { Client } from 'pg'
import { openSingleConnection, type SingleConnection } from '#/server/db/connect/client.ts'
import { SchemaTooNew } from '#/server/db/failures.ts'
import packageJson from '../../../../package.json' with { type: 'json' }
import type { DatabaseLocation } from '../../db/database.ts'
import { readLastMigration, standingOf } from '../../db/migrations.ts'
import { BackupError } from '../file/backup-error.ts'
import { type Entry, writeEntries } from '../file/entries.ts'
import {
  checksumText,
  currentFormat,
  entryNames,
  type Manifest,
  type Part,
  partName,
  sha256,
  type TableContent,
} from '../file/manifest.ts'
import { writeFileWhole } from '../file/write-file.ts'
import {
  inOurSchema,
  listTables,
  newTally,
  readRows,
  setTextFormat,
  type Table,
} from './list-tables.ts'

const compress = promisify(zstdCompress)

/** Little time: the rows are read while the site takes requests. */
const compression = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

type MadeBackup = {
  path: string
  bytes: number
  /** What the database itself takes on its disk. */
  databaseBytes: number
  manifest: Manifest
}

type BackupOrder = {
  path: string
  location: DatabaseLocation
  logger: FastifyBaseLogger
  /** Ends it early: it fails then, and leaves no file. */
  stop?: AbortSignal
}

/**
 * Bytes. The product stores no row that is nearly as long, and one row at a time is in memory, here and in
 * the server, several times over.
 */
const longestRow = 16_000_000

async function refuseLongRow(client: Client, { name, size }: Table): Promise<void> {
  const { rowCount } = await client.query(
    `select from ${inOurSchema(name)} where ${size} > ${longestRow} limit 1`,
  )
  if (!rowCount) return
  throw new BackupError(
    `A row of the table ${name} is larger than ${longestRow / 1e6} MB, so no backup was made. This product never writes such a row. Shorten it, then try again.`,
  )
}

async function* readTable(
  client: Client,
  table: Table,
  stop: AbortSignal | undefined,
): AsyncGenerator<Entry, TableContent> {
  await refuseLongRow(client, table)
  const tally = newTally()
  const parts: Part[] = []
  for await (const text of readRows(client, table, tally)) {
    stop?.throwIfAborted()
    const content = await compress(text, compression)
    const name = partName(table.name, parts.length + 1)
    parts.push({ name, bytes: content.byteLength, sha256: sha256(content) })
    yield { name, content }
  }
  const { name, columns } = table
  return { name, columns, rows: tally.rows, sha256: tally.hash.digest('hex'), parts }
}

/**
 * Sequences of the tables in the backup. Numbers given since the snapshot are skipped by the
 * restored database, which does no harm.
 */
async function readSequences(
  client: Client,
  tables: readonly Table[],
): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `select sequencename::text name, last_value::text last from pg_sequences
     join pg_depend on classid = 'pg_class'::regclass and refclassid = classid and deptype in ('a', 'i')
       and objid = format('%I.%I', schemaname, sequencename)::regclass
     join pg_class t on t.oid = refobjid and t.relnamespace = 'public'::regnamespace
     where schemaname = 'public' and t.relname = any ($1) and last_value is not null
     order by sequencename collate "C"`,
    [tables.map(({ name }) => name)],
  )
  return rows
}

async function refuseUnknown(client: Client, where: string): Promise<number> {
  const last = await readLastMigration(client)
  if (last === undefined) throw new BackupError(`There’s nothing to back up: ${where} is empty.`)
  if (standingOf(last) === 'newer') throw new SchemaTooNew()
  return last
}

/** Reads everything, as one snapshot has it. */
async function* readDatabase(
  { client, where }: SingleConnection,
  stop: AbortSignal | undefined,
): AsyncGenerator<Entry, Manifest> {
  await client.query('begin transaction isolation level repeatable read, read only')
  await setTextFormat(client)
  const migration = await refuseUnknown(client, where)
  const madeAt = new Date().toISOString()
  const listed = await listTables(client)
  const tables: TableContent[] = []
  for (const table of listed) tables.push(yield* readTable(client, table, stop))
  const sequences = await readSequences(client, listed)
  await client.query('commit')
  const manifest: Manifest = {
    product: 'breezeway',
    format: currentFormat,
    version: packageJson.version,
    madeAt,
    migration,
    tables,
    sequences,
  }
  const content = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
  yield { name: entryNames.manifest, content }
  yield { name: entryNames.checksum, content: Buffer.from(checksumText(content)) }
  return manifest
}

/**
 * Makes a backup of the database as it is at one moment, while it is in use. Throws a BackupError if
 * that cannot be done, and leaves no file then.
 */
export async function makeBackup(order: BackupOrder): Promise<MadeBackup> {
  const { path, location, logger, stop } = order
  const connection = await openSingleConnection(location, logger, stop)
  try {
    const read = Promise.withResolvers<Manifest>()
    async function* entries() {
      read.resolve(yield* readDatabase(connection, stop))
    }
    const { bytes } = await writeFileWhole(path, writeEntries(entries()))
    const { rows } = await connection.client.query<{ size: string }>(
      'select pg_database_size(current_database()) size',
    )
    return { path, bytes, databaseBytes: Number(rows[0]?.size), manifest: await read.promise }
  } finally {
    await connection.close()
  }
}
