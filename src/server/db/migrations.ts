import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import type { ClientBase } from 'pg'
import { SchemaTooNew, SchemaTooOld, ServerTooOld } from './failures.ts'

export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** A migration; `folderMillis` is when it was written, and orders them. */
export type Migration = MigrationMeta & { name: string }

/** The migrations that this version knows, oldest first. */
export function readMigrations(folder: string = migrationsFolder): Migration[] {
  const journal = readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')
  const { entries }: { entries: { tag: string }[] } = JSON.parse(journal)
  return readMigrationFiles({ migrationsFolder: folder }).map((migration, index) => ({
    ...migration,
    name: entries[index]?.tag ?? '',
  }))
}

/** Functions, triggers and views of this version: the text of each file, and a hash of them all. */
function readFunctions(folder: string): { texts: string[]; hash: string } {
  const files = readdirSync(join(folder, 'functions')).toSorted()
  const texts = files.map((file) => readFileSync(join(folder, 'functions', file), 'utf8'))
  return { texts, hash: createHash('sha256').update(texts.join()).digest('hex') }
}

/** Drizzle's own table of the migrations that a database has had. */
const table = 'drizzle.__drizzle_migrations'

type Last = { at: string | null; hash: string | null }

/** What was applied last; undefined for a database that has had no migration. */
async function readLast(client: ClientBase): Promise<Last | undefined> {
  const { rows } = await client.query('select to_regclass($1) is not null has_table', [table])
  if (!rows[0]?.has_table) return undefined
  const { rows: found } = await client.query<Last>(
    `select max(created_at) at, (array_agg(hash order by id desc))[1] hash from ${table}`,
  )
  return found[0]?.at == null ? undefined : found[0]
}

/** When the newest migration of a database was written; undefined for a database without any. */
export async function readLastMigration(client: ClientBase): Promise<number | undefined> {
  const last = await readLast(client)
  return last && Number(last.at)
}

/** How a database, or a backup, stands to this version, by when its newest migration was written. */
type Standing = 'too-old' | 'earlier' | 'current' | 'newer'

/** `too-old`: no migration of this version leads on from there. */
export function standingOf(last: number, known: readonly Migration[] = readMigrations()): Standing {
  const newest = known.at(-1)?.folderMillis ?? 0
  if (last > newest) return 'newer'
  if (last < (known[0]?.folderMillis ?? 0)) return 'too-old'
  return last < newest ? 'earlier' : 'current'
}

/**
 * Runs before migrations change a database that has tables, while no other process may migrate it.
 * `next` is the name of the first of them. Resolves with the path of a backup, and throws to leave the
 * database as it is; `stop` aborts when the process ends.
 */
export type BeforeUpgrade = (client: ClientBase, next: string, stop: AbortSignal) => Promise<string>

/** What brings a database to the newest migration: by default those of this version, and no backup. */
export type Upgrade = { migrationsFolder?: string; beforeUpgrade?: BeforeUpgrade | undefined }

/**
 * Finds the migrations that a database has not had, oldest first. Throws SchemaTooNew or SchemaTooOld where
 * this version cannot bring the database to its own.
 */
export async function findPending(client: ClientBase, folder: string = migrationsFolder) {
  const last = await readLast(client)
  const known = readMigrations(folder)
  if (!last) return { hasTables: false, migrations: known, isCurrent: false }
  const at = Number(last.at)
  const standing = standingOf(at, known)
  if (standing === 'newer') throw new SchemaTooNew()
  if (standing === 'too-old') throw new SchemaTooOld()
  return {
    /** It has had some migration. */
    hasTables: true,
    migrations: known.filter(({ folderMillis }) => folderMillis > at),
    /** No migration is pending, and the functions, which are applied last, are those of this version. */
    isCurrent: standing === 'current' && last.hash === readFunctions(folder).hash,
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

const note = (client: ClientBase, hash: string, at: number) =>
  client.query(`insert into ${table} (hash, created_at) values ($1, $2)`, [hash, at])

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
    await note(client, hash, folderMillis)
  }
}

/**
 * Makes the functions, triggers and views anew, within the open transaction of the connection: they are
 * written for the tables as the newest migration leaves them.
 */
export async function applyFunctions(
  client: ClientBase,
  folder: string = migrationsFolder,
): Promise<void> {
  const { texts, hash } = readFunctions(folder)
  for (const text of texts) await client.query(text)
  const last = await readLastMigration(client)
  await note(client, hash, last ?? 0)
}
