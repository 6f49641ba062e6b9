import { DrizzleQueryError } from 'drizzle-orm'
import { NoAnswer, Undecided } from '#/server/runtime/within.ts'

/** The database is there, and is not yet as this version needs it. */
export class NotMigrated extends Error {
  constructor() {
    super('the database is not migrated yet')
  }
}

/** The server takes no writes, for now. */
export class TakesNoWrites extends Error {
  constructor() {
    super('the database takes no writes')
  }
}

/** A database was not reached. The message is one line for the terminal, the cause is the error. */
export class Unreachable extends Error {}

/** A pooler does not keep a session for each connection. The message is one line for the terminal. */
export class SharedSessions extends Unreachable {
  static reason =
    'The database is behind a pooler that does not keep a session for each connection, with the settings that it asks for.'
  static advice = 'Name the server itself in DATABASE_URL.'

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

/** No migration leads from the database to this version. The message is one line for the terminal. */
export class SchemaTooOld extends Error {
  constructor() {
    super(
      'The database is of a version that this one cannot upgrade. Start the last version before 1.0.0 once, then this one.',
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
  [SchemaTooNew, SchemaTooOld, UpgradeFailed].some((kind) => error instanceof kind)

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
  /** Without what to do about it on the machine. */
  readonly reason: string

  constructor(reason: string, advice: string = defaultAdvice) {
    super(`${reason} ${advice}`.trimEnd())
    this.reason = reason
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

/** What a failure of the database is about. */
export type FailureKind =
  | 'full'
  | 'read-only'
  | 'recovering'
  | 'connections'
  | 'refused'
  | 'shared-sessions'
  | 'other-version'
  | 'migrating'
  | 'disk'
  | 'silent'
  | 'away'
  | 'failing'

/** What a failure means: its kind, and the rest of a sentence about the database. */
export type Failure = { kind: FailureKind; words: string }

/** A meaning with what it is found by. `isAway`: the work was not done, and a later try may succeed. */
type Meaning = Failure & { isAway: boolean }

const away = (kind: FailureKind, words: string): Meaning => ({ kind, words, isAway: true })
const stays = (kind: FailureKind, words: string): Meaning => ({ kind, words, isAway: false })

/** Codes of Node and OpenSSL for a certificate that is not valid, by their beginnings. */
export const certificateFailure = /^(ERR_TLS_CERT|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO)/

/**
 * What SQLSTATEs mean; the first that fits counts. No words name a host, a path, or anything of a row.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const states: readonly [RegExp, Meaning][] = [
  [/^53100$/, away('full', 'its disk is full')],
  [/^25006$/, away('read-only', 'it takes no writes')],
  [/^53300$/, away('connections', 'it has no connections left')],
  [/^53200$/, away('failing', 'it has too little memory')],
  [/^57P03$/, away('recovering', 'it is starting, or recovers from a crash')],
  [/^57P01$/, away('away', 'it was stopped')],
  [/^57P02$/, away('recovering', 'one of its processes has crashed')],
  [/^57014$/, away('silent', 'it took too long')],
  [/^28/, away('refused', 'it refuses our user or password')],
  [/^3D000$/, away('refused', 'it has no database of that name')],
  [/^58030$/, away('disk', 'it cannot read or write its disk')],
  [/^58P0[12]$/, stays('disk', 'one of its files is missing')],
  [/^(08|57)/, away('away', 'the connection broke off')],
  [/^53/, away('failing', 'it is short of memory, disk or connections')],
  [/^55P03$/, stays('silent', 'a lock was not free in time')],
  [/^23/, stays('failing', 'the row breaks a rule of its table')],
  [/^22/, stays('failing', 'a value does not fit')],
  [/^40/, stays('failing', 'two transactions were in each other’s way')],
  [/^42501$/, stays('failing', 'our role lacks a right')],
  [/^42/, stays('failing', 'a table or column is not as this version needs it')],
  [/^XX00[12]$/, stays('disk', 'its data is damaged')],
  [/^XX/, stays('failing', 'it has run into an error of its own')],
]

/** The same of Node's codes, with the call of the system. */
const codes: typeof states = [
  [/^(ENOSPC|EDQUOT)/, stays('full', 'its disk is full')],
  [/^EIO/, stays('disk', 'it cannot read or write its disk')],
  [/^ECONNREFUSED/, away('away', 'nothing listens at its port')],
  [/^ENOENT connect/, away('away', 'its socket is not there')],
  [/^(ENOTFOUND|EAI_AGAIN)/, away('away', 'the DNS has no address for its name')],
  [/^(EHOSTUNREACH|ENETUNREACH)/, away('away', 'there is no way to it through the network')],
  [/^ETIMEDOUT/, away('silent', 'it did not answer in time')],
  [/^(ECONNRESET|EPIPE)/, away('away', 'the connection broke off')],
  [/^ERR_TLS_CERT_ALTNAME/, stays('refused', 'its certificate is not for the name in the address')],
  [/^CERT_HAS_EXPIRED/, stays('refused', 'its certificate has expired')],
  [certificateFailure, stays('refused', 'its certificate is not one that we can trust')],
  [/^(ERR_TLS|ERR_SSL|EPROTO)/, stays('refused', 'no TLS connection to it could be made')],
]

/** And of messages of `pg`, which has no codes: its pool or its socket gave up, or is used after that. */
const messages: typeof states = [
  [
    /timeout expired|Query read timeout|timeout exceeded when trying to connect/,
    away('silent', 'it did not answer in time'),
  ],
  [
    /Connection terminated|not queryable|after calling end on the pool/,
    away('away', 'the connection broke off'),
  ],
  [
    /does not support SSL/,
    stays('refused', 'it has no TLS, which sslmode in the address asks for'),
  ],
  [
    /client password must be a/,
    stays('refused', 'it asks for a password, and the address has none'),
  ],
  [/TLS|SSL/, stays('refused', 'no TLS connection to it could be made')],
]

const ofClass: readonly [new (...args: never[]) => Error, Meaning][] = [
  [TakesNoWrites, away('read-only', 'it takes no writes')],
  [SharedSessions, away('shared-sessions', 'a pooler shares its sessions')],
  [NotMigrated, away('migrating', 'it is being brought to this version')],
  [EmbeddedBusy, away('recovering', 'it recovers from a crash, or stops')],
  [EmbeddedWithoutSpace, away('full', 'its disk is full')],
  [SchemaTooNew, stays('other-version', 'it is of another version')],
  [SchemaTooOld, stays('other-version', 'it is of another version')],
  [UpgradeFailed, stays('other-version', 'it is of another version')],
]

const unknown = stays('failing', 'the log says why')

const find = (table: typeof states, text: string) =>
  table.find(([pattern]) => pattern.test(text))?.[1]

const codeOf = (cause: object | undefined) =>
  cause && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''

const isOfPg = ({ message }: Error) =>
  messages.some(([pattern, { isAway }]) => isAway && pattern.test(message))

/** The error of the database driver, below Drizzle's wrapper; undefined for any other error. */
export function databaseCause(error: unknown): (Error & { code?: string }) | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof DrizzleQueryError) return error.cause ?? error
  return 'severity' in error || isOfPg(error) ? error : undefined
}

function meaningOf(error: unknown): Meaning {
  const cause = databaseCause(error) ?? error
  if (!(cause instanceof Error)) return unknown
  const known = ofClass.find(([kind]) => cause instanceof kind)?.[1]
  if (known) return known
  if (cause instanceof Unreachable) return meaningOf(cause.cause)
  // A name with several addresses, of which none was reached.
  if (cause instanceof AggregateError) {
    const all = cause.errors.map(meaningOf)
    return all.find(({ isAway }) => isAway) ?? all[0] ?? unknown
  }
  const code = codeOf(cause)
  const { syscall = '' } = cause as NodeJS.ErrnoException
  const ofCode = find(codes, `${code} ${syscall}`)
  // Other things than a database break off too.
  const isOfOther = databaseCause(error) === undefined && !syscall
  return (
    (/^\w{5}$/.test(code) ? find(states, code) : undefined) ??
    (ofCode?.isAway && isOfOther ? undefined : ofCode) ??
    find(messages, cause.message) ??
    unknown
  )
}

/** What a failure of the database, or of a disk, means. What is not known is `failing`. */
export function explainFailure(error: unknown): Failure {
  const { kind, words } = meaningOf(error)
  return { kind, words }
}

/** True when the database did not do the work because it is away, and a later try may succeed. */
export const isDatabaseAway = (error: unknown): boolean => meaningOf(error).isAway

/** SQLSTATEs with which a server turns a connection away before it takes any statement. */
const refusesConnection = /^(28...|3D000|53300|57P03)$/

/** True if a server does not let us in: whatever is wrong, a later try may be let in. */
export const isTurnedAway = (error: unknown) => refusesConnection.test(codeOf(databaseCause(error)))

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
  if (isOfPg(cause)) return unsentMessages.test(cause.message)
  const { code = '', syscall } = cause as NodeJS.ErrnoException
  return !find(codes, `${code} connect`)?.isAway || code === 'ENOENT' || syscall === 'connect'
}
