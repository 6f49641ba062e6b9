import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Client, type ClientConfig, DatabaseError } from 'pg'
import { EmbeddedBusy, EmbeddedUnusable, EmbeddedWithoutSpace } from '../failures.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { ensureCluster, readPassword } from './cluster.ts'
import { admitAccount, pathsIn, prepareDataDir, socketFolder } from './folders.ts'
import { prepareRole, productRole, superuser } from './roles.ts'
import { followServerLog } from './server-log.ts'
import { type Listening, serverArguments } from './settings.ts'
import { createStuckWatch, endServer, type ServerAnswer } from './stuck-server.ts'
import { commandFor, findWay, lastErrorLine, run, type Way } from './unprivileged.ts'

const answerMs = 5_000
/** The first and the longest pause between two checks whether the server takes connections. */
const firstPauseMs = 10
const longestPauseMs = 250
/** How long another start, or processes of a killed server, may keep the files in use. */
const longestInUseMs = 20_000
/** After a power cut it may recover for minutes; visitors are served without the database. */
const longestBusyMs = 20_000
/** A server that is killed while it starts is started again, at most N times in all. */
const mostStarts = 5
/**
 * How long pg_ctl waits for a stop. It ends connections at once; the last checkpoint may take long.
 */
const longestStopSeconds = 60

/** SQLSTATE cannot_connect_now: starting, recovering or stopping. */
const cannotConnectNow = '57P03'

/** The PostgreSQL of a data folder, shared by every process that uses the folder. */
export type EmbeddedServer = {
  /** How to connect to it as the product's role. On Windows the port changes at each start. */
  connection: () => ClientConfig
  /**
   * Starts the server if it does not run, and resolves when it takes connections. Ends one that makes no
   * progress. Rejects with EmbeddedBusy after half a minute.
   */
  ensureRunning: () => Promise<void>
  /** Stops the server. The caller must make sure that no other process uses it. */
  stop: () => Promise<void>
  /** Stops following the server's log, and leaves the server running. */
  detach: () => void
}

/** The message of `pg` for a server that was reached and did not answer in time. */
const silence = /timeout/

function answerOf(error: unknown): ServerAnswer {
  if (!(error instanceof DatabaseError)) {
    return error instanceof Error && silence.test(error.message) ? 'silent' : 'absent'
  }
  // Any other error from the server, such as too many connections, shows that it runs.
  if (error.code !== cannotConnectNow) return 'ready'
  return error.message.includes('shutting down') ? 'stopping' : 'recovering'
}

/** True if a server takes connections; it has the product's role afterwards. */
async function askServer(connection: ClientConfig): Promise<ServerAnswer> {
  const limits = { connectionTimeoutMillis: answerMs, query_timeout: answerMs }
  const client = new Client({ ...connection, ...limits, user: superuser })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    client.connection.stream.destroy()
    return answerOf(error)
  }
  try {
    const isPrepared = await prepareRole(client, connection.password as string | undefined)
    return isPrepared ? 'ready' : 'stopping'
  } finally {
    // Without saying goodbye: a server that hangs would not answer.
    client.connection.stream.destroy()
  }
}

/**
 * The port in postmaster.pid, of the server that runs, or last ran, on a cluster; 5432 if unknown.
 */
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

/** The text of a file from a byte on; empty if the file was deleted, as a test does at its end. */
function readFrom(file: string, start: number): string {
  try {
    return readFileSync(file).subarray(start).toString('utf8')
  } catch {
    return ''
  }
}

const lengthOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/**
 * The id of a process that is not the cluster's server but has its process id from postmaster.pid.
 * That happens when the server was killed and the machine or the container was started again:
 * PostgreSQL would then believe that the old server still runs. The working folder of a real server
 * is its cluster.
 */
function findReusedPid(cluster: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10)
    const { dev, ino } = statSync(`/proc/${pid}/cwd`)
    const own = statSync(cluster)
    return dev === own.dev && ino === own.ino ? undefined : pid
  } catch {
    // There is no postmaster.pid, no process with that id, or no /proc.
    return undefined
  }
}

/**
 * Ends the server that still runs in a data folder, at once, and deletes the folder. Where a process
 * cannot be seen to be the server, it ends by itself: it looks each minute whether its files are there.
 */
export async function removeServer(dataDir: string): Promise<void> {
  const { cluster } = pathsIn(dataDir)
  if (process.platform === 'linux' && findReusedPid(cluster) === undefined) await endServer(cluster)
  // A program that was interrupted may still write there.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
}

/**
 * A process of the server was killed, as by a system that lacks memory: the server ends with it.
 */
const killedProcess = /was terminated by signal (9|15)\b/

/**
 * A server that this process has started. `failure` is its last error line, set when it has ended;
 * `wasKilled` says that it was killed from outside.
 */
type Launched = { failure?: string; wasKilled?: boolean }

/** Starts a server. It outlives this process: if this process is killed, the next one uses it. */
function launch(
  { postgres }: Binaries,
  way: Way,
  { cluster, log }: { cluster: string; log: string },
  args: string[],
): Launched {
  const reusedPid = findReusedPid(cluster)
  const lengthBefore = lengthOf(log)
  const descriptor = openSync(log, 'a', 0o600)
  const { file, args: allArgs, options } = commandFor(way, postgres, args)
  const child = spawn(file, allArgs, {
    ...options,
    cwd: '/',
    // The server gets none of the product's environment, which holds secrets.
    env: {
      LC_ALL: 'C',
      // PostgreSQL ignores this process id when it looks for a running server. pg_ctl sets the
      // variable to the id of its shell.
      ...(reusedPid && { PG_GRANDPARENT_PID: String(reusedPid) }),
    },
    // Ctrl+C in a terminal must reach the product only, which stops the server last.
    detached: true,
    stdio: ['ignore', descriptor, descriptor],
  })
  closeSync(descriptor)
  child.unref()
  const launched: Launched = {}
  child.once('error', ({ message }) => {
    launched.failure = message
  })
  child.once('exit', (code, signal) => {
    const output = readFrom(log, lengthBefore)
    // A program between the two reports a signal as a code above 128.
    launched.wasKilled = signal !== null || (code ?? 0) > 128 || killedProcess.test(output)
    launched.failure = lastErrorLine(output) ?? 'it printed no reason'
  })
  return launched
}

/** True if another start was first, or if processes of a killed server have not yet ended. */
const isInUse = (failure: string) =>
  /lock file ".*" already exists|shared memory block .* is still in use/.test(failure)

/** A server that starts has written its lock file by then. */
const lockFileMs = 1_000

/**
 * A lock file that lost its content in a power cut. PostgreSQL leaves it to a person to delete it.
 */
function findTornLockFile(failure: string): string | undefined {
  const found = /lock file "(.*)" is empty|bogus data in lock file "(.*?)"/.exec(failure)
  return found?.[1] ?? found?.[2]
}

/**
 * Prepares a data folder for its PostgreSQL: checks it, makes the database's files if there are
 * none, which `stopping` ends, and follows the log. Does not start the server. Throws EmbeddedUnusable if
 * it cannot run here.
 */
export async function prepareEmbeddedServer(
  dataDir: string,
  logger: FastifyBaseLogger,
  stopping?: AbortSignal,
): Promise<EmbeddedServer> {
  const binaries = findBinaries()
  prepareDataDir(dataDir)
  // The state of an earlier version's archive.
  rmSync(join(dataDir, 'archive.json'), { force: true })
  const { cluster, log } = pathsIn(dataDir)
  const way = await findWay(binaries.postgres, dataDir, cluster)
  if (way.account) admitAccount(dataDir, way.account)
  await ensureCluster(dataDir, binaries, way, stopping)
  const stopFollowing = followServerLog(log, logger)
  const isWindows = process.platform === 'win32'
  const password = readPassword(dataDir)
  const endIfStuck = createStuckWatch(cluster)

  const connection = (): ClientConfig => ({
    user: productRole,
    database: 'postgres',
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

  /** Removes what kept a server from starting, where it can. True if another start may succeed. */
  function mendForNextStart(
    { failure = '', wasKilled }: Launched,
    starts: number,
    waitedMs: number,
  ) {
    if (wasKilled) return starts < mostStarts
    if (waitedMs > longestInUseMs) return false
    const tornLockFile = findTornLockFile(failure)
    if (tornLockFile && waitedMs > lockFileMs)
      rmSync(resolve(cluster, tornLockFile), { force: true })
    return tornLockFile !== undefined || isInUse(failure)
  }

  async function ensureRunning() {
    let server: Launched | undefined
    let starts = 0
    const since = performance.now()
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(1.5 * pauseMs, longestPauseMs)) {
      const state = await askServer(connection())
      if (state === 'ready') return
      if (await endIfStuck(state))
        logger.error({ state }, 'PostgreSQL made no progress, and was ended to be started again')
      if (state !== 'absent' && performance.now() - since > longestBusyMs) throw new EmbeddedBusy()
      if (state === 'absent' && server?.failure !== undefined) {
        if (!mendForNextStart(server, starts, performance.now() - since))
          throw cannotStart(server.failure)
        server = undefined
      }
      if (state === 'absent' && !server) {
        server = await start()
        starts += 1
      }
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

/** The system's messages for ENOSPC and EDQUOT. */
const withoutSpace = /No space left on device|Disk quota exceeded/

function cannotStart(failure: string): EmbeddedUnusable {
  const Kind = withoutSpace.test(failure) ? EmbeddedWithoutSpace : EmbeddedUnusable
  return new Kind(`The embedded PostgreSQL did not start: ${failure}.`, 'Fix that and start again.')
}
