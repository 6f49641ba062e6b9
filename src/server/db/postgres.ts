import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Pool, type PoolClient } from 'pg'
import * as schema from './schema.ts'

/** Any fixed number: all processes of one installation must wait for the same lock. */
const migrationLock = 4_711_042

async function runMigrations(client: PoolClient, migrationsFolder: string): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [migrationLock])
  try {
    // A large migration may take longer than any query of the running product.
    await client.query('set statement_timeout = 0')
    await migrate(drizzle(client), { migrationsFolder })
  } finally {
    await client.query('reset statement_timeout')
    await client.query('select pg_advisory_unlock($1)', [migrationLock])
  }
}

/**
 * Connects to a PostgreSQL server. The pool replaces connections that break, so the server may
 * restart; `onConnectionLost` hears of idle ones that did.
 */
export async function openPostgres(
  databaseUrl: string,
  migrationsFolder: string,
  onConnectionLost: (error: Error) => void,
) {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'breezeway',
    max: 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    // Longer than statement_timeout: it ends queries whose connection has silently gone.
    query_timeout: 20_000,
  })
  pool.on('error', onConnectionLost)
  try {
    const client = await pool.connect()
    try {
      await runMigrations(client, migrationsFolder)
    } finally {
      client.release()
    }
  } catch (error) {
    await pool.end()
    throw error
  }
  return { db: drizzle(pool, { schema }), close: () => pool.end() }
}
