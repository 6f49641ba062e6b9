import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPhotoSlots, type OpenSlot } from './photo-slots.ts'

/** Ten strangers, each in a network of their own. */
const strangers = Array.from({ length: 10 }, (_, index) => `198.51.${index}.7`)
const visitor = '203.0.113.9'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())
const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1000)

const budget = { process: 60_000, client: 24_000 }

/** Opens a slot that has so many bytes, and notes when it is lost. */
function hold(open: OpenSlot, address: string, bytes: number) {
  const onLost = vi.fn()
  const slot = open(address, onLost)
  slot.hold(bytes)
  return { slot, isLost: () => onLost.mock.calls.length > 0 }
}

test('ten strangers who trickle their forms make room for a visitor who comes later', () => {
  const open = createPhotoSlots(budget)
  const theirs = strangers.map((address) => hold(open, address, 6_000))
  pass(20)
  const own = hold(open, visitor, 500)
  for (let sent = 0; sent < 12; sent += 1) {
    pass(1)
    expect(own.slot.hold(1_000)).toBe(true)
  }
  expect(own.isLost()).toBe(false)
  expect(theirs.filter(({ isLost }) => isLost())).toHaveLength(3)
})

test('a hundred small files that nobody finishes make room too', () => {
  const open = createPhotoSlots(budget)
  const theirs = Array.from({ length: 100 }, (_, index) => hold(open, `198.51.${index}.7`, 1))
  pass(20)
  expect(theirs.filter(({ isLost }) => !isLost())).toHaveLength(60)
  expect(hold(open, visitor, 3_000).isLost()).toBe(false)
})

test.each([
  ['of IPv4', (index: number) => `198.51.100.${index}`, '198.51.101.1'],
  ['of IPv6', (index: number) => `2001:db8:7:${index}::1`, '2001:db8:8::1'],
])('the addresses of one network %s are one holder', (_what, addressOf, other) => {
  const open = createPhotoSlots(budget)
  const own = hold(open, other, 6_000)
  pass(5)
  const theirs = Array.from({ length: 40 }, (_, index) => hold(open, addressOf(index), 5_000))
  expect(own.isLost()).toBe(false)
  expect(theirs.filter(({ isLost }) => !isLost())).toHaveLength(10)
})

/** Lets work go on when the test says so. */
function createWork() {
  const begun: string[] = []
  const going: (() => void)[] = []
  return {
    begun,
    work: (name: string) => () =>
      new Promise<string>((resolve) => {
        begun.push(name)
        going.push(() => resolve(name))
      }),
    finish: () => going.shift()?.(),
  }
}

test('whoever has had no time yet is next, whatever others have waiting', async () => {
  const open = createPhotoSlots(budget)
  const { begun, work, finish } = createWork()
  const wait = (address: string, name: string) => hold(open, address, 800).slot.whenTurn(work(name))
  const first = wait('198.51.100.1', 'first')
  await expect.poll(() => begun).toEqual(['first'])
  pass(2)
  finish()
  await first
  // The same network has many more, from other addresses too.
  for (let index = 1; index < 9; index += 1) void wait(`198.51.100.${index}`, 'more')
  void wait(visitor, 'visitor')
  await expect.poll(() => begun).toEqual(['first', 'more'])
  finish()
  await expect.poll(() => begun).toEqual(['first', 'more', 'visitor'])
})

test('what waits for its turn can lose its slot, what is being decoded cannot', async () => {
  const open = createPhotoSlots({ process: 3_000, client: 3_000 })
  const { begun, work, finish } = createWork()
  const decoded = hold(open, '198.51.1.1', 2_000).slot.whenTurn(work('decoded'))
  const waiting = hold(open, '198.51.2.1', 900).slot.whenTurn(work('waiting'))
  const lost = expect(waiting).rejects.toMatchObject({ problem: 'busy' })
  pass(5)
  const own = hold(open, visitor, 500)
  await lost
  finish()
  expect(await decoded).toBe('decoded')
  expect([own.isLost(), begun]).toEqual([false, ['decoded']])
})
