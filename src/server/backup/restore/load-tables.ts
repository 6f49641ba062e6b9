import { once } from 'node:events'
import type { Client, ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { BackupError } from '../file/backup-error.ts'
import type { Manifest } from '../file/manifest.ts'
import { type PartText, readParts } from '../file/read-backup.ts'
import { columnList, inOurSchema } from '../make/list-tables.ts'

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

/** Fills empty tables with the rows of a backup, within a transaction; `stop` ends it early. */
export async function loadTables(
  client: Client,
  { path, stop }: { path: string; stop?: AbortSignal | undefined },
  wanted: Manifest,
): Promise<void> {
  for await (const part of readParts(path, wanted)) {
    stop?.throwIfAborted()
    await loadPart(client, part)
  }
  await checkRows(client, wanted)
  for (const { name, last } of wanted.sequences) {
    await client.query('select setval($1::regclass, $2)', [inOurSchema(name), last])
  }
}

/**
 * What is taken from the tables while they are filled, and how it is put back, in this order: the
 * indexes, and the foreign keys. Triggers come later, with the functions.
 */
const hindrances = `
  select format('drop index %s', indexrelid::regclass) take, pg_get_indexdef(indexrelid) restore,
    1 place, indexrelid id
  from pg_index join pg_class c on c.oid = indrelid and c.relnamespace = 'public'::regnamespace
  where not exists (select from pg_constraint where conindid = indexrelid)
  union all select format('alter table %s drop constraint %I', conrelid::regclass, conname),
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)),
    2, oid
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
  order by place, id`

/**
 * Takes foreign keys and indexes from all tables, within a transaction: rows must come in
 * as they were, in any order, and an index is made much faster when all rows are there. Returns the
 * function that puts them back.
 */
export async function makePlain(client: ClientBase): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ take: string; restore: string }>(hindrances)
  for (const { take } of rows.toReversed()) await client.query(take)
  // What the migrations have put there.
  const { rows: tables } = await client.query<{ names: string }>(
    `select string_agg(format('%I', relname), ', ') names from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  await client.query(`truncate ${tables[0]?.names}`)
  return async () => {
    for (const { restore } of rows) await client.query(restore)
  }
}
