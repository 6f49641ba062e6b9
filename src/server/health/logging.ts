import pino, { type DestinationStream, type Logger } from 'pino'
import sonicBoom from 'sonic-boom'
import { codeOf, databaseCause, isDatabaseAway } from '../db/failures.ts'
import type { OnAnswered } from '../http/answered.ts'

/** How long a slow reader may delay a line that is written at once: N tries, 0.1 s apart. */
const mostTries = 10

/** The stream that pino writes lines to. */
export type LogStream = {
  write: (line: string) => void
  /** Begins to write the waiting lines, without waiting for the disk, which may be slow or hang. */
  passOn: () => void
}

/** Waiting lines are written at this length together, in characters, or at this age. */
const batchLength = 15 * 1024
const longestWaitMs = 100

/**
 * Opens a stream that writes many lines with one call of the system. Its reader may leave at any
 * time: then it drops lines, and never throws or waits for ever. (The version of this library that
 * pino brings tries again for ever.)
 */
function openLogStream(fd: number): LogStream {
  // A variable, because the library's types do not know all of its options yet.
  const options = {
    fd,
    sync: false,
    // Lines that are not read must not fill the memory.
    maxLength: 4 * 1024 * 1024,
    maxWriteRetries: mostTries,
  }
  const stream = new sonicBoom.SonicBoom(options)
  stream.on('error', () => {})

  // The library can wait for more lines too, but counts the bytes of all that wait at each line.
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  function passOn() {
    clearTimeout(timer)
    timer = undefined
    if (waiting === '') return
    stream.write(waiting)
    waiting = ''
  }

  process.once('exit', () => {
    try {
      passOn()
      stream.flushSync()
    } catch {
      // The log has lost its reader.
    }
  })
  return {
    write(line) {
      waiting += line
      if (waiting.length >= batchLength) passOn()
      else timer ??= setTimeout(passOn, longestWaitMs).unref()
    },
    passOn,
  }
}

function stackFrames(error: Error): string {
  const stack = error.stack ?? ''
  // The message comes first, and may have lines that look like frames.
  const end = stack.indexOf(error.message) + error.message.length
  return stack
    .slice(end)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
}

/**
 * An error in the log. A database error's message and details quote the row that failed, and with
 * it a visitor's data, so only its code and the names in it are kept; and why the server was not
 * reached, which the driver says without a row.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const cause = databaseCause(error)
  if (!cause) {
    return { type: error.name, message: error.message, stack: stackFrames(error) }
  }
  const { code, table, constraint, routine } = cause as Error & Record<string, unknown>
  const isOfDriver = !('severity' in cause) && isDatabaseAway(cause)
  return {
    type: 'DatabaseError',
    code,
    table,
    constraint,
    routine,
    ...(isOfDriver && { message: cause.message }),
    stack: stackFrames(error),
  }
}

/**
 * A line without the address of a request, which may be a secret: Fastify's messages have it in
 * double quotes. Node's have the names of files, which are worth knowing, in single ones.
 */
const withoutAddress = (line: string) => line.replaceAll(/\\"\/[^"\\]*\\"/g, '\\"/…\\"')

const standardError = 2

/** While the database is away nearly all work fails: one line an hour for each reason. */
const awayEveryMs = 3_600_000

/**
 * The structured log, one JSON object a line, on standard error: standard output belongs to the
 * person who started the server.
 *
 * Lines are written together: one call of the system for each would cost a request more than making
 * its line. Warnings and errors are handed to the system at once, with all lines before them, and
 * the rest at the end of the process; only SIGKILL can lose the last lines.
 */
export function createLogger(
  level: string,
  destination: DestinationStream & { passOn?: () => void } = openLogStream(standardError),
): Logger {
  const { warn = 0 } = pino.levels.values
  const toldAt = new Map<string, number>()

  /** True for a repeated warning about work that failed because the database is away. */
  function isRepetition([facts]: unknown[], lineLevel: number): boolean {
    const { err } = (facts ?? {}) as { err?: unknown }
    if (lineLevel < warn || !databaseCause(err) || !isDatabaseAway(err)) return false
    const now = performance.now()
    const reason = codeOf(err)
    if (lineLevel === warn && now - (toldAt.get(reason) ?? -awayEveryMs) < awayEveryMs) return true
    toldAt.set(reason, now)
    return false
  }

  return pino(
    {
      level,
      serializers: { err: describeError },
      base: { pid: process.pid },
      hooks: {
        streamWrite: withoutAddress,
        logMethod(line, method, lineLevel) {
          if (isRepetition(line, lineLevel)) return this.debug(...line)
          method.apply(this, line)
          if (lineLevel >= warn) destination.passOn?.()
        },
      },
    },
    destination,
  )
}

/** Logs one line for each request, with its id, which the response carries too. */
export const createLogAnswered =
  (logger: Logger): OnAnswered =>
  ({ id, method, path, status, ms }) =>
    logger.info({ reqId: id, method, path, status, ms: Math.round(ms) }, 'request')
