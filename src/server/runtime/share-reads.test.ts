import { expect, test } from 'vitest'
import { shareReads } from './share-reads.ts'

/** Reads that end when they are told to. Each returns how many were begun before it. */
function prepare() {
  const ends: ((error?: Error) => void)[] = []
  const share = shareReads((key: string) => {
    const answer = `${key} ${ends.length}`
    return new Promise<string>((resolve, reject) => {
      ends.push((error) => (error ? reject(error) : resolve(answer)))
    })
  })
  return { share, ends }
}

test('who asks while a read is under way shares the next one', async () => {
  const { share, ends } = prepare()
  const first = share('a')
  const later = [share('a'), share('a'), share('a')]
  const other = share('b')
  expect(ends).toHaveLength(2)
  ends[0]?.()
  ends[1]?.()
  expect([await first, await other]).toEqual(['a 0', 'b 1'])
  await expect.poll(() => ends.length).toBe(3)
  ends[2]?.()
  expect(await Promise.all(later)).toEqual(['a 2', 'a 2', 'a 2'])
  const again = share('a')
  ends[3]?.()
  expect(await again).toBe('a 3')
})
