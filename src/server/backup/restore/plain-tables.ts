import { type ClientBase, escapeIdentifier } from 'pg'

/** Puts back what was taken from the tables. */
export type PutBack = () => Promise<void>

async function namesOf(client: ClientBase, statement: string): Promise<Record<string, string>[]> {
  return (await client.query<Record<string, string>>(statement)).rows
}

/**
 * Takes triggers, foreign keys and indexes from all tables, within a transaction: rows must come in
 * unchanged, in any order, and an index is made much faster when all rows are there.
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
  // The rows that the migrations have put there.
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
