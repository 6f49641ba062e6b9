import Fastify, { type FastifyBaseLogger } from 'fastify'
import { beforeEach, expect, test, vi } from 'vitest'
import { repeat, startLoop } from './loop.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A task whose runs end when the test ends them, done every second. */
function repeated() {
  const app = Fastify()
  const runs: (() => void)[] = []
  const run = () => new Promise<void>((resolve) => runs.push(resolve))
  const start = repeat(app, { what: 'tidy', everyMs: 1_000, run })
  return { app, runs, start }
}

test('a task is done again and again, but never twice at once', async () => {
  const { app, runs } = repeated()
  await pass(999)
  expect(runs).toHaveLength(0)
  await pass(2_000)
  expect(runs).toHaveLength(1)
  runs[0]?.()
  await pass(1_000)
  expect(runs).toHaveLength(2)
  runs[1]?.()
  await app.close()
})

test('it is done at once when asked to, and again after a run that goes on', async () => {
  const { app, runs, start } = repeated()
  start()
  await pass(0)
  expect(runs).toHaveLength(1)
  start()
  start()
  await pass(0)
  expect(runs).toHaveLength(1)
  runs[0]?.()
  await pass(0)
  expect(runs).toHaveLength(2)
  runs[1]?.()
  await app.close()
  start()
  await pass(5_000)
  expect(runs).toHaveLength(2)
})

test('an end tells the run that goes on, waits for it, and lets none follow', async () => {
  const app = Fastify()
  let runs = 0
  let hasEnded = false
  async function run(stop: AbortSignal) {
    runs += 1
    await new Promise((resolve) => stop.addEventListener('abort', resolve))
    await new Promise(setImmediate)
    hasEnded = true
  }
  repeat(app, { what: 'tidy', everyMs: 1_000, run })
  await pass(1_000)
  await app.close()
  expect(hasEnded).toBe(true)
  await pass(5_000)
  expect(runs).toBe(1)
})

test('a loop waits as long as its run says; what fails is tried again soon, and told of once a minute', async () => {
  const warn = vi.fn()
  const log = { warn } as unknown as FastifyBaseLogger
  let fails = false
  const run = vi.fn(async () => {
    if (fails) throw new Error('why')
    return 10_000
  })
  const { close } = startLoop({ what: 'tidy', log, run })
  await pass(9_999)
  expect(run).toHaveBeenCalledTimes(1)
  fails = true
  await pass(1)
  expect(run).toHaveBeenCalledTimes(2)
  await pass(59_000)
  expect(run.mock.calls.length).toBeGreaterThan(100)
  expect(warn.mock.calls).toEqual([[{ err: new Error('why') }, 'could not tidy']])
  await pass(2_000)
  expect(warn).toHaveBeenCalledTimes(2)
  // Once it has worked, the next failure is logged again.
  fails = false
  await pass(1_000)
  fails = true
  await pass(10_000)
  expect(warn).toHaveBeenCalledTimes(3)
  await close()
})
