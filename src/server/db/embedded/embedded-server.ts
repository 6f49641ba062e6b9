import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Client, type ClientConfig, DatabaseError } from 'pg'
import { EmbeddedUnusable } from '../failures.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { ensureCluster, readPassword, superuser } from './cluster.ts'
import { admitAccount, placesIn, prepareDataDir, socketFolder } from './folders.ts'
import { followServerLog } from './server-log.ts'
import { type Listening, serverArguments, sessionOptions } from './settings.ts'
import { commandFor, findWay, lastComplaint, run, type Way } from './unprivileged.ts'

/** A server that is about to answer is asked after so long, and then less and less often. */
const firstPauseMs = 10
const longestPauseMs = 250
/** Another start, or what a crash left behind, may hold the files for so long. */
const longestHoldMs = 20_000
/** pg_ctl's limit for a stop: connections are ended at once, so this is for the last checkpoint. */
const longestStopSeconds = 60

/** SQLSTATE cannot_connect_now: starting, recovering or stopping. */
const cannotConnectNow = '57P03'

/** The PostgreSQL of a data folder, shared by every process that uses the folder. */
export type EmbeddedServer = {
  /** How to connect to it. On Windows the port is another one after each start. */
  connection: () => ClientConfig
  /** Returns when the server takes connections; starts it if it is not there. */
  ensureRunning: () => Promise<void>
  /** Ends the server. The caller has made sure that nobody else uses it. */
  stop: () => Promise<void>
  /** Ends what this process does for it, and leaves it running. */
  detach: () => void
}

type State = 'ready' | 'busy' | 'absent'

async function ask(connection: ClientConfig): Promise<State> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return 'ready'
  } catch (error) {
    // Any other answer of a server, such as that it has too many connections, shows that it runs.
    if (error instanceof DatabaseError) return error.code === cannotConnectNow ? 'busy' : 'ready'
    return 'absent'
  } finally {
    await client.end().catch(() => {})
  }
}

/** What postmaster.pid tells of the server that runs, or last ran, on a cluster. */
function readPort(cluster: string): number {
  try {
    const [, , , port] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return Number(port) || 5432
  } catch {
    return 5432
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 5432
}

/** What a file holds from a byte on; nothing if the whole folder is gone, as after a test. */
function readFrom(file: string, start: number): string {
  try {
    return readFileSync(file).subarray(start).toString('utf8')
  } catch {
    return ''
  }
}

const lengthOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/**
 * The process that has the number of a server that was killed, after a new start of the machine or
 * the container. PostgreSQL would take it for that server, which works in its cluster's folder.
 */
function strangerNumbered(cluster: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10)
    const { dev, ino } = statSync(`/proc/${pid}/cwd`)
    const own = statSync(cluster)
    return dev === own.dev && ino === own.ino ? undefined : pid
  } catch {
    // No number, or no process that has it, or no /proc.
    return undefined
  }
}

/** A server that this process has started. `complaint` is the last that it said, once it has ended. */
type Launched = { complaint?: string }

/** Starts a server that outlives this process: whoever is killed leaves it to the next. */
function launch(
  { postgres }: Binaries,
  way: Way,
  { cluster, log }: { cluster: string; log: string },
  args: string[],
): Launched {
  const stranger = strangerNumbered(cluster)
  const before = lengthOf(log)
  const descriptor = openSync(log, 'a', 0o600)
  const { file, args: all, options } = commandFor(way, postgres, args)
  const child = spawn(file, all, {
    ...options,
    cwd: '/',
    // Nothing of ours, secrets least of all, is the server's to know.
    env: {
      LC_ALL: 'C',
      // The number that PostgreSQL does not take for another server's: pg_ctl tells its shell's.
      ...(stranger && { PG_GRANDPARENT_PID: String(stranger) }),
    },
    // A terminal's Ctrl+C is for the product, which stops the server after itself.
    detached: true,
    stdio: ['ignore', descriptor, descriptor],
  })
  closeSync(descriptor)
  child.unref()
  const launched: Launched = {}
  child.once('error', ({ message }) => {
    launched.complaint = message
  })
  child.once('exit', () => {
    launched.complaint = lastComplaint(readFrom(log, before)) ?? 'it said nothing'
  })
  return launched
}

/** PostgreSQL says so when another start was first, or processes of a killed server still end. */
const isHeld = (complaint: string) =>
  /lock file ".*" already exists|shared memory block .* is still in use/.test(complaint)

/**
 * Makes ready what a PostgreSQL in this data folder needs; does not start it yet. Throws
 * EmbeddedUnusable when it cannot run here.
 */
export async function prepareEmbeddedServer(
  dataDir: string,
  logger: FastifyBaseLogger,
): Promise<EmbeddedServer> {
  const binaries = findBinaries()
  prepareDataDir(dataDir)
  const { cluster, log } = placesIn(dataDir)
  const way = await findWay(binaries.postgres, dataDir, cluster)
  if (way.account) admitAccount(dataDir, way.account)
  await ensureCluster(dataDir, binaries, way)
  const stopFollowing = followServerLog(log, logger)
  const isWindows = process.platform === 'win32'
  const password = readPassword(dataDir)

  const connection = (): ClientConfig => ({
    user: superuser,
    database: 'postgres',
    options: sessionOptions,
    ...(isWindows
      ? { host: '127.0.0.1', port: readPort(cluster), password }
      : { host: socketFolder(dataDir, way.account), port: 5432 }),
  })

  async function start() {
    const listening: Listening = isWindows
      ? { port: await findFreePort() }
      : { socketFolder: socketFolder(dataDir, way.account) }
    return launch(binaries, way, { cluster, log }, serverArguments(cluster, listening))
  }

  async function ensureRunning() {
    let server: Launched | undefined
    const since = Date.now()
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(1.5 * pauseMs, longestPauseMs)) {
      const state = await ask(connection())
      if (state === 'ready') return
      const complaint = server?.complaint
      if (state === 'absent' && complaint !== undefined) {
        const isLate = Date.now() - since > longestHoldMs
        if (!isHeld(complaint) || isLate) throw cannotStart(complaint)
        server = undefined
      }
      if (state === 'absent') server ??= await start()
      await sleep(pauseMs)
    }
  }

  async function stop() {
    stopFollowing()
    await run(way, binaries.pgCtl, [
      ...['stop', '-D', cluster, '-m', 'fast', '-w', '-t', String(longestStopSeconds), '-s'],
    ])
  }

  return { connection, ensureRunning, stop, detach: stopFollowing }
}

const cannotStart = (complaint: string) =>
  new EmbeddedUnusable(
    `The embedded PostgreSQL did not start: ${complaint}.`,
    'Mend that and start again.',
  )
