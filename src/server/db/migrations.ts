import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import type { ClientBase } from 'pg'
import { SchemaTooNew, ServerTooOld } from './connect/failures.ts'

export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** A migration; `folderMillis` is when it was written, and orders them. */
export type Migration = MigrationMeta & { name: string }

type Journal = { entries: { tag: string }[] }

/** The migrations that this version knows, oldest first. */
export function readMigrations(folder: string = migrationsFolder): Migration[] {
  const journal = readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')
  const { entries } = JSON.parse(journal) as Journal
  return readMigrationFiles({ migrationsFolder: folder }).map((migration, index) => ({
    ...migration,
    name: entries[index]?.tag ?? '',
  }))
}

/** Drizzle's own table of the migrations that a database has had. */
const table = 'drizzle.__drizzle_migrations'

/** When the newest migration of a database was written; undefined for a database without any. */
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

/**
 * Runs before migrations change a database that has tables, while no other process may migrate it.
 * `next` is the name of the first of them. Resolves with the path of a backup, and throws to leave the
 * database as it is; `stop` aborts when the process ends.
 */
export type BeforeUpgrade = (client: ClientBase, next: string, stop: AbortSignal) => Promise<string>

/** What brings a database to the newest migration. */
export type Upgrade = { migrationsFolder: string; beforeUpgrade?: BeforeUpgrade | undefined }

/** The migrations that a database has not had yet. */
export type Pending = {
  /** It has had some, and so has tables of an earlier version. */
  hasTables: boolean
  /** Oldest first. */
  migrations: Migration[]
}

/** Throws SchemaTooNew where the database has had a migration that this version does not know. */
export async function findPending(client: ClientBase, folder?: string): Promise<Pending> {
  const known = readMigrations(folder)
  const last = await readLastMigration(client)
  if (isTooNew(last, known)) throw new SchemaTooNew()
  return {
    hasTables: last !== undefined,
    migrations: known.filter(({ folderMillis }) => last === undefined || folderMillis > last),
  }
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
 * Applies some migrations within the open transaction of the connection. Drizzle's own function
 * applies all there are, in a transaction of its own, and does not say which has failed.
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
