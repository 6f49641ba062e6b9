import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Client } from 'pg'
import { within } from '../../runtime/within.ts'
import type { ConnectingDatabase, DatabaseHandle, DatabaseLocation } from '../database.ts'
import { findAgedRelease } from '../embedded/binaries.ts'
import { refuseLostDatabase } from '../embedded/cluster.ts'
import { prepareEmbeddedServer } from '../embedded/embedded-server.ts'
import { pathsIn } from '../embedded/folders.ts'
import { removeServer } from '../embedded/owner.ts'
import { asUnreachable, EmbeddedUnusable, Unreachable } from '../failures.ts'
import type { Upgrade } from '../migrations.ts'
import { answerMs } from '../with-client.ts'
import { connectPostgres } from './postgres.ts'
import { refuseSharedSessions } from './session.ts'

/** `mayShare`: uses the embedded server of another process while that runs, as commands do. */
type Opening = Upgrade & { mayShare?: boolean }

/**
 * Begins to open the database and to bring it to the newest migration. Throws, or rejects `ready`
 * with, EmbeddedUnusable if the embedded server cannot run, or is that of another process, UpgradeFailed
 * if the database stays as an earlier version left it, or what `pg` throws if the database refuses.
 */
export async function connectDatabase(
  { dataDir, databaseUrl }: DatabaseLocation,
  logger: FastifyBaseLogger,
  { mayShare, ...upgrade }: Opening = {},
): Promise<ConnectingDatabase> {
  if (databaseUrl) {
    return connectPostgres({ connection: { connectionString: databaseUrl } }, upgrade, logger)
  }
  refuseLostDatabase(dataDir)
  const server = await prepareEmbeddedServer(dataDir, logger, { mayShare })
  const { connection, ensureRunning, stop } = server
  const handle = connectPostgres({ connection, reach: ensureRunning }, upgrade, logger)
  return {
    ...handle,
    async close() {
      await handle.close()
      await stop()
    },
  }
}

/** How long to wait for a database that is away. */
const openMs = 5_000

/** Throws when the database is away. A migration has no time limit. */
async function refuseAway({ isMigrating, lastFailure }: ConnectingDatabase): Promise<never> {
  do await sleep(openMs, undefined, { ref: false })
  while (isMigrating())
  const cause = lastFailure()
  if (cause instanceof EmbeddedUnusable) throw cause
  throw new Unreachable('The database can’t be reached.', { cause })
}

/**
 * Opens the database as `connectDatabase` does, for a command or a test: beside the process that runs on
 * the folder, if there is one. If it is away, throws EmbeddedUnusable for an embedded
 * server that cannot start, else Unreachable.
 */
export async function openDatabase(
  location: DatabaseLocation,
  logger: FastifyBaseLogger,
  upgrade?: Upgrade,
): Promise<DatabaseHandle> {
  const handle = await connectDatabase(location, logger, { ...upgrade, mayShare: true })
  try {
    // The first try has no time limit, because it may make the database.
    if (await handle.firstTry) await handle.ready
    else await Promise.race([handle.ready, refuseAway(handle)])
    return handle
  } catch (error) {
    await handle.close().catch(() => {})
    throw location.databaseUrl ? asUnreachable(error) : error
  }
}

/** True if the embedded database was made in this folder. */
export function hasEmbeddedDatabase(dataDir: string): boolean {
  return existsSync(pathsIn(dataDir).cluster)
}

export { findAgedRelease, removeServer }

/** One connection to a database that is not migrated. */
export type SingleConnection = {
  client: Client
  /** Names the database, in a line to the person who asked. */
  where: string
  close: () => Promise<void>
}

/**
 * Opens one connection without a time limit on its statements, for reading or filling the whole
 * database. Starts the embedded server if it does not run. `stop` ends it, whatever it does.
 * Throws as `connectDatabase` does, or Unreachable.
 */
export async function openSingleConnection(
  { dataDir, databaseUrl }: DatabaseLocation,
  logger: FastifyBaseLogger,
  stop?: AbortSignal,
): Promise<SingleConnection> {
  const server = databaseUrl
    ? undefined
    : await prepareEmbeddedServer(dataDir, logger, { mayShare: true, stopping: stop })
  const connection = server?.connection ?? { connectionString: databaseUrl }
  let client: Client | undefined
  const cut = () => void client?.connection.stream.destroy()
  const close = async () => {
    stop?.removeEventListener('abort', cut)
    if (client) await within(answerMs, client.end()).catch(() => {})
    cut()
    await server?.stop()
  }
  try {
    await server?.ensureRunning()
    const opened = new Client({ ...connection, connectionTimeoutMillis: answerMs })
    // The statement that runs rejects with the same error.
    opened.on('error', () => {})
    // A client whose TLS connection could not be made never says that it has ended.
    await opened.connect().catch((error) => {
      opened.connection.stream.destroy()
      throw error
    })
    client = opened
    if (!server) await refuseSharedSessions(connection)
    const first = { text: 'set statement_timeout = 0', query_timeout: answerMs }
    await client.query(first)
    stop?.addEventListener('abort', cut)
    stop?.throwIfAborted()
    const where = server ? `the embedded database in ${dataDir}` : 'the database at DATABASE_URL'
    return { client, where, close }
  } catch (error) {
    await close()
    throw server ? error : asUnreachable(error)
  }
}
