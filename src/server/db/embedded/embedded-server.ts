import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type ClientConfig, DatabaseError } from 'pg'
import { EmbeddedBusy, EmbeddedUnusable } from '../failures.ts'
import { withClient } from '../with-client.ts'
import { findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { admitAccount, pathsIn, prepareDataDir, socketFolder } from './folders.ts'
import { type Launched, launch, mendForNextStart, stopLaunched } from './launch.ts'
import { endServer, findOwner } from './owner.ts'
import { prepareRole, productRole, superuser } from './roles.ts'
import { serverArguments } from './settings.ts'
import { findWay } from './unprivileged.ts'

/** The first and the longest pause between two checks whether the server takes connections. */
const firstPauseMs = 10
const longestPauseMs = 250
/** After a power cut it may recover for minutes; visitors are served without the database. */
const longestBusyMs = 20_000

/** SQLSTATE cannot_connect_now: starting, recovering or stopping. */
const cannotConnectNow = '57P03'

/** What a server says to a client that connects. */
type ServerAnswer = 'ready' | 'busy' | 'absent'

async function askServer(connection: ClientConfig): Promise<ServerAnswer> {
  try {
    return await withClient({ ...connection, user: superuser }, async () => 'ready' as const)
  } catch (error) {
    // Any other error from the server, such as too many connections, shows that it runs.
    if (error instanceof DatabaseError) return error.code === cannotConnectNow ? 'busy' : 'ready'
    return /timeout/.test((error as Error).message) ? 'busy' : 'absent'
  }
}

/** What earlier versions left in a data folder. */
const leftFiles = ['archive.json', 'postgres.log']

type Options = {
  /** Uses the server of another process while that runs, as commands do. */
  mayShare?: boolean | undefined
  /** Ends what makes the files of a new database. */
  stopping?: AbortSignal | undefined
}

/**
 * Prepares a data folder for its PostgreSQL: checks it, and makes the database's files if there are
 * none. Does not start the server. Throws EmbeddedUnusable if it cannot run here.
 */
export async function prepareEmbeddedServer(
  dataDir: string,
  logger: FastifyBaseLogger,
  { mayShare = false, stopping }: Options = {},
) {
  const binaries = findBinaries()
  prepareDataDir(dataDir)
  for (const name of leftFiles) rmSync(join(dataDir, name), { force: true })
  const { cluster } = pathsIn(dataDir)
  const way = await findWay(binaries.postgres, dataDir, cluster)
  if (way.account) admitAccount(dataDir, way.account)
  await ensureCluster(dataDir, binaries, way, stopping)
  const host = socketFolder(dataDir, way.account)
  const connection: ClientConfig = { user: productRole, database: 'postgres', host, port: 5432 }
  let server: Launched | undefined
  let isPrepared = false
  let hasServed = false

  /** Ends a server that was left behind by a process that was killed. */
  async function endLeftServer() {
    const owner = findOwner(cluster)
    if (owner !== undefined)
      throw new EmbeddedUnusable(
        `Process ${owner} is already using the database in ${dataDir}.`,
        'Stop it first, or set DATA_DIR to another folder. More processes need a PostgreSQL of their own: set DATABASE_URL.',
      )
    await endServer(cluster)
  }

  /**
   * Starts the server if it does not run, and resolves when it takes connections. Rejects with
   * EmbeddedBusy where that takes more than 20 seconds, and with EmbeddedUnusable where another process
   * runs on the folder.
   */
  async function ensureRunning() {
    let started: Launched | undefined
    let starts = 0
    const since = performance.now()
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(1.5 * pauseMs, longestPauseMs)) {
      const answer = await askServer(connection)
      const isOurs = server?.isRunning() === true
      // Where that of a site has crashed, a backup that was due may have started it again.
      const isShared = mayShare || (hasServed && !isOurs)
      const waitedMs = performance.now() - since
      if (answer === 'ready' && (isOurs || isShared)) break
      if ((isOurs || answer !== 'absent') && waitedMs > longestBusyMs) throw new EmbeddedBusy()
      if (answer !== 'absent' && !isOurs && !isShared) await endLeftServer()
      if (answer === 'absent' && !isOurs) {
        const failure = started?.failure()
        if (started && failure !== undefined) {
          mendForNextStart(started, failure, { cluster, starts, waitedMs })
          started = undefined
        }
        if (!started) {
          started = launch(binaries.postgres, way, cluster, serverArguments(cluster, host), logger)
          server = started
          isPrepared = false
          starts += 1
        }
      }
      await sleep(pauseMs)
    }
    hasServed = true
    if (!server || isPrepared) return
    await prepareRole({ ...connection, user: superuser })
    isPrepared = true
  }

  return {
    /** How to connect to it as the product's role. */
    connection,
    ensureRunning,
    /** Stops the server, if it was started here. */
    stop: async () => {
      if (server) await stopLaunched(server)
    },
  }
}
