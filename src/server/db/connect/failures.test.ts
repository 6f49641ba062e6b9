import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { AppError } from '#/server/http/errors.ts'
import {
  databaseCause,
  EmbeddedUnusable,
  isDatabaseAway,
  NotMigrated,
  NoWriter,
  SchemaTooNew,
  ServerTooOld,
} from './failures.ts'

/** An error from the server, as `pg` reports it. */
function serverError(code: string): Error {
  const error = new DatabaseError('message of the server', 0, 'error')
  return Object.assign(error, { severity: 'ERROR', code })
}

/** The error of a connection that failed or broke. */
const network = (code: string) => Object.assign(new Error(`connect ${code}`), { code })

const inQuery = (cause: Error) => new DrizzleQueryError('select 1', [], cause)

test.each([
  ['08000', 'the connection failed'],
  ['08006', 'the connection broke'],
  ['08P01', 'the protocol was violated'],
  ['53000', 'a resource ran out'],
  ['53100', 'the disk is full'],
  ['53200', 'the memory is full'],
  ['53300', 'there are too many connections'],
  ['57014', 'the statement was cancelled'],
  ['57P01', 'the server is stopping'],
  ['57P02', 'the server crashed'],
  ['57P03', 'the server is starting'],
  ['58030', 'the disk cannot be read'],
  ['25006', 'the server is a standby, or was made read-only'],
  ['28000', 'the role may not sign in'],
  ['28P01', 'the password is wrong'],
  ['3D000', 'there is no such database'],
])('SQLSTATE %s means that the database is away: %s', (code) => {
  expect([isDatabaseAway(serverError(code)), isDatabaseAway(inQuery(serverError(code)))]).toEqual([
    true,
    true,
  ])
})

test('a name of which no address answers means that the database is away', () => {
  const refused = (address: string) =>
    Object.assign(new Error(`connect ECONNREFUSED ${address}`), {
      code: 'ECONNREFUSED',
      syscall: 'connect',
    })
  const all = Object.assign(new AggregateError([refused('::1'), refused('127.0.0.1')]), {
    code: 'ECONNREFUSED',
  })
  expect([isDatabaseAway(all), isDatabaseAway(inQuery(all))]).toEqual([true, true])
  expect(isDatabaseAway(new AggregateError([new Error('not of the database')]))).toBe(false)
})

test.each([
  ['22P02', 'an invalid value'],
  ['23505', 'a row that already exists'],
  ['23514', 'a row that breaks a rule'],
  ['40P01', 'a deadlock'],
  ['42P01', 'a table that does not exist'],
  ['54000', 'too large a statement'],
  ['58P01', 'a missing file'],
  ['XX000', 'a defect of the server'],
])('SQLSTATE %s does not mean that the database is away: %s', (code) => {
  expect([isDatabaseAway(serverError(code)), isDatabaseAway(inQuery(serverError(code)))]).toEqual([
    false,
    false,
  ])
})

test.each([
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'ENOENT',
])('%s from the connection to the database means that it is away', (code) => {
  expect(isDatabaseAway(inQuery(network(code)))).toBe(true)
  // While the connection is being opened there is no query yet.
  expect(isDatabaseAway(Object.assign(network(code), { syscall: 'connect' }))).toBe(true)
})

test.each([
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
])('%j is a message of pg for a database that is away', (message) => {
  expect(isDatabaseAway(new Error(message))).toBe(true)
  expect(isDatabaseAway(inQuery(new Error(message)))).toBe(true)
})

test.each<[string, unknown]>([
  ['an error of the product', new AppError('conflict', 'Somebody else was faster.')],
  ['a programming error', new TypeError('x is not a function')],
  ['a code of five characters that is no SQLSTATE', network('5XYZ!')],
  ['a longer code that begins like an SQLSTATE', network('57P01X')],
  ['a network code without a query or system call', network('ECONNREFUSED')],
  ['a query that failed without a code', inQuery(new Error('failed'))],
  ['a code that is a number', Object.assign(new Error('failed'), { code: 57014 })],
  ['a newer version of the product', new SchemaTooNew()],
  ['a server that is too old', new ServerTooOld('14.11', 15)],
  ['a value that is not an error', 'Connection terminated'],
  ['nothing', undefined],
])('%s does not mean that the database is away', (_name, error) => {
  expect(isDatabaseAway(error)).toBe(false)
})

test('a database that is not migrated yet, or without a writer, is away, and says so', () => {
  const errors = [new NotMigrated(), new NoWriter()]
  for (const error of errors) {
    expect([isDatabaseAway(error), isDatabaseAway(inQuery(error))]).toEqual([true, true])
  }
  expect(errors.map(({ message }) => message)).toEqual([
    'the database is not migrated yet',
    'no server of the database accepts writes',
  ])
})

test('what ends a start is one line, with what to do or what is needed', () => {
  const errors = [new SchemaTooNew(), new ServerTooOld('14.11', 15), new EmbeddedUnusable('No.')]
  expect(errors.map(({ message }) => message)).toEqual([
    'The database is of a newer version of this product. Start that version, or go back to a backup from before it.',
    'The database needs PostgreSQL 15 or newer, and this server is 14.11.',
    'No. Set DATABASE_URL to a PostgreSQL server of your own.',
  ])
})

test('the error of the driver is found in a failed query, and by itself', () => {
  const refused = serverError('23505')
  expect(databaseCause(inQuery(refused))).toBe(refused)
  expect(databaseCause(refused)).toBe(refused)
  const failed = new DrizzleQueryError('select 1', [])
  expect(databaseCause(failed)).toBe(failed)
  expect(databaseCause(network('ECONNREFUSED'))).toBeUndefined()
  expect(databaseCause('Failed query: select 1')).toBeUndefined()
})
