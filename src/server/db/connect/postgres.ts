import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { FastifyBaseLogger } from 'fastify'
import type { Client, ClientConfig } from 'pg'
import type { ConnectingDatabase } from '../database.ts'
import { codeOf, isDatabaseAway, NotMigrated, OfOtherVersion, UpgradeFailed } from '../failures.ts'
import { locks } from '../locks.ts'
import {
  applyFunctions,
  applyMigrations,
  findPending,
  type Migration,
  refuseOlder,
  type Upgrade,
} from '../migrations.ts'
import { answerMs, withClient } from '../with-client.ts'
import { createPool, transactionsOn } from './pool.ts'
import { readSafety, refuseSharedSessions } from './session.ts'
import { createStandingConnection, type StandingOptions } from './standing-connection.ts'

/** A migration failed; the cause is the database's error. */
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

/** How long a migration waits for a lock: whoever comes behind it waits for as long. */
const lockMs = 300

/** How long it lets others go on before it asks for the lock again. */
const heldUpMs = 1_000

/** SQLSTATEs of a lock that was not to be had in time, and of two transactions that wait for each other. */
const isHeldUp = (error: unknown) => /^(55P03|40P01)$/.test(codeOf(error))

/**
 * Applies migrations and functions in one transaction. Where another one holds a lock for longer, as a backup
 * does, it lets go of all that it has and begins again later, so that no request waits behind it. Throws
 * MigrationFailed, or NotMigrated when `stop` aborts meanwhile, and the database is unchanged.
 */
async function migrate(
  client: Client,
  migrations: readonly Migration[],
  folder: string | undefined,
  { stop, logger }: { stop: AbortSignal; logger: FastifyBaseLogger },
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    let name = migrations[0]?.name ?? 'of the functions'
    try {
      await client.query(`begin; set local lock_timeout = ${lockMs}`)
      await client.query(lockLeads)
      for (const migration of migrations) {
        name = migration.name
        await applyMigrations(client, [migration])
      }
      name = 'of the functions'
      await applyFunctions(client, folder)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      if (!isHeldUp(error)) throw new MigrationFailed(name, error)
    }
    if (tries === 1) logger.info('the upgrade waits for another transaction, such as a backup')
    await sleep(heldUpMs)
    if (stop.aborted) throw new NotMigrated()
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
  await withClient({ ...connection, application_name: 'breezeway' }, async (client) => {
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
    await migrate(client, migrations, migrationsFolder, { stop, logger }).catch((error) => {
      const { migration, cause = error }: MigrationFailed = error
      if (!hasTables || isDatabaseAway(cause)) throw cause
      logger.error({ err: cause, migration }, 'the database could not be migrated')
      throw new UpgradeFailed(describeFailure(migration, cause, backup))
    })
  })
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
  const told = new Set<string>()
  /** Logs each reason once until the database is back. */
  function beAway(err: Error & { code?: string }) {
    lastFailure = err
    const reason = err.code ?? err.constructor.name
    if (!told.has(reason)) logger.error({ err }, 'the database cannot be reached')
    told.add(reason)
  }
  function beBack() {
    lastFailure = undefined
    if (told.size > 0) logger.info('the database is back')
    told.clear()
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
    onFailure: beAway,
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
        if (!access.reach) await refuseSharedSessions(access.connection)
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
        beAway(err as Error)
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
