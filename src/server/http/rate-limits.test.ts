import { sql } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { rateLimits } from '../db/tables/schema.ts'
import {
  createRateLimiter,
  deleteOldCounters,
  giveBackUse,
  type Limit,
  type TakeTurn,
  takeUse,
} from './rate-limits.ts'

const limits = [
  { name: 'few', points: 3, seconds: 60 },
  { name: 'many', points: 100, seconds: 3600 },
]

/** How many of this number of uses at once are taken. */
function takenOf(takeTurn: TakeTurn, key: string, count: number): number {
  let taken = 0
  for (let use = 0; use < count; use += 1) {
    try {
      takeTurn(key)
      taken += 1
    } catch {}
  }
  return taken
}

test('a limiter lets N uses through, says when there are more, and lets them through then', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000)
  onTestFinished(() => now.mockRestore())
  const takeTurn = createRateLimiter(limits, 'Too many.')
  expect(takenOf(takeTurn, 'one', 5)).toBe(3)
  expect(takenOf(takeTurn, 'another', 1)).toBe(1)
  expect(() => takeTurn('one')).toThrow(
    expect.objectContaining({
      code: 'too_many_requests',
      message: 'Too many.',
      // One comes back after a third of the minute.
      details: { retryAfterSeconds: expect.closeTo(20) },
    }),
  )
  now.mockReturnValue(1_000 + 20_000)
  expect(takenOf(takeTurn, 'one', 3)).toBe(1)
  now.mockReturnValue(1_000 + 100_000)
  expect(takenOf(takeTurn, 'one', 5)).toBe(3)
})

describeOnDatabase('a limit that is asked in the database', (database) => {
  const limit: Limit = { name: 'three', points: 3, seconds: 1_800 }
  beforeEach(() => database.handle().db.delete(rateLimits))

  const take = (key = 'a') => takeUse(database.handle().db, limit, key)
  const pass = (seconds: number) => {
    const earlier = sql`${rateLimits.expire} - ${seconds}::double precision * interval '1 second'`
    return database.handle().db.update(rateLimits).set({ expire: earlier })
  }

  test('has N uses, of which one comes back each time', async () => {
    for (let use = 0; use < 3; use += 1) expect(await take()).toBeUndefined()
    expect(await take()).toBeCloseTo(600, -1.5)
    expect(await take('b')).toBeUndefined()
    await pass(500)
    expect(await take()).toBeCloseTo(100, -1.5)
    await pass(110)
    expect(await take()).toBeUndefined()
    expect(await take()).toBeCloseTo(600, -1.5)
    await pass(100_000)
    expect(await take()).toBeUndefined()
  })

  test('lets no use through once too often, whatever comes at once', async () => {
    const takings = await Promise.all(Array.from({ length: 12 }, () => take()))
    expect(takings.filter((wait) => wait === undefined)).toHaveLength(3)
  })

  test('takes a use back', async () => {
    for (let use = 0; use < 3; use += 1) await take()
    await giveBackUse(database.handle().db, limit, 'a')
    expect(await take()).toBeUndefined()
    expect(await take()).toBeCloseTo(600, -1.5)
  })

  test('does not wait longer than ever for a clock that has been set back', async () => {
    for (let use = 0; use < 3; use += 1) await take()
    await pass(-1_000_000)
    expect(await take()).toBeCloseTo(600, -1.5)
  })

  test('is forgotten when it is over, and those that end first when there are too many', async () => {
    const { db } = database.handle()
    await db.execute(sql`
      insert into ${rateLimits} (key, expire)
      select 'ends in ' || n, now() + n * interval '1 minute' from generate_series(-1, 5) n
      where n <> 0`)
    await deleteOldCounters(db, 3)
    const keys = (await db.select().from(rateLimits)).map(({ key }) => key)
    expect(keys.sort()).toEqual(['ends in 3', 'ends in 4', 'ends in 5'])
  })
})
