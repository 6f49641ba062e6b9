import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { AppError } from '../http/errors.ts'
import { isDatabaseAway } from './failures.ts'

/** What the server says, as `pg` hands it on. */
function said(code: string): Error {
  const error = new DatabaseError('in the server’s words', 0, 'error')
  return Object.assign(error, { severity: 'ERROR', code })
}

/** What a connection that could not be made, or broke, leaves behind. */
const network = (code: string) => Object.assign(new Error(`connect ${code}`), { code })

const inQuery = (cause: Error) => new DrizzleQueryError('select 1', [], cause)

test.each([
  ['08000', 'the connection failed'],
  ['08006', 'the connection broke'],
  ['08P01', 'the connection was misunderstood'],
  ['53000', 'something ran out'],
  ['53100', 'the disk is full'],
  ['53200', 'the memory is full'],
  ['53300', 'there are too many connections'],
  ['57014', 'the statement was cancelled'],
  ['57P01', 'the server is stopping'],
  ['57P02', 'the server crashed'],
  ['57P03', 'the server is starting'],
  ['58030', 'the disk cannot be read'],
])('SQLSTATE %s is for now: %s', (code) => {
  expect([isDatabaseAway(said(code)), isDatabaseAway(inQuery(said(code)))]).toEqual([true, true])
})

test.each([
  ['22P02', 'a value that is none'],
  ['23505', 'a row that exists'],
  ['23514', 'a row that breaks a rule'],
  ['40P01', 'a deadlock'],
  ['42P01', 'a table that does not exist'],
  ['54000', 'too large a statement'],
  ['58P01', 'a lost file'],
  ['XX000', 'a defect of the server'],
])('SQLSTATE %s is for good: %s', (code) => {
  expect([isDatabaseAway(said(code)), isDatabaseAway(inQuery(said(code)))]).toEqual([false, false])
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
])('%s on the way to the database is for now', (code) => {
  expect(isDatabaseAway(inQuery(network(code)))).toBe(true)
  // While the connection is made there is no query yet.
  expect(isDatabaseAway(Object.assign(network(code), { syscall: 'connect' }))).toBe(true)
})

test.each([
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
])('%j is what pg says of a database that is away', (message) => {
  expect(isDatabaseAway(new Error(message))).toBe(true)
  expect(isDatabaseAway(inQuery(new Error(message)))).toBe(true)
})

test.each<[string, unknown]>([
  ['a refusal of our own', new AppError('conflict', 'Somebody else was faster.')],
  ['a defect', new TypeError('x is not a function')],
  ['a code of five characters that only looks like one', network('5XYZ!')],
  ['a longer code that begins like one', network('57P01X')],
  ['a code of the network that came from elsewhere', network('ECONNREFUSED')],
  ['a query that failed without a code', inQuery(new Error('out of sorts'))],
  ['what is no error', 'Connection terminated'],
  ['nothing', undefined],
])('%s is not a database that is away', (_what, error) => {
  expect(isDatabaseAway(error)).toBe(false)
})
