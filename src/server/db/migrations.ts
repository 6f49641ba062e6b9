import { fileURLToPath } from 'node:url'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import type { ClientBase } from 'pg'
import { SchemaTooNew, ServerTooOld } from './failures.ts'

/** Where the migrations are. */
export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** A migration; `folderMillis` is when it was written, and orders them. */
export type Migration = MigrationMeta

/** The migrations that this version knows, oldest first. */
export function readMigrations(folder: string = migrationsFolder): Migration[] {
  return readMigrationFiles({ migrationsFolder: folder })
}

/** As Drizzle names it, which looks up in it what is still to be done. */
const table = 'drizzle.__drizzle_migrations'

/** When the last migration that a database has had was written; undefined for a database without any. */
export async function readLastMigration(client: ClientBase): Promise<number | undefined> {
  const { rows } = await client.query('select to_regclass($1) is not null has_table', [table])
  if (!rows[0]?.has_table) return undefined
  const last = await client.query<{ at: string | null }>(`select max(created_at) at from ${table}`)
  return last.rows[0]?.at == null ? undefined : Number(last.rows[0].at)
}

/** True where a migration is newer than all that this version knows. */
export function isTooNew(last: number | undefined, known: readonly Migration[]): boolean {
  return last !== undefined && last > Math.max(...known.map(({ folderMillis }) => folderMillis))
}

/** Throws SchemaTooNew where the database has had a migration that this version does not know. */
export async function refuseNewer(client: ClientBase, folder?: string): Promise<void> {
  if (isTooNew(await readLastMigration(client), readMigrations(folder))) throw new SchemaTooNew()
}

const oldestVersion = 15

/** Throws ServerTooOld where PostgreSQL lacks what the migrations use. */
export async function refuseOlder(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    `select current_setting('server_version_num')::int number, current_setting('server_version') version`,
  )
  const { number = 0, version = '' } = rows[0] ?? {}
  if (number < oldestVersion * 10_000) throw new ServerTooOld(version, oldestVersion)
}

/**
 * Applies some migrations within the transaction that is open on the connection. Drizzle's own way
 * applies all there are, in a transaction of its own.
 */
export async function applyMigrations(
  client: ClientBase,
  migrations: readonly Migration[],
): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(
    `create table if not exists ${table} (id serial primary key, hash text not null, created_at bigint)`,
  )
  for (const { sql, hash, folderMillis } of migrations) {
    for (const statement of sql) await client.query(statement)
    await client.query(`insert into ${table} (hash, created_at) values ($1, $2)`, [
      hash,
      folderMillis,
    ])
  }
}
