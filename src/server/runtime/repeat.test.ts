import Fastify, { type FastifyBaseLogger } from 'fastify'
import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeat } from './repeat.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const tick = () => vi.advanceTimersByTimeAsync(1_000)

test('it is done again and again, but never twice at once', async () => {
  const app = Fastify()
  const runs: (() => void)[] = []
  repeat(app, {
    what: 'tidy',
    everyMs: 1_000,
    run: () => new Promise<void>((resolve) => runs.push(resolve)),
  })
  expect(runs).toHaveLength(0)
  await tick()
  await tick()
  expect(runs).toHaveLength(1)
  runs[0]?.()
  await tick()
  expect(runs).toHaveLength(2)
  runs[1]?.()
  await app.close()
})

test('it is done at once when asked to, and again after a run that goes on', async () => {
  const app = Fastify()
  const runs: (() => void)[] = []
  const start = repeat(app, {
    what: 'tidy',
    everyMs: 1_000,
    run: () => new Promise<void>((resolve) => runs.push(resolve)),
  })
  start()
  expect(runs).toHaveLength(1)
  start()
  start()
  expect(runs).toHaveLength(1)
  runs[0]?.()
  await expect.poll(() => runs).toHaveLength(2)
  start()
  runs[1]?.()
  await expect.poll(() => runs).toHaveLength(3)
  runs[2]?.()
  await app.close()
  start()
  expect(runs).toHaveLength(3)
})

test('what fails is logged by its name, and done again', async () => {
  const lines: string[] = []
  const logger: FastifyBaseLogger = pino({}, { write: (line: string) => void lines.push(line) })
  const app = Fastify({ loggerInstance: logger })
  const run = vi.fn(async () => {
    throw new Error('why')
  })
  repeat(app, { what: 'tidy', everyMs: 1_000, run })
  await tick()
  await tick()
  expect(run).toHaveBeenCalledTimes(2)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'could not tidy',
    err: { message: 'why' },
  })
  await app.close()
})

test('an end tells the run that goes on, waits for it, and lets none follow', async () => {
  const app = Fastify()
  let stopped = false
  let runs = 0
  repeat(app, {
    what: 'tidy',
    everyMs: 1_000,
    run: (stop) => {
      runs += 1
      return new Promise<void>((resolve) =>
        stop.addEventListener('abort', () =>
          setTimeout(() => {
            stopped = true
            resolve()
          }),
        ),
      )
    },
  })
  await tick()
  await app.close()
  expect(stopped).toBe(true)
  await tick()
  expect(runs).toBe(1)
})
