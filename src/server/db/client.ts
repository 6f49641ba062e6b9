import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { Client } from 'pg'
import type { DatabaseHandle, DatabaseLocation } from './database.ts'
import { type EmbeddedServer, prepareEmbeddedServer } from './embedded/embedded-server.ts'
import { isDatabaseAway } from './failures.ts'
import { locks } from './locks.ts'
import { openPostgres } from './postgres.ts'

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))

/**
 * Opens the database and brings it to the newest migration. Throws EmbeddedUnusable if the embedded
 * server cannot run, or what `pg` throws if the database cannot be reached.
 */
export async function openDatabase(
  { dataDir, databaseUrl }: DatabaseLocation,
  logger: FastifyBaseLogger,
): Promise<DatabaseHandle> {
  if (databaseUrl) {
    const connection = () => ({ connectionString: databaseUrl })
    return openPostgres({ connection }, migrationsFolder, logger)
  }
  const server = await prepareEmbeddedServer(dataDir, logger)
  const handle = await openEmbedded(server, logger)
  return {
    ...handle,
    async close() {
      await handle.close()
      await leaveServer(server)
    },
  }
}

const answerMs = 5_000
const triesToOpen = 5
const pauseMs = 200

/** Tries several times, because another process may be stopping the server at this moment. */
async function openEmbedded(server: EmbeddedServer, logger: FastifyBaseLogger) {
  const { connection, ensureRunning } = server
  const firstStatement = `select pg_advisory_lock_shared(${locks.presence})`
  for (let tries = 1; ; tries += 1) {
    try {
      return await openPostgres(
        { connection, ensureRunning, firstStatement },
        migrationsFolder,
        logger,
      )
    } catch (error) {
      if (tries === triesToOpen || !isDatabaseAway(error)) throw error
    }
    await sleep(pauseMs)
  }
}

/** Stops the server if no other process holds the shared lock `presence`. */
async function leaveServer(server: EmbeddedServer): Promise<void> {
  // A server that does not answer in time is left running: the next start will find it.
  const limits = { connectionTimeoutMillis: answerMs, query_timeout: answerMs }
  const client = new Client({ ...server.connection(), ...limits })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ is_last: boolean }>(
      'select pg_try_advisory_lock($1) is_last',
      [locks.presence],
    )
    // A process that starts now waits for this lock, and then starts the server again.
    if (rows[0]?.is_last) await server.stop()
  } catch {
    // The server has already stopped, or another process is stopping it.
  } finally {
    server.detach()
    await client.end().catch(() => {})
  }
}
