import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyBaseLogger } from 'fastify'
import { Client, type ClientConfig, Pool, type PoolClient } from 'pg'
import { isDatabaseAway, NotMigrated } from './failures.ts'
import * as schema from './schema.ts'

const application_name = 'breezeway'
const connectionTimeoutMillis = 5_000

/** Few, because each idle connection costs the server memory. */
const poolSize = 8

/** What the connections of the pool depend on; asked at each new one. */
export type PoolOptions = {
  connection: () => ClientConfig
  isMigrated: () => boolean
  synchronousCommit: () => string
}

/** The pool, and the function that ends its connections that were begun before a time. */
export type RenewablePool = { pool: Pool; renew: (before: number) => void }

/** Connections that break are replaced. The errors of idle ones are logged. */
export function createPool(
  { connection, isMigrated, synchronousCommit }: PoolOptions,
  logger: FastifyBaseLogger,
): RenewablePool {
  const open = new Set<FreshClient>()
  // The name must not contain "Pool", because Drizzle would take the class for a pool.
  class FreshClient extends Client {
    readonly begunAt = performance.now()
    constructor(config?: ClientConfig) {
      const { options = '', ...address } = connection()
      const commit = `-c synchronous_commit=${synchronousCommit()}`
      super({ ...config, ...address, options: `${config?.options} ${commit} ${options}` })
      open.add(this)
      this.once('end', () => open.delete(this))
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
  // An error that nobody handles ends the process. The pool passes on those of idle connections
  // only; the first one of each connection says that it was lost.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.once('error', warn).on('error', () => {}))
  return {
    pool,
    renew(before) {
      for (const { begunAt, connection: lost } of open) {
        if (begunAt < before) lost.stream.destroy(new Error('Connection terminated: renewed'))
      }
    },
  }
}

/**
 * Replaces Drizzle's `transaction`, so that each connection goes back to the pool, and a broken one
 * is closed. Drizzle's own never returns a connection that is lost at `begin`, and returns one
 * whose last statement may still run.
 */
export function transactionsOn(pool: Pool): NodePgDatabase<typeof schema>['transaction'] {
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
