import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { createGroupCommit } from './group-commit.ts'

/** A store whose calls end when the test says so. */
function heldStore(options?: Parameters<typeof createGroupCommit>[1]) {
  const calls: { items: readonly number[]; end: () => void; fail: (error: Error) => void }[] = []
  const store = createGroupCommit((items: readonly number[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>()
    calls.push({ items, end: () => resolve(items.map((item) => `row ${item}`)), fail: reject })
    return promise
  }, options)
  const nthCall = async (number: number) => {
    await expect.poll(() => calls.length).toBe(number)
    const call = calls[number - 1]
    if (!call) throw new Error('there is no such call')
    return call
  }
  return { store, nthCall }
}

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i)

const errorOf = (code: string) => Object.assign(new DatabaseError('no', 2, 'error'), { code })

test('what comes while one is stored is stored together, and each gets its own result', async () => {
  const { store, nthCall } = heldStore()
  const results = [store(1)]
  const first = await nthCall(1)
  expect(first.items).toEqual([1])
  results.push(store(2), store(3))
  first.end()
  const second = await nthCall(2)
  expect(second.items).toEqual([2, 3])
  second.end()
  expect(await Promise.all(results)).toEqual(['row 1', 'row 2', 'row 3'])
})

test('no more than fifty are stored together', async () => {
  const { store, nthCall } = heldStore()
  const results = numbers(0, 61).map((number) => store(number))
  const first = await nthCall(1)
  expect(first.items).toEqual(numbers(0, 50))
  first.end()
  const second = await nthCall(2)
  expect(second.items).toEqual(numbers(50, 11))
  second.end()
  expect(await Promise.all(results)).toEqual(numbers(0, 61).map((number) => `row ${number}`))
})

test('one that cannot be stored fails alone', async () => {
  const { store, nthCall } = heldStore()
  const results = Promise.allSettled([1, 2, 3].map((number) => store(number)))
  const together = await nthCall(1)
  together.fail(errorOf('22P05'))
  const first = await nthCall(2)
  first.end()
  const second = await nthCall(3)
  second.fail(errorOf('22P05'))
  const third = await nthCall(4)
  third.end()
  expect([second.items, third.items]).toEqual([[2], [3]])
  expect(await results).toEqual([
    { status: 'fulfilled', value: 'row 1' },
    { status: 'rejected', reason: errorOf('22P05') },
    { status: 'fulfilled', value: 'row 3' },
  ])
})

test('while the database is away no caller waits for one try after the other', async () => {
  const { store, nthCall } = heldStore()
  const results = Promise.allSettled([1, 2, 3].map((number) => store(number)))
  const together = await nthCall(1)
  together.fail(errorOf('57P01'))
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  const next = store(4)
  const later = await nthCall(2)
  expect(later.items).toEqual([4])
  later.end()
  expect(await next).toBe('row 4')
})

test('with two lanes a second statement begins while the first is under way, and no third', async () => {
  const { store, nthCall } = heldStore({ lanes: 2 })
  const results = [store(1)]
  const first = await nthCall(1)
  results.push(store(2))
  const second = await nthCall(2)
  results.push(store(3), store(4))
  second.end()
  const third = await nthCall(3)
  expect([first.items, second.items, third.items]).toEqual([[1], [2], [3, 4]])
  first.end()
  third.end()
  expect(await Promise.all(results)).toEqual(['row 1', 'row 2', 'row 3', 'row 4'])
})

test('waits for what is to be gathered', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { store, nthCall } = heldStore({ gather: () => promise })
  const results = [store(1)]
  await new Promise(setImmediate)
  results.push(store(2))
  resolve()
  const call = await nthCall(1)
  expect(call.items).toEqual([1, 2])
  call.end()
  expect(await Promise.all(results)).toEqual(['row 1', 'row 2'])
})
