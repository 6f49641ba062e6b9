/** Codes of Node's network layer for a server that is not there or went away. */
const networkCodes = new Set([
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'ENOENT',
])

/**
 * SQLSTATE classes for "not now": connection exceptions, insufficient resources, operator
 * intervention (a restart, a cancelled statement). https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const awayClasses = ['08', '53', '57']

/** SQLSTATE io_error: the disk answers the server with an error. The rest of its class is for good. */
const ioError = '58030'

/** What `pg` says, without a code, when its pool or its socket gives up, or is asked after that. */
const awayMessages =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable/

/** The error of the database driver, below Drizzle's wrapper; undefined for any other error. */
export function databaseCause(error: unknown): (Error & { code?: string }) | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.name === 'DrizzleQueryError' || error.message.startsWith('Failed query:')) {
    return error.cause instanceof Error ? error.cause : error
  }
  return 'severity' in error ? error : undefined
}

/** True when the database could not be asked, and asking again later may work. */
export function isDatabaseAway(error: unknown): boolean {
  const cause = databaseCause(error) ?? (error instanceof Error ? error : undefined)
  if (!cause) return false
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  if (networkCodes.has(code)) return databaseCause(error) !== undefined || 'syscall' in cause
  return (
    code === ioError ||
    awayClasses.some((prefix) => /^\w{5}$/.test(code) && code.startsWith(prefix)) ||
    awayMessages.test(cause.message)
  )
}

/** What helps when the embedded PostgreSQL cannot run on this machine at all. */
const wayOut = 'Set DATABASE_URL to a PostgreSQL server of your own.'

/** The embedded PostgreSQL cannot run here. The message is one line, made for the terminal. */
export class EmbeddedUnusable extends Error {
  constructor(why: string, whatToDo: string = wayOut) {
    super(`${why} ${whatToDo}`)
  }
}
