import { createHash, type Hash } from 'node:crypto'
import { type ClientBase, escapeIdentifier } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { readMigrations } from '../../db/migrations.ts'

/** A table with the columns of its rows, the order in which they are read, and the size of a row. */
export type Table = { name: string; columns: string[]; order: string; size: string }

/**
 * Not in a backup: counters, which are worth nothing a day later, and what is known of the backups on
 * this machine.
 */
export const leftOut = ['rate_limits', 'backups']

type Row = { name: string; columns: string[]; key: string[]; texts: string[]; size: string }

/** The order must be the same on every server, whatever its language. */
function orderOf({ columns, key, texts }: Row): string {
  if (key.length === 0)
    return columns.map((name) => `${escapeIdentifier(name)}::text collate "C"`).join(', ')
  return key
    .map((name) => escapeIdentifier(name) + (texts.includes(name) ? ' collate "C"' : ''))
    .join(', ')
}

/** The names of the tables that the product has, or once had: an owner may have added others. */
function namesOfProduct(): Set<string> {
  const statements = readMigrations().flatMap(({ sql }) => sql)
  return new Set(
    statements.flatMap((statement) =>
      [...statement.matchAll(/^create (?:unlogged )?table "?(\w+)/gim)].map(
        ([, name = '']) => name,
      ),
    ),
  )
}

/** The tables that a backup holds, as the database has them. */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Row>(
    `select c.relname::text name,
       array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0
         and not attisdropped and attgenerated = '' order by attnum) columns,
       array(select a.attname::text from pg_index i, unnest(i.indkey) with ordinality k(number, place)
         join pg_attribute a on a.attnum = k.number where i.indrelid = c.oid and i.indisprimary
         and a.attrelid = c.oid order by k.place) "key",
       array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0
         and attcollation <> 0) texts,
       -- As far as it is known without unpacking a value.
       (select string_agg(format(case when atttypid in ('text'::regtype, 'bytea'::regtype)
           then 'coalesce(octet_length(%1$I), 0)' else 'coalesce(pg_column_size(%1$I), 0)' end, attname), ' + ')
         from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) size
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     order by c.relname collate "C"`,
  )
  const ours = namesOfProduct()
  return rows
    .filter(({ name }) => ours.has(name) && !leftOut.includes(name))
    .map((row) => ({ ...row, order: orderOf(row) }))
}

/**
 * The name of a table or sequence of ours for a statement. Without its schema PostgreSQL would take
 * one of its own that has the same name.
 */
export const inOurSchema = (name: string) => `public.${escapeIdentifier(name)}`

/** The names of some columns for a statement. */
export const columnList = (columns: readonly string[]) => columns.map(escapeIdentifier).join(', ')

/** As soon as this many bytes are read, their whole rows are a part. */
const partBytes = 4 * 1024 * 1024

const lineEnd = 0x0a

/** Makes what the connection reads the same on every server. Call it within a transaction. */
export async function setTextFormat(client: ClientBase): Promise<void> {
  await client.query(
    `set local client_encoding = 'UTF8'; set local timezone = 'UTC'; set local datestyle = 'ISO, YMD';
     set local intervalstyle = 'postgres'; set local extra_float_digits = 1;
     set local bytea_output = 'hex'; set local jit = off; set local search_path = public`,
  )
}

/** The number and the hash of a table's rows. */
export type Tally = { rows: number; hash: Hash }

function countRows(text: Buffer): number {
  let rows = 0
  for (let at = text.indexOf(lineEnd); at >= 0; at = text.indexOf(lineEnd, at + 1)) rows += 1
  return rows
}

/** Reads a table as text, in pieces of whole rows, and counts and hashes it on the way. */
export async function* readRows(
  client: ClientBase,
  { name, columns, order }: Table,
  tally: Tally,
): AsyncGenerator<Buffer> {
  const rows = `select ${columnList(columns)} from ${inOurSchema(name)} order by ${order}`
  const stream = client.query(copyTo(`copy (${rows}) to stdout`))
  let waiting: Buffer[] = []
  let length = 0
  const take = (text: Buffer) => {
    tally.rows += countRows(text)
    tally.hash.update(text)
    return text
  }
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    waiting.push(chunk)
    length += chunk.byteLength
    if (length < partBytes) continue
    const text = Buffer.concat(waiting)
    const end = text.lastIndexOf(lineEnd) + 1
    if (end === 0) continue
    waiting = [text.subarray(end)]
    length = text.byteLength - end
    yield take(text.subarray(0, end))
  }
  const rest = Buffer.concat(waiting)
  if (rest.byteLength > 0) yield take(rest)
}

export const newTally = (): Tally => ({ rows: 0, hash: createHash('sha256') })
