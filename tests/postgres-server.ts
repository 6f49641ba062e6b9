import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareEmbeddedServer } from '../src/server/db/embedded/embedded-server.ts'
import { silentLogger } from './silent-logger.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A PostgreSQL server of its own, in a temporary folder. */
export type PostgresServer = {
  /** The address of one of its databases. */
  urlOf: (database: string) => string
  /** Starts it again, with the same data. */
  start: () => Promise<void>
  /** PostgreSQL's "immediate shutdown": no goodbye to clients, recovery at the next start. */
  stopNow: () => Promise<void>
  remove: () => Promise<void>
}

const pidFileOf = (dataDir: string) => join(dataDir, 'postgres', 'postmaster.pid')

/** The process that is the PostgreSQL of a data folder. */
export function postmasterOf(dataDir: string): number {
  return Number.parseInt(readFileSync(pidFileOf(dataDir), 'utf8'), 10)
}

/** Starts a server as the product does. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = temporaryFolder()
  const server = await prepareEmbeddedServer(folder.path, silentLogger)
  await server.ensureRunning()
  const { host = '', user = '' } = server.connection()
  return {
    urlOf: (database) =>
      `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
    start: server.ensureRunning,
    async stopNow() {
      process.kill(postmasterOf(folder.path), 'SIGQUIT')
      while (existsSync(pidFileOf(folder.path))) await sleep(10)
    },
    async remove() {
      await server.stop().catch(() => {})
      folder.remove()
    },
  }
}
