import { DrizzleQueryError } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FastifyBaseLogger } from 'fastify'
import { Client, type ClientConfig, Pool, type PoolClient } from 'pg'
import type { ServerSafety } from '../database.ts'
import { isDatabaseAway, NotMigrated, NoWriter } from '../failures.ts'
import * as schema from '../tables/schema.ts'
import { type ServerState, synchronousCommitFor } from './server-state.ts'
import { claimSession, setUpSession } from './session.ts'

const application_name = 'breezeway'
const connectionTimeoutMillis = 5_000

/** Few, because each idle connection costs the server memory. */
const poolSize = 8

/** A connection to a server that answers is open by then. */
const openingMs = 500

/** How the pool connects; called for each new connection. */
export type PoolOptions = {
  connection: () => ClientConfig
  isMigrated: () => boolean
  synchronousCommit: () => string
}

/** Which connections are ended: those begun before a time, except to a server that may stay. */
export type Renewal = { before: number; exceptStarted?: string }

/** The pool, and the function that ends some of its connections. */
export type RenewablePool = { pool: Pool; renew: (renewal: Renewal) => void }

/** Connections that break are replaced. The errors of idle ones are logged. */
export function createPool(
  { connection, isMigrated, synchronousCommit }: PoolOptions,
  logger: FastifyBaseLogger,
): RenewablePool {
  const open = new Set<FreshClient>()
  let last: Renewal = { before: 0 }
  // The name must not contain "Pool", because Drizzle would take the class for a pool.
  class FreshClient extends Client {
    readonly begunAt = performance.now()
    /** When its server was started; undefined until that is known. */
    serverStarted: string | undefined
    constructor(config?: ClientConfig) {
      super({ ...config, ...connection() })
      open.add(this)
      this.once('end', () => open.delete(this))
    }
  }
  const isOutdated = ({ begunAt, serverStarted }: FreshClient) =>
    begunAt < last.before && serverStarted !== last.exceptStarted

  const end = ({ connection: ended }: FreshClient) =>
    ended.stream.destroy(new Error('Connection terminated: renewed'))

  async function verify(client: FreshClient) {
    if (!isMigrated()) throw new NotMigrated()
    client.serverStarted = await claimSession(client, connectionTimeoutMillis)
    if (isOutdated(client)) throw new NoWriter()
    await setUpSession(client, synchronousCommit(), connectionTimeoutMillis)
    if (isOutdated(client)) throw new NoWriter()
  }

  const pool = new Pool({
    Client: FreshClient,
    application_name,
    max: poolSize,
    connectionTimeoutMillis,
    // The types do not know that the client is of our class.
    verify: (client, done) =>
      void verify(client as unknown as FreshClient).then(() => done(), done),
    // When the load is over, idle connections close soon and free their memory.
    min: 2,
    idleTimeoutMillis: 5_000,
    keepAlive: true,
    // Longer than the limit of a statement: ends queries whose connection was lost without notice.
    query_timeout: 20_000,
  })
  const warn = (err: Error) => logger.warn({ err }, 'a database connection was lost')
  // An error without a handler ends the process. The pool passes on those of idle connections
  // only; the first one of each connection says that it was lost.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.once('error', warn).on('error', () => {}))
  return {
    pool,
    renew(renewal) {
      last = renewal
      for (const client of open) {
        if (!isOutdated(client)) continue
        if (client.serverStarted !== undefined) end(client)
        // It is being opened, and is judged once its server is known.
        else setTimeout(() => client.serverStarted === undefined && end(client), openingMs).unref()
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
    const client = await pool.connect().catch((error: Error) => {
      // As Drizzle reports a query: no other network error counts as one of the database.
      throw new DrizzleQueryError('begin', [], error)
    })
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

/** What is known of the server that the standing connection is connected to. */
export type FollowedServer = {
  onState: (state: ServerState, chosenAt: number) => void
  safety: () => ServerSafety
  /** The setting for connections that store. */
  synchronousCommit: () => string
}

/** Renews the connections when the server is another one. */
export function followServer(renew: RenewablePool['renew']): FollowedServer {
  let known: ServerState | undefined
  let synchronousCommit = 'on'

  return {
    onState(state, chosenAt) {
      const commit = synchronousCommitFor(state)
      const hasMoved = known !== undefined && known.started !== state.started
      if (commit !== synchronousCommit) renew({ before: performance.now() })
      // Some may lead to the new server already, where it has the address of the old one.
      else if (hasMoved) renew({ before: chosenAt, exceptStarted: state.started })
      synchronousCommit = commit
      known = state
    },
    safety: () => ({
      commitRisks: known?.commitRisks ?? [],
      excessRight: known?.excessRight ?? null,
    }),
    synchronousCommit: () => synchronousCommit,
  }
}
