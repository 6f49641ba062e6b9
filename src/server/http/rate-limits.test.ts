import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { openDatabase } from '../db/connect/client.ts'
import { rateLimits } from '../db/tables/schema.ts'
import { clientKey } from './client-address.ts'
import { createRateLimiter, deleteOldCounters, type RateLimiter } from './rate-limits.ts'

const limits = [
  { name: 'few', points: 3, seconds: 60 },
  { name: 'many', points: 100, seconds: 3600 },
]

describeOnDatabase('a rate limiter', (database) => {
  const create = (points = 3) =>
    createRateLimiter(
      database.handle().db,
      limits.map((limit) => (limit.name === 'few' ? { ...limit, points } : limit)),
      'Too many.',
    )
  const isRefused = (limiter: RateLimiter, key: string) => {
    try {
      limiter.consume(key)
      return false
    } catch {
      return true
    }
  }

  test('lets so many uses through and says when there are more', () => {
    const limiter = create()
    const refusals = Array.from({ length: 5 }, () => isRefused(limiter, 'one'))
    expect(refusals).toEqual([false, false, false, true, true])
    expect(isRefused(limiter, 'another')).toBe(false)
    expect(() => limiter.consume('one')).toThrow(
      expect.objectContaining({
        code: 'too_many_requests',
        details: { retryAfterSeconds: expect.closeTo(60, -0.5) },
      }),
    )
  })

  test('counts a client of IPv6 for its /48 too, which may have four times as much', () => {
    const limiter = create()
    const clients = Array.from({ length: 6 }, (_, place) => clientKey(`2001:db8:7:${place}::1`))
    const refusals = clients.map((client) =>
      Array.from({ length: 4 }, () => isRefused(limiter, client)),
    )
    const asMany = [false, false, false, true]
    const none = [true, true, true, true]
    expect(refusals).toEqual([asMany, asMany, asMany, asMany, none, none])
    expect(isRefused(limiter, clientKey('2001:db8:8::1'))).toBe(false)
  })

  test('knows a moment later what other processes have counted', async () => {
    const [here, there] = [create(), create()]
    for (let use = 0; use < 3; use += 1) here.consume('shared')
    const counted = async () => {
      const rows = await database.handle().db.select().from(rateLimits)
      return rows.find(({ key }) => key === 'few:shared')?.points
    }
    await expect.poll(counted).toBe(3)
    // A use there makes it ask; that one is counted too.
    expect(isRefused(there, 'shared')).toBe(false)
    await expect.poll(counted).toBe(4)
    // Sharing is done one after the other: after this the answer to the last is there.
    await there.consumeStrictly('another')
    expect(isRefused(there, 'shared')).toBe(true)
  })

  test('is forgotten when it is over, and those that end first when there are too many', async () => {
    const { db } = database.handle()
    await db.delete(rateLimits)
    await db.execute(sql`
      insert into ${rateLimits} (key, points, expire)
      select 'ends in ' || n, 1, now() + n * interval '1 minute' from generate_series(-1, 5) n
      where n <> 0`)
    await deleteOldCounters(db, 3)
    const keys = (await db.select().from(rateLimits)).map(({ key }) => key)
    expect(keys.sort()).toEqual(['ends in 3', 'ends in 4', 'ends in 5'])
  })

  test('does not wait for a clock that has been set back', async () => {
    const { db } = database.handle()
    const limiter = create()
    for (let use = 0; use < 3; use += 1) limiter.consume('before')
    await limiter.consumeStrictly('other')
    await db.update(rateLimits).set({ expire: sql`${rateLimits.expire} + interval '1 day'` })
    const there = create()
    await there.consumeStrictly('before')
    const rows = await db.select().from(rateLimits)
    const stored = rows.find(({ key }) => key === 'few:before')
    expect(stored?.points).toBe(1)
    expect(Number(stored?.expire) - Date.now()).toBeLessThan(120_000)
  })

  test('lets no process through once too often where it is strict', async () => {
    const processes = [create(5), create(5), create(5)]
    const tries = processes.flatMap((limiter) =>
      Array.from({ length: 5 }, () => limiter.consumeStrictly('strict')),
    )
    const results = await Promise.allSettled(tries)
    const passed = results.filter(({ status }) => status === 'fulfilled')
    expect(passed.length).toBeGreaterThan(0)
    expect(passed.length).toBeLessThanOrEqual(5)
    for (const limiter of processes) {
      await expect(limiter.consumeStrictly('strict')).rejects.toThrow('Too many.')
    }
  })

  /** The database, which cannot be written to until it is told so. */
  function createFlakyDatabase() {
    let isAway = true
    const db = new Proxy(database.handle().db, {
      get: (target, name, receiver) => {
        if (name === 'insert' && isAway) throw new Error('away')
        return Reflect.get(target, name, receiver)
      },
    })
    return { flaky: db, comeBack: () => (isAway = false) }
  }

  test('asks the database nothing about a key that it knows to be over its limit', async () => {
    const { db } = database.handle()
    let asked = 0
    const counting = new Proxy(db, {
      get: (target, name, receiver) => {
        if (name === 'insert') asked += 1
        return Reflect.get(target, name, receiver)
      },
    })
    const elsewhere = create()
    for (let use = 0; use < 3; use += 1) await elsewhere.consumeStrictly('known')
    const limiter = createRateLimiter(
      counting,
      [{ name: 'few', points: 3, seconds: 60 }],
      'Too many.',
    )
    // The first refusal learns it from what the other process has counted.
    for (let use = 0; use < 50; use += 1) {
      await expect(limiter.consumeStrictly('known')).rejects.toThrow('Too many.')
      expect(isRefused(limiter, 'known')).toBe(true)
    }
    expect(asked).toBe(1)
  })

  test('shares with the next use what could not be shared', async () => {
    const { flaky, comeBack } = createFlakyDatabase()
    const limiter = createRateLimiter(
      flaky,
      [{ name: 'late', points: 9, seconds: 60 }],
      'Too many.',
    )
    limiter.consume('kept')
    limiter.consume('kept')
    await expect(limiter.consumeStrictly('kept')).rejects.toThrow('away')
    comeBack()
    await limiter.consumeStrictly('another')
    const pointsOf = async (key: string) => {
      const rows = await database.handle().db.select().from(rateLimits)
      return rows.find((row) => row.key === key)?.points
    }
    expect(await pointsOf('late:kept')).toBe(3)
    // What was shared once is not shared again.
    await limiter.consumeStrictly('another')
    expect([await pointsOf('late:kept'), await pointsOf('late:another')]).toEqual([3, 2])
  })

  test('counts what the database missed in no later window', async () => {
    const brief = [{ name: 'brief', points: 3, seconds: 1 }]
    const { db } = database.handle()
    const { flaky, comeBack } = createFlakyDatabase()
    const limiter = createRateLimiter(flaky, brief, 'Too many.')
    limiter.consume('missed')
    await expect(limiter.consumeStrictly('missed')).rejects.toThrow('away')
    // Once its window is over the key has all of its uses again.
    await expect.poll(() => isRefused(limiter, 'other')).toBe(true)
    await expect.poll(() => isRefused(limiter, 'other')).toBe(false)
    comeBack()
    await limiter.consumeStrictly('another')
    const rows = await db.select().from(rateLimits)
    const keys = rows.map(({ key }) => key).filter((key) => key.startsWith('brief:'))
    expect(keys).toContain('brief:another')
    expect(keys).not.toContain('brief:missed')
  })

  test('goes on counting while the database is away', async () => {
    const gone = await openDatabase(database.location(), silentLogger)
    await gone.close()
    const limiter = createRateLimiter(gone.db, limits, 'Too many.')
    const refusals = Array.from({ length: 4 }, () => isRefused(limiter, 'away'))
    expect(refusals).toEqual([false, false, false, true])
    await expect(limiter.consumeStrictly('another')).rejects.toThrow()
  })
})
