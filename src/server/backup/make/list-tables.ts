import { type ClientBase, escapeIdentifier } from 'pg'
import { readMigrations } from '../../db/migrations.ts'

/** A table with the columns of its rows, and the order in which they are read. */
export type Table = { name: string; columns: string[]; order: string }

/**
 * Not in a backup: counters and leases, which are worth nothing a day later, and what is known of
 * the backups on this machine and of the probes of this installation.
 */
export const leftOut = ['rate_limits', 'leases', 'backups', 'probes']

type Row = { name: string; columns: string[]; key: string[]; texts: string[] }

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
         and attcollation <> 0) texts
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     order by c.relname collate "C"`,
  )
  const ours = namesOfProduct()
  return rows
    .filter(({ name }) => ours.has(name) && !leftOut.includes(name))
    .map((row) => ({ name: row.name, columns: row.columns, order: orderOf(row) }))
}

/**
 * The name of a table or sequence of ours for a statement. Without its schema PostgreSQL would take
 * one of its own that has the same name.
 */
export const inOurSchema = (name: string) => `public.${escapeIdentifier(name)}`

/** The names of some columns for a statement. */
export const columnList = (columns: readonly string[]) => columns.map(escapeIdentifier).join(', ')
