import { DrizzleQueryError } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyBaseLogger } from 'fastify'
import { type ClientConfig, Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg'
import { isDatabaseAway, NotMigrated } from '../failures.ts'
import { answerMs } from '../with-client.ts'
import { withSettings } from './session.ts'

const application_name = 'breezeway'

/** Few, because each idle connection costs the server memory. */
const poolSize = 8

/** The most statements that get a name: each takes memory in every connection. */
const mostNames = 200

/** The names of statements, by their texts. */
const names = new Map<string, string>()

/**
 * Returns a client that gives each statement with values a name: its connection parses the statement the
 * first time alone, and soon keeps its plan. For transactions that write: they read few rows, by their keys.
 */
function withNames(client: PoolClient): PoolClient {
  function query(statement: QueryConfig, values: unknown[] = []): Promise<QueryResult> {
    const { text } = statement
    if (values.length === 0) return client.query(statement, values)
    const name = names.get(text) ?? (names.size < mostNames ? `statement ${names.size}` : undefined)
    if (name) names.set(text, name)
    return client.query({ ...statement, name }, values)
  }
  return { query } as PoolClient
}

/** Connections that break are replaced. The errors of idle ones are logged. */
export function createPool(
  connection: ClientConfig,
  isMigrated: () => boolean,
  logger: FastifyBaseLogger,
): Pool {
  const pool = new Pool({
    ...withSettings(connection),
    application_name,
    max: poolSize,
    connectionTimeoutMillis: answerMs,
    verify: (_client, done) => done(isMigrated() ? undefined : new NotMigrated()),
    // When the load is over, idle connections close soon and free their memory.
    min: 2,
    idleTimeoutMillis: 5_000,
    // By then a change of the server's settings holds for all.
    maxLifetimeSeconds: 3_600,
    keepAlive: true,
    // Longer than the limit of a statement: ends queries whose connection was lost without notice.
    query_timeout: 20_000,
  })
  const warn = (err: Error) => logger.warn({ err }, 'a database connection was lost')
  // An error without a handler ends the process. The pool passes on those of idle connections
  // only; the first one of each connection says that it was lost.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.once('error', warn).on('error', () => {}))
  return pool
}

/**
 * Replaces Drizzle's `transaction`, so that each connection goes back to the pool, and a broken one
 * is closed. Drizzle's own never returns a connection that is lost at `begin`, and returns one
 * whose last statement may still run.
 */
export function transactionsOn(pool: Pool): NodePgDatabase['transaction'] {
  return async (run, config) => {
    const client = await pool.connect().catch((error: Error) => {
      // As Drizzle reports a query: no other network error counts as one of the database.
      throw new DrizzleQueryError('begin', [], error)
    })
    // What is only read is planned for its very values: what few rows have is read in another way.
    const connection = config?.accessMode === 'read only' ? client : withNames(client)
    let isBroken = false
    try {
      return await drizzle(connection).transaction(run, config)
    } catch (error) {
      isBroken = isDatabaseAway(error)
      throw error
    } finally {
      client.release(isBroken)
    }
  }
}
