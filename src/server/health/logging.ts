import pino, { type DestinationStream, type Logger } from 'pino'
import { codeOf, databaseCause, isDatabaseAway } from '../db/failures.ts'

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

/** Opens standard error. Its reader may leave or stall at any time: then lines are dropped, and nobody waits. */
function openLog(): DestinationStream {
  const log = pino.destination({ dest: 2, sync: false, maxLength: 4 * 1024 * 1024 })
  log.on('error', () => {})
  return log
}

/** While the database is away nearly all work fails: one line an hour for each reason. */
const awayEveryMs = 3_600_000

/**
 * The structured log, one JSON object a line, on standard error: standard output belongs to the
 * person who started the server.
 */
export function createLogger(level: string, destination: DestinationStream = openLog()): Logger {
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
        },
      },
    },
    destination,
  )
}
