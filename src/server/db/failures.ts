import { DrizzleQueryError } from 'drizzle-orm'
import { NoAnswer, Undecided } from '#/server/runtime/within.ts'

/** An error of which the terminal gets the message alone: one line that says what to do. */
export class OneLineError extends Error {}

/** The database is there, and is not yet as this version needs it. */
export class NotMigrated extends Error {
  override message = 'the database is not migrated yet'
}

/** The server takes no writes, for now. */
export class TakesNoWrites extends Error {
  /** SQLSTATE read_only_sql_transaction. */
  readonly code = '25006'
  override message = 'the database does not accept writes'
}

/** A database was not reached. The cause is the error. */
export class Unreachable extends OneLineError {}

/** A pooler does not keep a session for each connection. */
export class SharedSessions extends Unreachable {
  override message =
    'The database is behind a pooler that doesn’t keep each connection’s session and settings. Set DATABASE_URL to the server itself.'
}

/** This version must never use the database: another version must be started. */
export class OfOtherVersion extends OneLineError {}

/** A newer version of the product has changed the database. */
export class SchemaTooNew extends OfOtherVersion {
  override message =
    'The database is from a newer version of this product. Start that version, or go back to a backup from before it.'
}

/** No migration leads from the database to this version. */
export class SchemaTooOld extends OfOtherVersion {
  override message =
    'The database is from a version that this one can’t upgrade. Start the last version before 1.0.0 once, then this one.'
}

/**
 * The database is of an earlier version of the product, and is left unchanged because the upgrade
 * would fail or cannot be tried.
 */
export class UpgradeFailed extends OfOtherVersion {}

/** The server is of a version on which the product does not run. */
export class ServerTooOld extends OneLineError {
  constructor(version: string, needed: number) {
    super(`The database needs PostgreSQL ${needed} or newer, and this server is ${version}.`)
  }
}

/** The embedded PostgreSQL can’t run here. */
export class EmbeddedUnusable extends OneLineError {
  /** Without what to do about it on the machine. */
  readonly reason: string

  constructor(reason: string, advice = 'Set DATABASE_URL to a PostgreSQL server of your own.') {
    super(`${reason} ${advice}`.trimEnd())
    this.reason = reason
  }
}

/** The embedded PostgreSQL cannot run until its disk has space again. */
export class EmbeddedWithoutSpace extends EmbeddedUnusable {
  /** SQLSTATE disk_full. */
  readonly code = '53100'
}

/** The embedded PostgreSQL runs, and takes no connections yet. */
export class EmbeddedBusy extends Error {
  /** SQLSTATE cannot_connect_now. */
  readonly code = '57P03'
  override message = 'the embedded PostgreSQL is recovering or stopping'
}

/**
 * SQLSTATEs of a server that does no work for now: lost connections, missing memory, disk or connections,
 * an operator who intervenes, a role or database that is not let in or not there, a disk that fails, and
 * no writes. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const awayState = /^((08|28|53|57)\w{3}|3D000|58030|25006)$/

/** Node's codes where no server is reached, or the connection breaks. */
const awayCode =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ENOENT)$/

/** Messages of `pg`, which has no codes: its pool or its socket gave up, or is used after that. */
const awayMessage =
  /timeout expired|Query read timeout|trying to connect|Connection terminated|not queryable|after calling end on the pool/

/** And of them those where nothing was sent to a server. */
const unsentMessage = /trying to connect|connection timeout|after calling end on the pool/

/** SQLSTATEs with which a server turns a connection away before it takes any statement. */
const refusesConnection = /^(28...|3D000|53300|57P03)$/

/** Codes of Node and OpenSSL for a certificate that is not valid, by their beginnings. */
export const certificateFailure = /^(ERR_TLS_CERT|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO)/

/** The error of the database driver, below Drizzle's wrapper; undefined for any other error. */
export function databaseCause(error: unknown): (Error & { code?: string }) | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof DrizzleQueryError) return error.cause ?? error
  return 'severity' in error || awayMessage.test(error.message) ? error : undefined
}

/** The code of an error, below Drizzle's wrapper; empty if it has none. */
export function codeOf(error: unknown): string {
  const { code } = (databaseCause(error) ?? error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** True when the database did not do the work because it is away, and a later try may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  const cause = databaseCause(error) ?? error
  if (!(cause instanceof Error)) return false
  if (cause instanceof Unreachable) return isDatabaseAway(cause.cause)
  // A name with several addresses, of which none was reached.
  if (cause instanceof AggregateError) return cause.errors.some(isDatabaseAway)
  if (cause instanceof NotMigrated || awayMessage.test(cause.message)) return true
  const code = codeOf(cause)
  if (awayState.test(code)) return true
  // Other things than a database break off too, and files are missing.
  const { syscall } = cause as NodeJS.ErrnoException
  const isOfDatabase = syscall !== undefined || databaseCause(error) !== undefined
  return isOfDatabase && awayCode.test(code) && (code !== 'ENOENT' || syscall === 'connect')
}

/** True if a server does not let us in: whatever is wrong, a later try may be let in. */
const isTurnedAway = (error: unknown) => refusesConnection.test(codeOf(error))

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
  if (awayMessage.test(cause.message)) return unsentMessage.test(cause.message)
  const { code = '', syscall } = cause as NodeJS.ErrnoException
  return !awayCode.test(code) || code === 'ENOENT' || syscall === 'connect'
}

/**
 * An error of a connection to the database at DATABASE_URL as one line for the terminal, with the words
 * of the server or of the system; any other error as it is.
 */
export function asUnreachable(error: unknown): unknown {
  const cause = error instanceof Unreachable ? error.cause : error
  const [first] = cause instanceof AggregateError ? cause.errors : [cause]
  if (!(first instanceof Error)) return error
  const isOfServer = 'severity' in first
  const isOfTls = certificateFailure.test(codeOf(first)) || /SSL|TLS|password/.test(first.message)
  if (isOfServer ? !isTurnedAway(first) : !isOfTls && !isDatabaseAway(first)) return error
  const what = isOfServer ? 'won’t let us in' : 'can’t be reached'
  return new Unreachable(`The database at DATABASE_URL ${what}: ${first.message.trim()}.`, {
    cause,
  })
}
