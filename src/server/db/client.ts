import { fileURLToPath } from 'node:url'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { openEmbedded } from './embedded.ts'
import { openPostgres } from './postgres.ts'
import type * as schema from './schema.ts'

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** Either database, or a transaction on it. Inside a transaction use only the one handed to you. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>

/** An open database and the way to close it. */
export type DatabaseHandle = { db: Database; close: () => Promise<void> }

/** Where to find the database: a server when `databaseUrl` is set, else the embedded one. */
export type DatabaseLocation = { dataDir: string; databaseUrl?: string | undefined }

/** Opens the database and brings it to the newest migration. The only place that knows which it is. */
export async function openDatabase(
  location: DatabaseLocation,
  onConnectionLost: (error: Error) => void = () => {},
): Promise<DatabaseHandle> {
  const { dataDir, databaseUrl } = location
  return databaseUrl
    ? openPostgres(databaseUrl, migrationsFolder, onConnectionLost)
    : openEmbedded(dataDir, migrationsFolder)
}
