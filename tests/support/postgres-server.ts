import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareEmbeddedServer } from '../../src/server/db/embedded/embedded-server.ts'
import { superuser } from '../../src/server/db/embedded/roles.ts'
import { ask } from './database/ask-database.ts'
import { dataFolder } from './database/data-folder.ts'
import { silentLogger } from './silent-logger.ts'

const pidFileOf = (dataDir: string) => join(dataDir, 'postgres', 'postmaster.pid')

/** The process id of the PostgreSQL that runs on a data folder. */
export function postmasterOf(dataDir: string): number {
  return Number.parseInt(readFileSync(pidFileOf(dataDir), 'utf8'), 10)
}

/** The same address for a superuser, for a test that changes a whole server. */
export function asSuperuser(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.username = superuser
  return url.href
}

/**
 * Starts a server in a temporary folder, in the same way as the product does. In a run its database `postgres` is
 * migrated.
 */
export async function startPostgres() {
  const folder = dataFolder()
  const server = await prepareEmbeddedServer(folder.path, silentLogger)
  await server.ensureRunning()
  const { host = '', user = '' } = server.connection
  /** The address of one of its databases, as the product's role, which may make databases here. */
  const urlOf = (database: string) =>
    `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
  const connectionString = asSuperuser(urlOf('postgres'))
  await ask({ connectionString }, `alter role ${user} createdb`)
  return {
    /** The folder of its data. */
    dataDir: folder.path,
    urlOf,
    /** Starts the server again, with the same data. */
    start: server.ensureRunning,
    /** PostgreSQL's "immediate shutdown": clients lose their connections, and the next start recovers. */
    async stopImmediately() {
      process.kill(postmasterOf(folder.path), 'SIGQUIT')
      while (existsSync(pidFileOf(folder.path))) await sleep(10)
    },
    async remove() {
      await server.stop().catch(() => {})
      folder.remove()
    },
  }
}

export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>
