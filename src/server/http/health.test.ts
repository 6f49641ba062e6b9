import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { expect, test, vi } from 'vitest'
import type { Database } from '../db/database.ts'
import { healthRoutes } from './health.ts'

const all = { isListening: true, mailServer: { isAnswering: true } }

async function ask(url: string, answer: () => Promise<unknown>, parts = all) {
  const app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  await app.register(healthRoutes({ execute: answer } as unknown as Database, parts))
  const { statusCode, headers, body } = await app.inject(url)
  expect(headers['cache-control']).toBe('no-store')
  return [statusCode, JSON.parse(body)]
}

const answers = async () => []
const fails = async () => {
  throw new Error('away')
}
const ready = { status: 'ready', database: 'ready', signals: 'ready', mail: 'ready' }

test('a process that runs says so, whatever is away', async () => {
  expect(await ask('/healthz', fails)).toEqual([200, { status: 'ok' }])
})

test('it is ready with the database and its signals, and without a mail server', async () => {
  expect(await ask('/readyz', answers)).toEqual([200, ready])
  expect(
    await ask('/readyz', answers, {
      ...all,
      mailServer: { isAnswering: false },
    }),
  ).toEqual([200, { ...ready, mail: 'away' }])
  expect(await ask('/readyz', answers, { ...all, isListening: false })).toEqual([
    503,
    { ...ready, status: 'not ready', signals: 'away' },
  ])
  expect(await ask('/readyz', fails)).toEqual([
    503,
    { ...ready, status: 'not ready', database: 'away' },
  ])
})

test('a database that says nothing is away', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const answer = ask('/readyz', () => new Promise(() => {}))
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await answer).toEqual([503, { ...ready, status: 'not ready', database: 'away' }])
  } finally {
    vi.useRealTimers()
  }
})
