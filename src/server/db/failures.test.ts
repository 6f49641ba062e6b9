import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { AppError } from '#/server/http/errors.ts'
import { NoAnswer, Undecided } from '#/server/runtime/within.ts'
import {
  EmbeddedBusy,
  EmbeddedWithoutSpace,
  hasCertainlyFailed,
  isDatabaseAway,
  NotMigrated,
  SchemaTooNew,
  TakesNoWrites,
  Unreachable,
} from './failures.ts'

/** An error that the server answered, as `pg` reports it. */
const ofServer = (code: string, severity = 'ERROR') =>
  Object.assign(new DatabaseError('secret of a row', 0, 'error'), { severity, code })

/** The error of a connection that failed or broke. */
const ofNetwork = (code: string) =>
  Object.assign(new Error(`connect ${code} /secret/path`), { code, syscall: 'connect' })

const inQuery = (cause: Error) => new DrizzleQueryError('select 1', [], cause)

test.each([
  ...['08000', '08P01', '53000', '53100', '53200', '57014', '58030', '25006'].map((code) =>
    ofServer(code),
  ),
  ...['28000', '28P01', '3D000', '53300', '57P01', '57P02', '57P03'].map((code) =>
    ofServer(code, 'FATAL'),
  ),
  ...['ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'].map(ofNetwork),
  ...['ENETUNREACH', 'ETIMEDOUT', 'ECONNRESET', 'EPIPE'].map(ofNetwork),
  new Error('timeout exceeded when trying to connect'),
  new Error('timeout expired'),
  new Error('Query read timeout'),
  new Error('Connection terminated unexpectedly'),
  new Error('Connection terminated due to connection timeout'),
  new Error('Client has encountered a connection error and is not queryable'),
  new Error('Cannot use a pool after calling end on the pool'),
  new TakesNoWrites(),
  new NotMigrated(),
  new EmbeddedBusy(),
  new EmbeddedWithoutSpace('No space.'),
  new Unreachable('x', { cause: ofNetwork('ECONNREFUSED') }),
  new AggregateError([new Error('failed'), ofNetwork('ECONNREFUSED')]),
])('%s means that the database is away', (error) => {
  expect([isDatabaseAway(error), isDatabaseAway(inQuery(error))]).toEqual([true, true])
})

test.each<[string, unknown]>([
  ...['22P02', '23505', '40P01', '42501', '42P01', '54000', '58P01', 'P0001', 'XX000'].map(
    (code): [string, unknown] => [`SQLSTATE ${code}`, ofServer(code)],
  ),
  ['an error of the product', new AppError('conflict', 'Somebody else was faster.')],
  ['a programming error', new TypeError('x is not a function')],
  ['a missing file', Object.assign(new Error('no file'), { code: 'ENOENT', syscall: 'open' })],
  ['a code of five characters that is no SQLSTATE', ofNetwork('5XYZ!')],
  [
    'a network code without a query or system call',
    Object.assign(new Error('failed'), { code: 'ECONNREFUSED' }),
  ],
  ['a code that is a number', Object.assign(new Error('failed'), { code: 57014 })],
  ['another version', new SchemaTooNew()],
  ['a value that is not an error', 'Connection terminated'],
])('%s does not mean that the database is away', (_name, error) => {
  expect(isDatabaseAway(error)).toBe(false)
})

test.each<[string, boolean, Error]>([
  ['a statement that the server refuses', true, ofServer('23505')],
  ['a connection that it does not take', true, ofServer('53300', 'FATAL')],
  ['a connection that it ends', false, ofServer('57P01', 'FATAL')],
  ['a pool without a free connection', true, new Error('timeout exceeded when trying to connect')],
  ['a response that does not come', false, new Error('Query read timeout')],
  ['a connection that breaks', false, new Error('Connection terminated unexpectedly')],
  ['a server that is not reached', true, ofNetwork('ECONNREFUSED')],
  [
    'a connection that is reset',
    false,
    Object.assign(new Error('reset'), { code: 'ECONNRESET', syscall: 'read' }),
  ],
  ['a disk that is full', true, Object.assign(new Error('full'), { code: 'ENOSPC' })],
  ['no answer in time', false, new NoAnswer()],
  ['a submission of which it is not known', false, new Undecided()],
])('of %s it is certain that nothing is stored: %s', (_name, isCertain, error) => {
  expect(hasCertainlyFailed(error)).toBe(isCertain)
  if (!(error instanceof NoAnswer || error instanceof Undecided))
    expect(hasCertainlyFailed(inQuery(error))).toBe(isCertain)
})
