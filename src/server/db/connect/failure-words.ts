import {
  databaseCause,
  EmbeddedBusy,
  EmbeddedWithoutSpace,
  isOfOtherVersion,
  NotMigrated,
  NoWriter,
  SharedSessions,
  Unreachable,
} from './failures.ts'

/** Kinds of failures of the database. */
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

/** What a failure means: its kind, and the end of a sentence about the database. */
export type Failure = { kind: FailureKind; words: string }

/** Codes of Node and OpenSSL for a certificate that is not valid, by their beginnings. */
export const certificateFailure = /^(ERR_TLS_CERT|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO)/

/**
 * The meaning of SQLSTATEs; the first match counts. No words name a host, a path, or anything of a
 * row. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const states: readonly [RegExp, FailureKind, string][] = [
  [/^53100$/, 'full', 'its disk is full'],
  [/^25006$/, 'read-only', 'it takes no writes'],
  [/^53300$/, 'connections', 'it has no connections left'],
  [/^53200$/, 'failing', 'it has too little memory'],
  [/^57P03$/, 'recovering', 'it is starting, or recovers from a crash'],
  [/^57P01$/, 'away', 'it was stopped'],
  [/^57P02$/, 'recovering', 'one of its processes has crashed'],
  [/^57014$/, 'silent', 'it took too long'],
  [/^28/, 'refused', 'it refuses our user or password'],
  [/^3D000$/, 'refused', 'it has no database of that name'],
  [/^58030$/, 'disk', 'it cannot read or write its disk'],
  [/^58P0[12]$/, 'disk', 'one of its files is missing'],
  [/^(08|57)/, 'away', 'the connection broke off'],
  [/^53/, 'failing', 'it is short of memory, disk or connections'],
  [/^55P03$/, 'silent', 'a lock was not free in time'],
  [/^23/, 'failing', 'the row breaks a rule of its table'],
  [/^22/, 'failing', 'a value does not fit'],
  [/^40/, 'failing', 'two transactions were in each other’s way'],
  [/^42501$/, 'failing', 'our role lacks a right'],
  [/^42/, 'failing', 'a table or column is not as this version needs it'],
  [/^XX00[12]$/, 'disk', 'its data is damaged'],
  [/^XX/, 'failing', 'it has run into an error of its own'],
]

/** The meaning of Node's codes, with the system call, and of messages without a code. */
const others: typeof states = [
  [/^(ENOSPC|EDQUOT)/, 'full', 'its disk is full'],
  [/^EIO/, 'disk', 'it cannot read or write its disk'],
  [/ECONNREFUSED/, 'away', 'nothing listens at its port'],
  [/^ENOENT connect/, 'away', 'its socket is not there'],
  [/ENOTFOUND|EAI_AGAIN/, 'away', 'the DNS has no address for its name'],
  [/EHOSTUNREACH|ENETUNREACH/, 'away', 'there is no way to it through the network'],
  [
    /ETIMEDOUT|timeout expired|Query read timeout|timeout exceeded/,
    'silent',
    'it did not answer in time',
  ],
  [/does not support SSL/, 'refused', 'it has no TLS, which sslmode in the address asks for'],
  [/ERR_TLS_CERT_ALTNAME_INVALID/, 'refused', 'its certificate is not for the name in the address'],
  [/CERT_HAS_EXPIRED/, 'refused', 'its certificate has expired'],
  [certificateFailure, 'refused', 'its certificate is not one that we can trust'],
  [/client password must be a/, 'refused', 'it asks for a password, and the address has none'],
  [/^(ERR_TLS|ERR_SSL|EPROTO)|TLS|SSL/, 'refused', 'no TLS connection to it could be made'],
  [
    /ECONNRESET|EPIPE|Connection terminated|not queryable|after calling end/,
    'away',
    'the connection broke off',
  ],
]

const ofClass: readonly [new (...args: never[]) => Error, Failure][] = [
  [NoWriter, { kind: 'read-only', words: 'no server of it takes writes' }],
  [SharedSessions, { kind: 'shared-sessions', words: 'a pooler shares its sessions' }],
  [NotMigrated, { kind: 'migrating', words: 'it is being brought to this version' }],
  [EmbeddedBusy, { kind: 'recovering', words: 'it recovers from a crash, or stops' }],
  [EmbeddedWithoutSpace, { kind: 'full', words: 'its disk is full' }],
]

/** What a failure of the database, or of a disk, means. An unknown one is `failing`. */
export function explainFailure(error: unknown): Failure {
  const cause = databaseCause(error) ?? error
  const [, known] = ofClass.find(([kind]) => cause instanceof kind) ?? []
  if (known) return known
  if (isOfOtherVersion(cause)) return { kind: 'other-version', words: 'it is of another version' }
  if (cause instanceof Unreachable && cause.cause) return explainFailure(cause.cause)
  if (cause instanceof AggregateError) return explainFailure(cause.errors[0])
  const { code = '', syscall = '', message = '' } = (cause ?? {}) as NodeJS.ErrnoException
  const [, kind, words] =
    states.find(([pattern]) => pattern.test(code)) ??
    others.find(([pattern]) => pattern.test(`${code} ${syscall}`) || pattern.test(message)) ??
    []
  return kind && words ? { kind, words } : { kind: 'failing', words: 'the log says why' }
}
