import { expect, test } from 'vitest'
import { longestWaitMs, mostAttempts, paceAt, retryDelayMs } from './pace.ts'

const pace = paceAt(1)
const day = 24 * 3600 * 1000
const delays = (random: number) =>
  Array.from({ length: mostAttempts - 1 }, (_, i) => retryDelayMs(i + 1, pace, random) ?? 0)

test('the first retry comes after a few seconds, each later one not earlier, for at least three days', () => {
  for (const random of [0, 0.5, 0.999]) {
    const waits = delays(random)
    expect(waits[0]).toBeGreaterThanOrEqual(5_000)
    expect(waits[0]).toBeLessThan(10_000)
    expect(waits).toEqual([...waits].sort((a, b) => a - b))
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(3 * day)
  }
  expect(retryDelayMs(mostAttempts, pace, 0)).toBeUndefined()
})

test('two deliveries that failed together come back apart', () => {
  expect(retryDelayMs(5, pace, 0.1)).not.toBe(retryDelayMs(5, pace, 0.9))
})

test('a lease outlives a try, so that nobody takes up what is still being sent', () => {
  expect(pace.leaseMs).toBeGreaterThan(pace.attemptMs)
  expect(pace.attemptMs).toBeGreaterThan(pace.silenceMs)
})

test('the waits grow threefold from five seconds to six hours, each up to a third longer', () => {
  expect(delays(0).slice(0, 4)).toEqual([5_000, 15_000, 45_000, 135_000])
  expect(Math.max(...delays(0))).toBe(6 * 3600 * 1000)
  expect(retryDelayMs(2, pace, 0.5)).toBe(17_250)
  expect(longestWaitMs).toBe(7.8 * 3600 * 1000)
  expect(delays(0.999).every((wait) => wait <= longestWaitMs)).toBe(true)
})

test('an owner hears after five minutes of what did not leave, and the table is looked at twice a minute', () => {
  expect(paceAt(1)).toMatchObject({
    connectMs: 10_000,
    silenceMs: 60_000,
    attemptMs: 90_000,
    callMs: 20_000,
    leaseMs: 120_000,
    overdueAfterMs: 300_000,
    fallbackMs: 30_000,
    drainMs: 5_000,
  })
})

test('tests wait less, but not too little for a busy machine', () => {
  const quick = paceAt(0.01)
  expect(quick).toMatchObject({ firstRetryMs: 50, longestRetryMs: 216_000, overdueAfterMs: 3_000 })
  expect(quick).toMatchObject({
    connectMs: 2_000,
    silenceMs: 2_000,
    attemptMs: 3_000,
    callMs: 1_500,
    leaseMs: 4_000,
    fallbackMs: 500,
    drainMs: 500,
  })
})
