import { getTableName, is } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { PgTable } from 'drizzle-orm/pg-core'
import type { Client } from 'pg'
import { applyMigrations, type Migration } from '../../db/migrations.ts'
import * as schema from '../../db/schema.ts'
import { BackupError } from '../backup-error.ts'

/** A migration failed on the copy. */
export class MigrationFailed extends Error {
  readonly migration: string
  constructor(migration: string, cause: unknown) {
    super(`the migration ${migration} failed`, { cause })
    this.migration = migration
  }
}

/** Applies migrations in one transaction, as it is done for the database, and tells of each. */
export async function migrateCopy(
  client: Client,
  migrations: readonly Migration[],
  tell: (done: { name: string; ms: number }) => void,
): Promise<void> {
  await client.query('begin')
  let name = ''
  try {
    for (const migration of migrations) {
      name = migration.name
      const began = performance.now()
      await applyMigrations(client, [migration])
      tell({ name, ms: performance.now() - began })
    }
    await client.query('commit')
  } catch (error) {
    throw new MigrationFailed(name, error)
  }
}

/** Throws a BackupError that names a table which this version cannot read as it is. */
export async function readEveryTable(client: Client): Promise<void> {
  const db = drizzle(client, { schema })
  for (const table of Object.values(schema)) {
    if (!is(table, PgTable)) continue
    await db
      .select()
      .from(table)
      .limit(1)
      .catch((cause) => {
        const name = getTableName(table)
        throw new BackupError(`This version cannot read ${name} of the migrated copy.`, { cause })
      })
  }
}
