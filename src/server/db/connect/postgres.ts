import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { FastifyBaseLogger } from 'fastify'
import type { Client, ClientConfig } from 'pg'
import type { ConnectingDatabase } from '../database.ts'
import { codeOf, isDatabaseAway, OfOtherVersion, UpgradeFailed } from '../failures.ts'
import { locks } from '../locks.ts'
import {
  applyFunctions,
  applyMigrations,
  findPending,
  type Migration,
  refuseOlder,
  type Upgrade,
} from '../migrations.ts'
import { withClient } from '../with-client.ts'
import { createPool, transactionsOn } from './pool.ts'
import { readSafety, refuseSharedSessions } from './session.ts'
import { createStandingConnection, type StandingOptions } from './standing-connection.ts'

const answerMs = 5_000

/** A migration failed; the message has the database's words. */
class MigrationFailed extends Error {
  readonly migration: string
  constructor(migration: string, cause: unknown) {
    super(`the migration ${migration} failed`, { cause })
    this.migration = migration
  }
}

/** Locks the leads first, as a request does: in another order the two would wait for each other. */
const lockLeads = `do $$ begin
  if to_regclass('leads') is not null then
    lock table leads in exclusive mode;
  end if;
end $$`

/**
 * Applies migrations and functions in one transaction. Throws MigrationFailed, and the database is
 * unchanged.
 */
async function tryToMigrate(
  client: Client,
  migrations: readonly Migration[],
  folder: string,
): Promise<void> {
  let name = migrations[0]?.name ?? 'of the functions'
  try {
    await client.query('begin')
    await client.query(lockLeads)
    for (const migration of migrations) {
      name = migration.name
      await applyMigrations(client, [migration])
    }
    name = 'of the functions'
    await applyFunctions(client, folder)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new MigrationFailed(name, error)
  }
}

const mostTries = 10

/** The requests of visitors and this transaction wait for each other, and PostgreSQL has ended this one. */
const isDeadlock = (error: unknown) =>
  error instanceof MigrationFailed && (error.cause as { code?: string }).code === '40P01'

/** Migrates as `tryToMigrate` does, and again where another transaction was in its way. */
async function migrateAtOnce(...order: Parameters<typeof tryToMigrate>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await tryToMigrate(...order)
    } catch (error) {
      if (!isDeadlock(error) || tried === mostTries) throw error
    }
  }
}

function describeFailure(migration: string, cause: unknown, backup: string | undefined): string {
  const { code } = cause as { code?: string }
  const saved = backup ? `The backup from before it is ${backup}. ` : ''
  return `The upgrade failed: migration ${migration} couldn’t be applied. The log says why${code ? ` (${code})` : ''}. Nothing was changed. ${saved}Start the earlier version again.`
}

/**
 * Uses a separate connection, because a migration, or waiting until another process has finished
 * it, may take longer than the time limit of queries. `lost` aborts when the server does not answer
 * any more.
 */
async function runMigrations(
  connection: ClientConfig,
  { migrationsFolder, beforeUpgrade }: Upgrade,
  { lost, stop, logger }: { lost: AbortSignal; stop: AbortSignal; logger: FastifyBaseLogger },
): Promise<void> {
  const own = { ...connection, connectionTimeoutMillis: answerMs, application_name: 'breezeway' }
  await withClient(own, async (client) => {
    lost.addEventListener('abort', () => client.connection.stream.destroy())
    const first = { text: 'set statement_timeout = 0', query_timeout: answerMs }
    await client.query(first)
    // Another process may migrate until then. The lock ends with the connection.
    await client.query('select pg_advisory_lock($1)', [locks.migration])
    await refuseOlder(client)
    const { hasTables, migrations, isCurrent } = await findPending(client, migrationsFolder)
    if (isCurrent) return
    const [next] = migrations
    const backup = hasTables && next ? await beforeUpgrade?.(client, next.name, stop) : undefined
    await migrateAtOnce(client, migrations, migrationsFolder).catch(
      ({ migration, cause }: MigrationFailed) => {
        if (!hasTables || isDatabaseAway(cause)) throw cause
        logger.error({ err: cause, migration }, 'the database could not be migrated')
        throw new UpgradeFailed(describeFailure(migration, cause, backup))
      },
    )
  })
}

/** Logs once that the database cannot be reached, again for another reason, and once that it is back. */
function createOutageLog(logger: FastifyBaseLogger) {
  const told = new Set<string>()
  return {
    away(err: Error & { code?: string }) {
      const reason = err.code ?? err.constructor.name
      if (told.has(reason)) return
      told.add(reason)
      logger.error({ err }, 'the database cannot be reached')
    },
    back() {
      if (told.size > 0) logger.info('the database is back')
      told.clear()
    },
  }
}

/** The pause after a failed attempt. */
const pauseMs = 500

/** After this time the product starts without the database. */
const startWithoutAfterMs = 30_000

/**
 * True if trying again is of no use: the database is there, and this product cannot use it. By these
 * SQLSTATEs a server refuses user or password, or has no database of that name.
 */
const isRefusal = (error: unknown) =>
  !isDatabaseAway(error) || /^(28...|3D000)$/.test(codeOf(error))

/**
 * Connects to a PostgreSQL server and brings the database to the newest migration; `ready` resolves
 * then, and rejects if that can never succeed. While the server is away it is tried again, and
 * queries fail. Connections that break are replaced, so the server may restart.
 */
export function connectPostgres(
  access: Pick<StandingOptions, 'connection' | 'reach'>,
  upgrade: Upgrade,
  logger: FastifyBaseLogger,
): ConnectingDatabase {
  let isMigrated = false
  let isMigrating = false
  let isInUse = false
  let lastFailure: unknown
  const outage = createOutageLog(logger)
  const beBack = () => {
    lastFailure = undefined
    outage.back()
  }
  let lost = new AbortController()
  const closing = new AbortController()
  const pool = createPool(access.connection, () => isMigrated, logger)
  const standing = createStandingConnection({
    ...access,
    onAnswer() {
      if (isMigrated) beBack()
    },
    onLost: () => lost.abort(),
    onFailure(err) {
      lastFailure = err
      outage.away(err)
    },
  })
  const db = drizzle(pool)
  db.transaction = transactionsOn(pool)

  const { promise: firstTry, resolve: endFirstTry } = Promise.withResolvers<boolean>()
  const startWithout = () => {
    isInUse = true
    endFirstTry(false)
  }

  async function prepare() {
    let timer: NodeJS.Timeout | undefined
    for (;;) {
      try {
        lost = new AbortController()
        await standing.open()
        timer ??= setTimeout(startWithout, startWithoutAfterMs).unref()
        // No pooler is before the embedded server.
        if (!access.reach) await refuseSharedSessions(access.connection, answerMs)
        isMigrating = true
        const stop = AbortSignal.any([lost.signal, closing.signal])
        await runMigrations(access.connection, upgrade, { lost: lost.signal, stop, logger })
        clearTimeout(timer)
        isMigrated = true
        beBack()
        return
      } catch (err) {
        // A product in use goes on without the database whatever is wrong with it.
        const isFinal = closing.signal.aborted || err instanceof OfOtherVersion
        if (isFinal || (!isInUse && isRefusal(err))) throw err
        lastFailure = err
        outage.away(err as Error)
      } finally {
        isMigrating = false
      }
      startWithout()
      await sleep(pauseMs, undefined, { signal: closing.signal })
    }
  }
  const ready = prepare()
  // An error is for the callers who wait for `ready`, and there may be none.
  const end = () => endFirstTry(true)
  ready.then(end, end)

  return {
    firstTry,
    isMigrating: () => isMigrating,
    lastFailure: () => lastFailure,
    ready,
    db,
    listen: standing.listen,
    safety: () => readSafety(db),
    close: async () => {
      closing.abort()
      await Promise.all([standing.close(), pool.end()])
    },
  }
}
