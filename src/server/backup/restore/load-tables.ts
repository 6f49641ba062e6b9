import { once } from 'node:events'
import { type Client, type ClientBase, escapeIdentifier } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { BackupError } from '../backup-error.ts'
import type { Manifest } from '../file/manifest.ts'
import { type PartText, readParts } from '../file/read-backup.ts'
import { columnList, inOurSchema } from '../make/list-tables.ts'

/** The source of the rows; `stop` ends it early. */
type BackupSource = {
  path: string
  secretKeys: readonly string[]
  stop?: AbortSignal | undefined
}

async function loadPart(client: Client, { table, text }: PartText): Promise<void> {
  const stream = client.query(
    copyFrom(`copy ${inOurSchema(table.name)} (${columnList(table.columns)}) from stdin`),
  )
  const finished = once(stream, 'finish')
  stream.end(text)
  await finished
}

async function checkRows(client: Client, { tables }: Manifest): Promise<void> {
  for (const { name, rows } of tables) {
    const { rows: counted } = await client.query<{ count: string }>(
      `select count(*) from ${inOurSchema(name)}`,
    )
    if (Number(counted[0]?.count) !== rows)
      throw new BackupError(`${name} would have ${counted[0]?.count} rows instead of ${rows}.`)
  }
}

/** Fills empty tables with the rows of a backup, within a transaction. */
export async function loadTables(
  client: Client,
  { path, secretKeys, stop }: BackupSource,
  wanted: Manifest,
): Promise<void> {
  for await (const part of readParts(path, secretKeys, wanted)) {
    stop?.throwIfAborted()
    await loadPart(client, part)
  }
  await checkRows(client, wanted)
  for (const { name, last } of wanted.sequences) {
    await client.query('select setval($1::regclass, $2)', [inOurSchema(name), last])
  }
}

/** Puts back what was taken from the tables. */
export type PutBack = () => Promise<void>

async function namesOf(client: ClientBase, statement: string): Promise<Record<string, string>[]> {
  return (await client.query<Record<string, string>>(statement)).rows
}

/**
 * Takes triggers, foreign keys and indexes from all tables, within a transaction: rows must come in
 * as they were, in any order, and an index is made much faster when all rows are there.
 */
export async function makePlain(client: ClientBase): Promise<PutBack> {
  const tables = await namesOf(
    client,
    `select relname "table" from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const keys = await namesOf(
    client,
    `select conrelid::regclass::text "table", conname name, pg_get_constraintdef(oid) definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by oid`,
  )
  const indexes = await namesOf(
    client,
    `select indexrelid::regclass::text name, pg_get_indexdef(indexrelid) definition from pg_index
     where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
     and not exists (select from pg_constraint where conindid = indexrelid) order by indexrelid`,
  )
  const name = (value: string | undefined) => escapeIdentifier(value ?? '')
  for (const { table } of tables) {
    await client.query(`alter table ${name(table)} disable trigger user`)
  }
  for (const { table, name: key } of keys) {
    await client.query(`alter table ${table} drop constraint ${name(key)}`)
  }
  for (const index of indexes) await client.query(`drop index ${index.name}`)
  // What the migrations have put there.
  await client.query(`truncate ${tables.map(({ table }) => name(table)).join(', ')}`)
  return async () => {
    for (const { definition } of indexes) await client.query(definition ?? '')
    for (const { table, name: key, definition } of keys) {
      await client.query(`alter table ${table} add constraint ${name(key)} ${definition}`)
    }
    for (const { table } of tables) {
      await client.query(`alter table ${name(table)} enable trigger user`)
    }
  }
}
