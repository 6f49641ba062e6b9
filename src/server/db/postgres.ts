import { setTimeout as sleep } from 'node:timers/promises'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { FastifyBaseLogger } from 'fastify'
import { Client, type ClientConfig, Pool, type PoolClient } from 'pg'
import type { ConnectingDatabase } from './database.ts'
import { isDatabaseAway, NotMigrated, SchemaTooNew } from './failures.ts'
import { locks } from './locks.ts'
import * as schema from './schema.ts'
import { createAnnounce } from './signals.ts'
import { createStandingConnection } from './standing-connection.ts'

const application_name = 'breezeway'
const connectionTimeoutMillis = 5_000

/** How to reach a PostgreSQL server. */
export type PostgresAccess = {
  /** Called before each connection: the address may change. */
  connection: () => ClientConfig
  /** Starts the embedded server if it does not run; undefined for any other server. */
  ensureRunning?: () => Promise<void>
  /** The first statement on the standing connection. */
  firstStatement?: string
}

/** Few, because each idle connection costs the server memory. */
const poolSize = 8

function createPool(
  { connection }: PostgresAccess,
  isMigrated: () => boolean,
  logger: FastifyBaseLogger,
): Pool {
  // The name must not contain "Pool", because Drizzle would take the class for a pool.
  class FreshClient extends Client {
    constructor(config?: ClientConfig) {
      const { options = '', ...address } = connection()
      super({ ...config, ...address, options: `${config?.options} ${options}` })
    }
  }
  const pool = new Pool({
    Client: FreshClient,
    application_name,
    max: poolSize,
    connectionTimeoutMillis,
    verify: (_client, done) => done(isMigrated() ? undefined : new NotMigrated()),
    // When the load is over, idle connections close soon and free their memory.
    min: 2,
    idleTimeoutMillis: 5_000,
    keepAlive: true,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    // Longer than statement_timeout: ends queries whose connection was lost without notice.
    query_timeout: 20_000,
    // Every query here is short: starting workers or a compiler would take longer than the query.
    // Read committed: after waiting for a lock, a statement sees what the last holder stored.
    options:
      '-c jit=off -c max_parallel_workers_per_gather=0 -c default_transaction_isolation=read\\ committed',
  })
  const warn = (err: Error) => logger.warn({ err }, 'a database connection was lost')
  pool.on('error', warn)
  // The pool handles errors of idle connections only, and an unhandled one ends the process.
  pool.on('connect', (client) => client.on('error', warn))
  return pool
}

/**
 * Replaces Drizzle's `transaction`, so that each connection goes back to the pool, and a broken one
 * is closed. Drizzle's own never returns a connection that is lost at `begin`, and returns one
 * whose last statement may still run.
 */
function transactionsOn(pool: Pool): NodePgDatabase<typeof schema>['transaction'] {
  const databases = new WeakMap<PoolClient, NodePgDatabase<typeof schema>>()
  return async (run, config) => {
    const client = await pool.connect()
    const database = databases.get(client) ?? drizzle(client, { schema })
    databases.set(client, database)
    let isBroken = false
    try {
      return await database.transaction(run, config)
    } catch (error) {
      isBroken = isDatabaseAway(error)
      throw error
    } finally {
      client.release(isBroken)
    }
  }
}

/** Throws SchemaTooNew where the database has had a migration that this version does not know. */
async function refuseNewer(client: Client, migrationsFolder: string): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis)
  const table = 'drizzle.__drizzle_migrations'
  const { rows } = await client.query('select to_regclass($1) is not null has_table', [table])
  if (!rows[0]?.has_table) return
  const newer = await client.query(`select from ${table} where created_at > $1 limit 1`, [
    Math.max(...known),
  ])
  if (newer.rowCount) throw new SchemaTooNew()
}

/**
 * Uses a separate connection, because a migration, or waiting until another process has finished
 * it, may take longer than the time limit of queries. Closing the connection releases the lock.
 */
async function runMigrations(connection: ClientConfig, migrationsFolder: string): Promise<void> {
  const client = new Client({ ...connection, connectionTimeoutMillis, application_name })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [locks.migration])
    await refuseNewer(client, migrationsFolder)
    await migrate(drizzle(client), { migrationsFolder })
  } finally {
    await client.end()
  }
}

const firstPauseMs = 200
const longestPauseMs = 2_000

/**
 * Connects to a PostgreSQL server and brings the database to the newest migration; `ready` resolves
 * then, and rejects if that can never succeed. While the server is away it is tried again, and
 * queries fail. Connections that break are replaced, so the server may restart.
 */
export function connectPostgres(
  access: PostgresAccess,
  migrationsFolder: string,
  logger: FastifyBaseLogger,
): ConnectingDatabase {
  let isMigrated = false
  const closing = new AbortController()
  const standing = createStandingConnection({
    ...access,
    onFailure: (err) => logger.warn({ err }, 'the database cannot be reached'),
  })
  const pool = createPool(access, () => isMigrated, logger)
  const db = drizzle(pool, { schema })
  db.transaction = transactionsOn(pool)

  const { promise: firstTry, resolve: endFirstTry } = Promise.withResolvers<boolean>()

  async function prepare() {
    for (let tries = 1; ; tries += 1) {
      try {
        await standing.open()
        await runMigrations(access.connection(), migrationsFolder)
        isMigrated = true
        return
      } catch (err) {
        // Later the product is in use, and goes on without the database whatever is wrong with it.
        if (closing.signal.aborted || (tries === 1 && !isDatabaseAway(err))) throw err
        logger.warn({ err }, 'the database cannot be reached')
      }
      endFirstTry(false)
      await sleep(Math.min(tries * firstPauseMs, longestPauseMs), undefined, {
        signal: closing.signal,
      })
    }
  }
  const ready = prepare()
  // An error is for those who wait for `ready`, and nobody may.
  const end = () => endFirstTry(true)
  ready.then(end, end)

  return {
    firstTry,
    ready,
    db,
    listen: standing.listen,
    announce: createAnnounce(db),
    readPool: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: async () => {
      closing.abort()
      await Promise.all([standing.close(), pool.end()])
    },
  }
}
