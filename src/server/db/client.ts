import { fileURLToPath } from 'node:url'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { lockDataDir } from './data-dir-lock.ts'
import type * as schema from './schema.ts'
import type { Listen } from './signals.ts'

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** Either database, or a transaction on it. Inside a transaction use only the one handed to you. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>

/** An open database, what it has to tell, and the way to close it. */
export type DatabaseHandle = {
  db: Database
  listen: Listen
  close: () => Promise<void>
  /** What a server's connections do; the embedded database has none. */
  readPool?: () => { used: number; idle: number; waiting: number }
}

/** Where to find the database: a server when `databaseUrl` is set, else the embedded one. */
export type DatabaseLocation = { dataDir: string; databaseUrl?: string | undefined }

/**
 * Opens the database and brings it to the newest migration. The only place that knows which of the
 * two it is. Each is loaded only when it is wanted, and the lock is taken before anything is
 * loaded, so that a second process is told so at once.
 */
export async function openDatabase(
  { dataDir, databaseUrl }: DatabaseLocation,
  onConnectionLost: (error: Error) => void = () => {},
): Promise<DatabaseHandle> {
  if (databaseUrl) {
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres(databaseUrl, migrationsFolder, onConnectionLost)
  }
  const lock = await lockDataDir(dataDir)
  try {
    const { openEmbedded } = await import('./embedded.ts')
    const { db, listen, close } = await openEmbedded(dataDir, migrationsFolder)
    return { db, listen, close: () => close().finally(lock.release) }
  } catch (error) {
    lock.release()
    throw error
  }
}
