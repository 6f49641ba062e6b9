import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { FastifyBaseLogger } from 'fastify'
import { EmbeddedUnusable, EmbeddedWithoutSpace } from '../failures.ts'
import { findReusedPid } from './owner.ts'
import { commandFor, isErrorLine, type Way } from './unprivileged.ts'

/** A server that this process has started. */
export type Launched = ReturnType<typeof launch>

/** How long the last lines of a server's log may take: a process of it that hangs holds its end open. */
const longestReadMs = 1_000

const levels = { PANIC: 'error', FATAL: 'warn', ERROR: 'warn', WARNING: 'warn' } as const

/** Writes a line of PostgreSQL's log into the product's log. */
export function reportLine(line: string, logger: FastifyBaseLogger): void {
  const [, severity = 'LOG', message = line] =
    /^(PANIC|FATAL|ERROR|WARNING|LOG): +(.*)/.exec(line) ?? []
  const level = levels[severity as keyof typeof levels] ?? 'info'
  if (message.trim() !== '') logger[level]({ part: 'postgres' }, message)
}

/** True for the message to each client while the server starts or stops. */
const isForClients = (line: string) => line.startsWith('FATAL:  the database system is ')

/** How it is in a server's log that one of its processes was killed, as by a system that lacks memory. */
const killedProcess = /was terminated by signal (9|15)\b/

/** Starts a server as a child of this process, whose log gets what it writes. */
export function launch(
  postgres: string,
  way: Way,
  cluster: string,
  args: readonly string[],
  logger: FastifyBaseLogger,
) {
  const reusedPid = findReusedPid(cluster)
  const { file, args: allArgs, options } = commandFor(way, postgres, args)
  const child = spawn(file, allArgs, {
    ...options,
    cwd: '/',
    // The server gets none of the product's environment, which holds secrets.
    env: {
      LC_ALL: 'C',
      // PostgreSQL ignores this process id when it looks for a running server.
      ...(reusedPid && { PG_GRANDPARENT_PID: String(reusedPid) }),
    },
    // Ctrl+C in a terminal must reach the product only, which stops the server last.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const endWithUs = () => child.kill('SIGINT')
  process.once('exit', endWithUs)
  let why = 'it gave no reason'
  let failure: string | undefined
  createInterface({ input: child.stderr }).on('line', (line) => {
    reportLine(line, logger)
    if (killedProcess.test(line) || (isErrorLine(line) && !isForClients(line))) why = line
  })
  child.once('error', ({ message }) => {
    failure = message
  })
  const settle = () => {
    failure ??= why
  }
  child.once('close', settle)
  child.once('exit', () => {
    process.off('exit', endWithUs)
    setTimeout(settle, longestReadMs).unref()
  })
  return {
    process: child,
    /** False once it has ended. */
    isRunning: () => child.pid !== undefined && child.exitCode === null && !child.signalCode,
    /** Why it has ended, from its log; undefined until that is read to its end. */
    failure: () => failure,
  }
}

/** PostgreSQL ends the connections, writes what is in its memory, and ends. */
const longestStopMs = 60_000

/** Stops a server, and resolves when it has ended or has not within a minute. */
export async function stopLaunched({ process: child, isRunning }: Launched): Promise<void> {
  if (!isRunning()) return
  const ended = once(child, 'exit', { signal: AbortSignal.timeout(longestStopMs) })
  child.kill('SIGINT')
  await ended.catch(() => {})
}

/** How long processes of a killed server may keep the files in use. */
const longestInUseMs = 20_000
/** A server that is killed while it starts is started again, at most N times in all. */
const mostStarts = 5
/** A server that starts has written its lock file by then. */
const lockFileMs = 1_000

/** True if another start was first, or if processes of a killed server have not yet ended. */
const isInUse = (failure: string) =>
  /lock file ".*" already exists|shared memory block .* is still in use/.test(failure)

/**
 * A lock file that lost its content in a power cut. PostgreSQL leaves it to a person to delete it.
 */
function findTornLockFile(failure: string): string | undefined {
  const found = /lock file "(.*)" is empty|bogus data in lock file "(.*?)"/.exec(failure)
  return found?.[1] ?? found?.[2]
}

/** The system's messages for ENOSPC and EDQUOT. */
const withoutSpace = /No space left on device|Disk quota exceeded/

/**
 * Removes what kept a server from starting, where it can: another start may succeed. Throws
 * EmbeddedUnusable where that is of no use.
 */
export function mendForNextStart(
  { process: { signalCode, exitCode } }: Launched,
  failure: string,
  { cluster, starts, waitedMs }: { cluster: string; starts: number; waitedMs: number },
): void {
  // A program between the two reports a signal as a code above 128.
  const wasKilled = signalCode !== null || (exitCode ?? 0) > 128 || killedProcess.test(failure)
  const tornLockFile = findTornLockFile(failure)
  const mayGoOn = wasKilled
    ? starts < mostStarts
    : waitedMs <= longestInUseMs && (tornLockFile !== undefined || isInUse(failure))
  if (!mayGoOn) {
    const Kind = withoutSpace.test(failure) ? EmbeddedWithoutSpace : EmbeddedUnusable
    const what = `The embedded PostgreSQL didn’t start: ${failure}.`
    throw new Kind(what, 'Fix that and start again.')
  }
  if (tornLockFile && waitedMs > lockFileMs) rmSync(resolve(cluster, tornLockFile), { force: true })
}
