import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { AppError } from '#/server/http/errors.ts'
import {
  databaseCause,
  EmbeddedBusy,
  EmbeddedUnusable,
  EmbeddedWithoutSpace,
  explainFailure,
  isDatabaseAway,
  NotMigrated,
  SchemaTooNew,
  ServerTooOld,
  SharedSessions,
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

/** Whether the database is away with it, its kind, and the words. */
const meanings: [Error, boolean, string, string][] = [
  [ofServer('08000'), true, 'away', 'the connection broke off'],
  [ofServer('08P01'), true, 'away', 'the connection broke off'],
  [ofServer('53000'), true, 'failing', 'it is short of memory, disk or connections'],
  [ofServer('53100'), true, 'full', 'its disk is full'],
  [ofServer('53200'), true, 'failing', 'it has too little memory'],
  [ofServer('53300', 'FATAL'), true, 'connections', 'it has no connections left'],
  [ofServer('57014'), true, 'silent', 'it took too long'],
  [ofServer('57P01', 'FATAL'), true, 'away', 'it was stopped'],
  [ofServer('57P02', 'FATAL'), true, 'recovering', 'one of its processes has crashed'],
  [ofServer('57P03', 'FATAL'), true, 'recovering', 'it is starting, or recovers from a crash'],
  [ofServer('58030'), true, 'disk', 'it cannot read or write its disk'],
  [ofServer('25006'), true, 'read-only', 'it takes no writes'],
  [ofServer('28000', 'FATAL'), true, 'refused', 'it refuses our user or password'],
  [ofServer('28P01', 'FATAL'), true, 'refused', 'it refuses our user or password'],
  [ofServer('3D000', 'FATAL'), true, 'refused', 'it has no database of that name'],
  [ofServer('22P02'), false, 'failing', 'a value does not fit'],
  [ofServer('23505'), false, 'failing', 'the row breaks a rule of its table'],
  [ofServer('40P01'), false, 'failing', 'two transactions were in each other’s way'],
  [ofServer('42501'), false, 'failing', 'our role lacks a right'],
  [ofServer('42P01'), false, 'failing', 'a table or column is not as this version needs it'],
  [ofServer('54000'), false, 'failing', 'the log says why'],
  [ofServer('58P01'), false, 'disk', 'one of its files is missing'],
  [ofServer('P0001'), false, 'failing', 'the log says why'],
  [ofServer('XX000'), false, 'failing', 'it has run into an error of its own'],
  [ofServer('XX001'), false, 'disk', 'its data is damaged'],
  [ofNetwork('ECONNREFUSED'), true, 'away', 'nothing listens at its port'],
  [ofNetwork('ENOENT'), true, 'away', 'its socket is not there'],
  [ofNetwork('ENOTFOUND'), true, 'away', 'the DNS has no address for its name'],
  [ofNetwork('EAI_AGAIN'), true, 'away', 'the DNS has no address for its name'],
  [ofNetwork('EHOSTUNREACH'), true, 'away', 'there is no way to it through the network'],
  [ofNetwork('ENETUNREACH'), true, 'away', 'there is no way to it through the network'],
  [ofNetwork('ETIMEDOUT'), true, 'silent', 'it did not answer in time'],
  [ofNetwork('ECONNRESET'), true, 'away', 'the connection broke off'],
  [ofNetwork('EPIPE'), true, 'away', 'the connection broke off'],
  ...['timeout exceeded when trying to connect', 'timeout expired', 'Query read timeout'].map(
    (message): [Error, boolean, string, string] => [
      new Error(message),
      true,
      'silent',
      'it did not answer in time',
    ],
  ),
  ...[
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
    'Cannot use a pool after calling end on the pool',
  ].map((message): [Error, boolean, string, string] => [
    new Error(message),
    true,
    'away',
    'the connection broke off',
  ]),
  [new TakesNoWrites(), true, 'read-only', 'it takes no writes'],
  [new SharedSessions(), true, 'shared-sessions', 'a pooler shares its sessions'],
  [new NotMigrated(), true, 'migrating', 'it is being brought to this version'],
  [new EmbeddedBusy(), true, 'recovering', 'it recovers from a crash, or stops'],
  [new EmbeddedWithoutSpace('No space.'), true, 'full', 'its disk is full'],
  [new SchemaTooNew(), false, 'other-version', 'it is of another version'],
  [
    new Unreachable('x', { cause: ofNetwork('ECONNREFUSED') }),
    true,
    'away',
    'nothing listens at its port',
  ],
  [
    new AggregateError([new Error('failed'), ofNetwork('ECONNREFUSED')]),
    true,
    'away',
    'nothing listens at its port',
  ],
]

test.each(meanings)(
  '%s is known, and whether the database is away',
  (error, isAway, kind, words) => {
    for (const each of [error, inQuery(error)]) {
      expect([isDatabaseAway(each), explainFailure(each)]).toEqual([isAway, { kind, words }])
    }
  },
)

test.each<[string, unknown]>([
  ['an error of the product', new AppError('conflict', 'Somebody else was faster.')],
  ['a programming error', new TypeError('x is not a function')],
  ['a code of five characters that is no SQLSTATE', ofNetwork('5XYZ!')],
  ['a longer code that begins like an SQLSTATE', ofNetwork('57P01X')],
  [
    'a network code without a query or system call',
    Object.assign(new Error('failed'), { code: 'ECONNREFUSED' }),
  ],
  ['a query that failed without a code', inQuery(new Error('failed'))],
  ['a code that is a number', Object.assign(new Error('failed'), { code: 57014 })],
  ['a server that is too old', new ServerTooOld('14.11', 15)],
  ['several failures of something else', new AggregateError([new Error('failed')])],
  ['a value that is not an error', 'Connection terminated'],
  ['nothing', undefined],
])('%s does not mean that the database is away', (_name, error) => {
  expect([isDatabaseAway(error), explainFailure(error).kind]).toEqual([false, 'failing'])
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
  const refused = ofServer('23505')
  expect(databaseCause(inQuery(refused))).toBe(refused)
  expect(databaseCause(refused)).toBe(refused)
  const failed = new DrizzleQueryError('select 1', [])
  expect(databaseCause(failed)).toBe(failed)
  expect(databaseCause(ofNetwork('ECONNREFUSED'))).toBeUndefined()
  expect(databaseCause('Failed query: select 1')).toBeUndefined()
})
