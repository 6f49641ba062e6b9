import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../db/database.ts'
import { createDraining, type Draining } from './draining.ts'
import { healthRoutes } from './health.ts'

/** What the parts say of themselves. */
type Parts = {
  write: () => Promise<{ rowCount: number }>
  isJournalWritable: boolean
  isListening: boolean
  isMailAnswering: boolean
  waiting: number
}

let parts: Parts
let probes: number
let draining: Draining
beforeEach(() => {
  probes = 0
  draining = createDraining()
  parts = {
    write: async () => ({ rowCount: 1 }),
    isJournalWritable: true,
    isListening: true,
    isMailAnswering: true,
    waiting: 0,
  }
})
afterEach(() => {
  vi.useRealTimers()
})

async function serve() {
  const app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  const execute = () => parts.write()
  await app.register(
    healthRoutes({
      db: {
        transaction: (run: (tx: object) => unknown) => {
          probes += 1
          return run({ execute })
        },
      } as unknown as Database,
      journal: {
        isWritable: async () => parts.isJournalWritable,
        count: async () => ({ waiting: parts.waiting, damaged: 1 }),
      },
      draining,
      parts: {
        get isListening() {
          return parts.isListening
        },
        mailServer: {
          get isAnswering() {
            return parts.isMailAnswering
          },
        },
      },
    }),
  )
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
  signals: 'ready',
  journal: 'ready',
  mail: 'ready',
  leads: { waiting: 0, damaged: 1 },
}

const fails = async () => {
  throw new Error('away')
}

test('a process that runs says so, whatever is away', async () => {
  parts.write = fails
  expect(await ask('/healthz')).toEqual([200, { status: 'ok' }])
})

test('it is ready without a mail server, and degraded without its signals', async () => {
  expect(await ask('/readyz')).toEqual([200, ready])
  parts.isMailAnswering = false
  expect(await ask('/readyz')).toEqual([200, { ...ready, mail: 'away' }])
  parts.isMailAnswering = true
  parts.isListening = false
  expect(await ask('/readyz')).toEqual([200, { ...ready, status: 'degraded', signals: 'away' }])
})

test('it takes visitors while it can store what they send, in the database or the journal', async () => {
  parts.isJournalWritable = false
  expect(await ask('/readyz')).toEqual([200, { ...ready, status: 'degraded', journal: 'away' }])
  parts.write = fails
  expect(await ask('/readyz')).toEqual([
    503,
    { ...ready, status: 'not ready', database: 'away', journal: 'away' },
  ])
  parts.isJournalWritable = true
  expect(await ask('/readyz')).toEqual([200, { ...ready, status: 'degraded', database: 'away' }])
})

test('a database that only reads is away, one that takes its time is slow', async () => {
  const away = [200, { ...ready, status: 'degraded', database: 'away' }]
  parts.write = async () => ({ rowCount: 0 })
  expect(await ask('/readyz')).toEqual(away)
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
  const askAgain = await serve()
  const { promise, resolve } = Promise.withResolvers<{ rowCount: number }>()
  parts.write = () => promise
  // Nothing can be stored in the journal either: a slow database takes visitors all the same.
  parts.isJournalWritable = false
  const answer = askAgain('/readyz')
  await expect.poll(() => probes).toBe(2)
  await vi.advanceTimersByTimeAsync(2_000)
  const slow = { ...ready, status: 'degraded', journal: 'away' }
  expect(await answer).toEqual([200, { ...slow, database: 'slow' }])
  // What says nothing for a minute is not there.
  vi.advanceTimersByTime(58_000)
  const later = askAgain('/readyz')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await later).toEqual([503, { ...slow, status: 'not ready', database: 'away' }])
  resolve({ rowCount: 1 })
  await promise
})

test('it is degraded while requests wait in the journal', async () => {
  parts.waiting = 1_994
  expect(await ask('/readyz')).toEqual([
    200,
    { ...ready, status: 'degraded', leads: { waiting: 1_994, damaged: 1 } },
  ])
})

test('a process that stops is not ready, though nothing is away', async () => {
  await draining.drain(0, () => {})
  expect(await ask('/readyz')).toEqual([503, { ...ready, status: 'stopping' }])
})

test('what hangs is not asked again before it has an end', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
  const askAgain = await serve()
  const { promise, resolve } = Promise.withResolvers<{ rowCount: number }>()
  parts.write = () => promise
  const first = askAgain('/readyz')
  await expect.poll(() => probes).toBe(1)
  await vi.advanceTimersByTimeAsync(3_000)
  expect((await first)[1]).toMatchObject({ database: 'slow' })
  const second = askAgain('/readyz')
  await vi.advanceTimersByTimeAsync(2_000)
  expect((await second)[1]).toMatchObject({ database: 'slow' })
  expect(probes).toBe(1)
  resolve({ rowCount: 1 })
  parts.write = async () => ({ rowCount: 1 })
  await vi.advanceTimersByTimeAsync(0)
  expect((await askAgain('/readyz'))[1]).toMatchObject({ database: 'ready' })
  expect(probes).toBe(2)
})

test('who asks often makes no work', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const askAgain = await serve()
  await Promise.all([askAgain('/readyz'), askAgain('/readyz')])
  await askAgain('/readyz')
  expect(probes).toBe(1)
  vi.advanceTimersByTime(1_000)
  await askAgain('/readyz')
  expect(probes).toBe(2)
})
