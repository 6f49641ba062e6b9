import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client, Pool } from 'pg'
import { createPostgresListener } from './postgres-listener.ts'
import * as schema from './schema.ts'

/** Any fixed number: all processes of one installation must wait for the same lock. */
const migrationLock = 4_711_042

const application_name = 'breezeway'
const connectionTimeoutMillis = 5_000

/**
 * On a connection of its own: a migration, or waiting for another process to finish it, may take
 * longer than any query of the running product. Closing the connection gives up the lock.
 */
async function runMigrations(connectionString: string, migrationsFolder: string): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis, application_name })
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await migrate(drizzle(client), { migrationsFolder })
  } finally {
    await client.end()
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
  await runMigrations(databaseUrl, migrationsFolder)
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name,
    max: 10,
    connectionTimeoutMillis,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    // Longer than statement_timeout: it ends queries whose connection has silently gone.
    query_timeout: 20_000,
    // Every query here is short: starting workers or a compiler for one takes longer than it does.
    options: '-c jit=off -c max_parallel_workers_per_gather=0',
  })
  pool.on('error', onConnectionLost)
  const listener = createPostgresListener(databaseUrl)
  return {
    db: drizzle(pool, { schema }),
    listen: listener.listen,
    readPool: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: async () => {
      await Promise.all([listener.close(), pool.end()])
    },
  }
}
