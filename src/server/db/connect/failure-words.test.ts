import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { explainFailure } from './failure-words.ts'
import {
  EmbeddedBusy,
  EmbeddedWithoutSpace,
  NotMigrated,
  NoWriter,
  SchemaTooNew,
  SharedSessions,
  Unreachable,
} from './failures.ts'

const ofServer = (code: string, severity = 'ERROR') =>
  Object.assign(new DatabaseError('secret of a row', 0, 'error'), { severity, code })

const ofNetwork = (code: string, message = `connect ${code} /secret/path`) =>
  Object.assign(new Error(message), { code, syscall: 'connect' })

test.each([
  [ofServer('53100'), 'full', 'its disk is full'],
  [ofServer('25006'), 'read-only', 'it takes no writes'],
  [ofServer('53300', 'FATAL'), 'connections', 'it has no connections left'],
  [ofServer('57P03', 'FATAL'), 'recovering', 'it is starting, or recovers from a crash'],
  [ofServer('57P02', 'FATAL'), 'recovering', 'one of its processes has crashed'],
  [ofServer('57P01', 'FATAL'), 'away', 'it was stopped'],
  [ofServer('28P01', 'FATAL'), 'refused', 'it refuses our user or password'],
  [ofServer('28000', 'FATAL'), 'refused', 'it refuses our user or password'],
  [ofServer('3D000', 'FATAL'), 'refused', 'it has no database of that name'],
  [ofServer('58030'), 'disk', 'it cannot read or write its disk'],
  [ofServer('57014'), 'silent', 'it took too long'],
  [ofServer('23505'), 'failing', 'the row breaks a rule of its table'],
  [ofServer('42501'), 'failing', 'our role lacks a right'],
  [ofServer('XX000'), 'failing', 'it has run into an error of its own'],
  [ofServer('P0001'), 'failing', 'the log says why'],
  [ofNetwork('ECONNREFUSED'), 'away', 'nothing listens at its port'],
  [ofNetwork('ENOENT'), 'away', 'its socket is not there'],
  [ofNetwork('EAI_AGAIN'), 'away', 'the DNS has no address for its name'],
  [new Error('Query read timeout'), 'silent', 'it did not answer in time'],
  [new Error('timeout exceeded when trying to connect'), 'silent', 'it did not answer in time'],
  [new Error('Connection terminated unexpectedly'), 'away', 'the connection broke off'],
  [new NoWriter(), 'read-only', 'no server of it takes writes'],
  [new SharedSessions(), 'shared-sessions', 'a pooler shares its sessions'],
  [new NotMigrated(), 'migrating', 'it is being brought to this version'],
  [new EmbeddedBusy(), 'recovering', 'it recovers from a crash, or stops'],
  [new EmbeddedWithoutSpace('No space.'), 'full', 'its disk is full'],
  [new SchemaTooNew(), 'other-version', 'it is of another version'],
  [
    new Unreachable('x', { cause: ofNetwork('ECONNREFUSED') }),
    'away',
    'nothing listens at its port',
  ],
  [new AggregateError([ofNetwork('ECONNREFUSED')]), 'away', 'nothing listens at its port'],
  [undefined, 'failing', 'the log says why'],
])('%s is explained', (error, kind, words) => {
  expect(explainFailure(error)).toEqual({ kind, words })
  if (error instanceof Error) {
    expect(explainFailure(new DrizzleQueryError('select', [], error))).toEqual({ kind, words })
  }
})
