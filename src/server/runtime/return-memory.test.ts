import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryReturn } from './return-memory.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const refuse = (onRefused: () => void, times: number) => {
  for (let count = 0; count < times; count += 1) onRefused()
}

test('memory is returned once, when a flood has been over for five seconds, and again after another', () => {
  const collect = vi.fn()
  const onRefused = createMemoryReturn(collect)
  for (let second = 0; second < 10; second += 1) {
    refuse(onRefused, 150)
    vi.advanceTimersByTime(1_000)
  }
  expect(collect).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(collect).toHaveBeenCalledTimes(1)
  // A few requests of a stranger cannot cause it.
  refuse(onRefused, 999)
  vi.advanceTimersByTime(60_000)
  expect(collect).toHaveBeenCalledTimes(1)
  onRefused()
  vi.advanceTimersByTime(5_000)
  expect(collect).toHaveBeenCalledTimes(2)
})

/** A function of its own, so that no variable of the test refers to the list. */
const makeGarbage = () => new WeakRef(Array.from({ length: 1_000 }, () => ({})))

test('what nothing refers to any more is collected', async () => {
  const garbage = makeGarbage()
  refuse(createMemoryReturn(), 1_000)
  vi.advanceTimersByTime(5_000)
  vi.useRealTimers()
  await expect.poll(() => garbage.deref() === undefined).toBe(true)
})
