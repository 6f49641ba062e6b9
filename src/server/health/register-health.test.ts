import Fastify from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { Registry } from 'prom-client'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Database, DatabaseHandle, Listener } from '../db/database.ts'
import { NotMigrated, ServerTooOld } from '../db/failures.ts'
import { createDraining, type Draining } from '../http/draining.ts'
import type { Health } from './health.ts'
import { registerHealth } from './register-health.ts'

/** The states of the parts. */
type Parts = {
  write: () => Promise<{ rowCount: number }>
  isJournalWritable: boolean
  megabytesFree: number
  isListening: boolean
  waiting: number
  lastFailure?: unknown
}

let parts: Parts
let probes: number
let draining: Draining
let health: Health
beforeEach(() => {
  probes = 0
  draining = createDraining()
  parts = {
    write: async () => ({ rowCount: 1 }),
    isJournalWritable: true,
    megabytesFree: 50_000,
    isListening: true,
    waiting: 0,
  }
})

async function serve() {
  const app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  const execute = () => parts.write()
  const db = {
    transaction: (run: (tx: object) => unknown) => {
      probes += 1
      return run({ execute })
    },
  } as unknown as Database
  health = await registerHealth(app, {
    config: { databaseUrl: 'postgres://db.example/site', tellsEmbeddedAge: false },
    database: {
      db,
      lastFailure: () => parts.lastFailure,
      listen: async (_channel: string, { onLost }: Listener) => {
        if (!parts.isListening) onLost?.()
      },
      safety: async () => ({ commitRisks: [], excessRight: null }),
    } as unknown as DatabaseHandle,
    journal: {
      proveWritable: async () => {
        if (!parts.isJournalWritable) throw Object.assign(new Error('no'), { code: 'EROFS' })
      },
      count: async () => ({ waiting: parts.waiting, damaged: 0 }),
    },
    measureRoom: async () => ({ free: parts.megabytesFree * 2 ** 20, all: 100_000 * 2 ** 20 }),
    draining,
    registry: new Registry(),
  })
  return async (url: string) => {
    const { statusCode, headers, body } = await app.inject(url)
    expect(headers['cache-control']).toBe('no-store')
    return [statusCode, JSON.parse(body)]
  }
}

const ask = async (url: string) => (await serve())(url)

const ready = {
  status: 'ready',
  database: 'ready',
  journal: 'ready',
  leads: { waiting: 0, damaged: 0 },
  findings: [],
}

/** `/readyz` with these findings, given by their keys, texts or both. */
const found = (...findings: { key?: string; text?: string }[]) => ({
  findings: findings.map((each) => ({
    key: expect.any(String),
    text: expect.any(String),
    ...each,
    since: expect.stringMatching(/Z$/),
  })),
})

const fails = async () => {
  throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
  })
}

const journalFinding = {
  key: 'journal-unwritable',
  text: 'If the database fails, the server can’t save requests to its folder: its disk is read-only.',
}
const databaseFinding = {
  key: 'database-away',
  text: 'The database can’t be reached.',
}

test('it is ready, and degraded without its signals', async () => {
  expect(await ask('/readyz')).toEqual([200, ready])
  parts.isListening = false
  const answer = { ...ready, status: 'degraded' }
  expect(await ask('/readyz')).toEqual([200, { ...answer, ...found({ key: 'signals-away' }) }])
})

test('it takes visitors while it can store what they send, in the database or the journal', async () => {
  const degraded = { ...ready, status: 'degraded' }
  parts.isJournalWritable = false
  expect(await ask('/readyz')).toEqual([
    200,
    { ...degraded, journal: 'away', ...found(journalFinding) },
  ])
  parts.write = fails
  const both = { database: 'away', journal: 'away', ...found(journalFinding, databaseFinding) }
  expect(await ask('/readyz')).toEqual([503, { ...ready, status: 'not ready', ...both }])
  parts.isJournalWritable = true
  expect(await ask('/readyz')).toEqual([
    200,
    { ...degraded, database: 'away', ...found(databaseFinding) },
  ])
})

test('a database is being upgraded until it is known that it cannot be', async () => {
  parts.write = async () => Promise.reject(new NotMigrated())
  const answer = { ...ready, status: 'degraded', database: 'away' }
  const upgraded = { key: 'database-migrating' }
  expect(await ask('/readyz')).toEqual([200, { ...answer, ...found(upgraded) }])
  parts.lastFailure = new ServerTooOld('14.2', 15)
  const failing = { key: 'database-failing' }
  expect(await ask('/readyz')).toEqual([200, { ...answer, ...found(failing) }])
})

test('a disk is told of before it is full; a full one takes nothing more, and pages are served on', async () => {
  parts.megabytesFree = 1_999
  const low = { key: 'disk-low', text: 'The server’s disk is nearly full, with 1999 MB left.' }
  expect(await ask('/readyz')).toEqual([200, { ...ready, ...found(low) }])
  parts.megabytesFree = 4 / 1024
  const full = { key: 'disk-full', text: 'The server’s disk is full, with 0 MB left.' }
  expect(await ask('/readyz')).toEqual([200, { ...ready, status: 'degraded', ...found(full) }])
})

test('a good proof counts for ten seconds, and one that failed for one', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const askAgain = await serve()
  const databaseAfter = async (ms: number) => {
    vi.advanceTimersByTime(ms)
    return (await askAgain('/readyz'))[1].database
  }
  expect(await databaseAfter(0)).toBe('ready')
  parts.write = fails
  expect([await databaseAfter(9_999), probes]).toEqual(['ready', 1])
  expect([await databaseAfter(1), probes]).toEqual(['away', 2])
  parts.write = async () => ({ rowCount: 1 })
  expect([await databaseAfter(999), probes]).toEqual(['away', 2])
  expect([await databaseAfter(1), probes]).toEqual(['ready', 3])
})

test('a database that takes its time is ready, and away after a minute', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
  const askAgain = await serve()
  const { promise, resolve } = Promise.withResolvers<{ rowCount: number }>()
  parts.write = () => promise
  // The journal cannot be written either: a slow database still takes visitors' requests.
  parts.isJournalWritable = false
  const answer = askAgain('/readyz')
  await expect.poll(() => probes).toBe(1)
  await vi.advanceTimersByTimeAsync(2_500)
  const slow = { ...ready, status: 'degraded', journal: 'away' }
  expect(await answer).toEqual([200, { ...slow, ...found(journalFinding) }])
  // A part that is silent for a minute is away.
  vi.advanceTimersByTime(58_000)
  const later = askAgain('/readyz')
  await vi.advanceTimersByTimeAsync(2_500)
  const silent = { ...databaseFinding, text: 'The database isn’t responding.' }
  expect(await later).toEqual([
    503,
    { ...slow, status: 'not ready', database: 'away', ...found(journalFinding, silent) },
  ])
  resolve({ rowCount: 1 })
  await promise
})

test('it is degraded while requests wait in the journal', async () => {
  parts.waiting = 1_994
  const text = '1,994 requests are on the server’s disk, waiting to be stored.'
  expect(await ask('/readyz')).toEqual([
    200,
    { ...ready, status: 'degraded', leads: { waiting: 1_994, damaged: 0 }, ...found({ text }) },
  ])
})

test('each minute everything is looked at, so that the log also has what only admins see', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
  await serve()
  const find = vi.fn(() => [])
  health.add({ name: 'the backups', find })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(find).toHaveBeenCalledOnce()
})
