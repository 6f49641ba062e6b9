import { expect, test } from 'vitest'
import { mostAttempts, paceAt, retryDelayMs } from './pace.ts'

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
