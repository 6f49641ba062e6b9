import { DrizzleQueryError } from 'drizzle-orm'
import { Undecided } from '#/server/runtime/undecided.ts'
import { NoAnswer } from '#/server/runtime/within.ts'

/**
 * Codes of Node's network layer for a server that cannot be reached or has closed the connection.
 */
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
 * SQLSTATE classes of failures that pass: connection exceptions, a refused role, insufficient
 * resources, operator intervention (a restart, a cancelled statement).
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const awayClasses = ['08', '28', '53', '57']

/**
 * Single SQLSTATEs that pass although others of their classes do not: io_error (the server cannot
 * read or write its disk), read_only_sql_transaction (it is a standby, or was made read-only), and
 * invalid_catalog_name (there is no such database).
 */
const awayCodes = new Set(['58030', '25006', '3D000'])

/** SQLSTATEs with which a server turns a connection away before it takes any statement. */
const refusesConnection = /^(28...|3D000|53300|57P03)$/

/** True if a server refuses the connection: a later try may succeed. */
export const isTurnedAway = (error: unknown) => refusesConnection.test(codeOf(databaseCause(error)))

/** Messages of `pg`, without a code: its pool or its socket gave up, or is used after that. */
const awayMessages =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|not queryable|after calling end on the pool/

/** The database is there, and not yet migrated to this version. */
export class NotMigrated extends Error {
  constructor() {
    super('the database is not migrated yet')
  }
}

/** No server of the database accepts writes, for now. */
export class NoWriter extends Error {
  constructor() {
    super('no server of the database accepts writes')
  }
}

/** A database was not reached. The message is one line for the terminal, the cause is the error. */
export class Unreachable extends Error {}

/** Several connections share a session. The message is one line for the terminal. */
export class SharedSessions extends Unreachable {
  static reason =
    'The database is behind a pooler that shares its sessions among connections, and this product needs one for each.'
  static advice =
    'Set pool_mode to session there (pgbouncer), or name the server itself in DATABASE_URL.'

  constructor() {
    super(`${SharedSessions.reason} ${SharedSessions.advice}`)
  }
}

/** A newer version of the product has changed the database. The message is one line for the terminal. */
export class SchemaTooNew extends Error {
  constructor() {
    super(
      'The database is of a newer version of this product. Start that version, or go back to a backup from before it.',
    )
  }
}

/**
 * The database is of an earlier version of the product, and is left unchanged because the upgrade
 * would fail or cannot be tried. The message is one line for the terminal.
 */
export class UpgradeFailed extends Error {}

/** True if this version must never use the database: another version must be started. */
export const isOfOtherVersion = (error: unknown) =>
  error instanceof SchemaTooNew || error instanceof UpgradeFailed

/** The server is of a version on which the product does not run. The message is one line for the terminal. */
export class ServerTooOld extends Error {
  constructor(version: string, needed: number) {
    super(`The database needs PostgreSQL ${needed} or newer, and this server is ${version}.`)
  }
}

/** The advice when the embedded PostgreSQL cannot run on this machine at all. */
const defaultAdvice = 'Set DATABASE_URL to a PostgreSQL server of your own.'

/** The embedded PostgreSQL cannot run here. The message is one line for the terminal. */
export class EmbeddedUnusable extends Error {
  constructor(reason: string, advice: string = defaultAdvice) {
    super(`${reason} ${advice}`.trimEnd())
  }
}

/** The embedded PostgreSQL cannot run until its disk has space again. */
export class EmbeddedWithoutSpace extends EmbeddedUnusable {}

/** The embedded PostgreSQL runs, and takes no connections yet. */
export class EmbeddedBusy extends Error {
  constructor() {
    super('the embedded PostgreSQL recovers, or stops')
  }
}

/** Errors of ours after which a later try may succeed. */
const passing = [NotMigrated, NoWriter, SharedSessions, EmbeddedBusy, EmbeddedWithoutSpace]

/** The error of the database driver, below Drizzle's wrapper; undefined for any other error. */
export function databaseCause(error: unknown): (Error & { code?: string }) | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof DrizzleQueryError) return error.cause ?? error
  return 'severity' in error || awayMessages.test(error.message) ? error : undefined
}

const codeOf = (cause: object | undefined) =>
  cause && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''

/** True when the database did not do the work because it is away, and a later try may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  const cause = databaseCause(error) ?? (error instanceof Error ? error : undefined)
  if (!cause) return false
  if (passing.some((kind) => cause instanceof kind)) return true
  if (cause instanceof Unreachable) return isDatabaseAway(cause.cause)
  // A name with several addresses, none of which was reached.
  if (cause instanceof AggregateError) return cause.errors.some(isDatabaseAway)
  const code = codeOf(cause)
  if (networkCodes.has(code)) return databaseCause(error) !== undefined || 'syscall' in cause
  return (
    awayCodes.has(code) ||
    awayClasses.some((prefix) => /^\w{5}$/.test(code) && code.startsWith(prefix)) ||
    awayMessages.test(cause.message)
  )
}

/** Messages of `pg` where nothing was sent to a server. */
const unsentMessages = /trying to connect|connection timeout|after calling end on the pool/

/**
 * True when the work is certainly not done and will not be: the server said so, or nothing was sent
 * to it. A connection that ends before the response, and no response in time, leave it open. Errors
 * of the disk, which come from this process, are certain.
 */
export function hasCertainlyFailed(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof NoAnswer || error instanceof Undecided)
    return false
  const cause = databaseCause(error) ?? error
  if ('severity' in cause) return cause.severity === 'ERROR' || isTurnedAway(cause)
  if (awayMessages.test(cause.message)) return unsentMessages.test(cause.message)
  const { code = '', syscall } = cause as NodeJS.ErrnoException
  return !networkCodes.has(code) || code === 'ENOENT' || syscall === 'connect'
}
