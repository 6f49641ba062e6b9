import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { openDatabase } from '../db/connect/client.ts'
import { rateLimits } from '../db/tables/schema.ts'
import { clientKey } from './client-address.ts'
import {
  createRateLimiter,
  deleteOldCounters,
  forgetUses,
  giveBackUse,
  type Limit,
  type RateLimiter,
  takeUse,
} from './rate-limits.ts'

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
  /** How many uses of a key are gone by the database, at most all of them. */
  async function usesOf(name: string): Promise<number> {
    const rows = await database.handle().db.select().from(rateLimits)
    const { expire, seconds } = rows.find(({ key }) => key === name) ?? { expire: 0, seconds: 60 }
    const left = Math.min(seconds, (Number(expire) - Date.now()) / 1000)
    return Math.max(0, Math.ceil(left / 20))
  }
  const isRefused = (limiter: RateLimiter, key: string) => {
    try {
      limiter.consume(key)
      return false
    } catch {
      return true
    }
  }

  test('lets N uses through and says when there are more', () => {
    const limiter = create()
    const refusals = Array.from({ length: 5 }, () => isRefused(limiter, 'one'))
    expect(refusals).toEqual([false, false, false, true, true])
    expect(isRefused(limiter, 'another')).toBe(false)
    expect(() => limiter.consume('one')).toThrow(
      expect.objectContaining({
        code: 'too_many_requests',
        // One comes back after a third of the minute.
        details: { retryAfterSeconds: expect.closeTo(20, -0.5) },
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
    await expect.poll(() => usesOf('few:shared')).toBe(3)
    // A use there makes it ask; that one is counted too.
    expect(isRefused(there, 'shared')).toBe(false)
    await expect.poll(() => isRefused(there, 'shared')).toBe(true)
    await expect.poll(() => usesOf('few:shared')).toBe(3)
  })

  test('is forgotten when it is over, and those that end first when there are too many', async () => {
    const { db } = database.handle()
    await db.delete(rateLimits)
    await db.execute(sql`
      insert into ${rateLimits} (key, seconds, expire)
      select 'ends in ' || n, 1, now() + n * interval '1 minute' from generate_series(-1, 5) n
      where n <> 0`)
    await deleteOldCounters(db, 3)
    const keys = (await db.select().from(rateLimits)).map(({ key }) => key)
    expect(keys.sort()).toEqual(['ends in 3', 'ends in 4', 'ends in 5'])
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

  /** The database, which refuses writes until the test says so. */
  function createFlakyDatabase() {
    let isAway = true
    let count = 0
    const db = new Proxy(database.handle().db, {
      get: (target, name, receiver) => {
        if (name === 'insert') count += 1
        if (name === 'insert' && isAway) throw new Error('away')
        return Reflect.get(target, name, receiver)
      },
    })
    return { flaky: db, asked: () => count, comeBack: () => (isAway = false) }
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
    // The first refusal comes from what the other process has counted.
    for (let use = 0; use < 50; use += 1) {
      await expect(limiter.consumeStrictly('known')).rejects.toThrow('Too many.')
      expect(isRefused(limiter, 'known')).toBe(true)
    }
    expect(asked).toBe(1)
  })

  test('shares with the next use what could not be shared', async () => {
    const { flaky, asked, comeBack } = createFlakyDatabase()
    const limiter = createRateLimiter(flaky, [{ name: 'few', points: 3, seconds: 60 }], 'Too many.')
    limiter.consume('kept')
    limiter.consume('kept')
    await expect.poll(() => asked()).toBe(1)
    comeBack()
    limiter.consume('another')
    await expect.poll(() => usesOf('few:kept')).toBe(2)
    // A use that was shared is not shared again.
    limiter.consume('another')
    await expect.poll(() => usesOf('few:another')).toBe(2)
    expect(await usesOf('few:kept')).toBe(2)
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

describeOnDatabase('a limit that is asked in the database', (database) => {
  const limit: Limit = { name: 'three', points: 3, seconds: 1_800 }
  beforeEach(() => database.handle().db.delete(rateLimits))

  const take = (key = 'a', leave?: number) => takeUse(database.handle().db, limit, key, leave)
  const pass = (seconds: number) => {
    const earlier = sql`${rateLimits.expire} - ${seconds}::double precision * interval '1 second'`
    return database.handle().db.update(rateLimits).set({ expire: earlier })
  }
  const takenAfter = (usedBefore: number) => ({
    isTaken: true,
    usedBefore: expect.closeTo(usedBefore, 1),
  })
  const refusedFor = (waitSeconds: number) => ({
    isTaken: false,
    waitSeconds: expect.closeTo(waitSeconds, -1.5),
  })

  test('has N uses, of which one comes back each time', async () => {
    for (const before of [0, 1, 2]) expect(await take()).toEqual(takenAfter(before))
    expect(await take()).toEqual(refusedFor(600))
    expect(await take('b')).toEqual(takenAfter(0))
    await pass(500)
    expect(await take()).toEqual(refusedFor(100))
    await pass(110)
    expect(await take()).toEqual(takenAfter(2))
    expect(await take()).toEqual(refusedFor(600))
    await pass(100_000)
    expect(await take()).toEqual(takenAfter(0))
  })

  test('leaves as many as it is told', async () => {
    expect(await take('a', 2)).toEqual(takenAfter(0))
    expect(await take('a', 2)).toEqual(refusedFor(600))
    expect(await take('a', 1)).toEqual(takenAfter(1))
    expect(await take('a', 0)).toEqual(takenAfter(2))
  })

  test('takes uses back, one or all', async () => {
    for (let use = 0; use < 3; use += 1) await take()
    const { db } = database.handle()
    await giveBackUse(db, limit, 'a')
    expect(await take()).toEqual(takenAfter(2))
    expect(await take()).toEqual(refusedFor(600))
    await forgetUses(db, limit, 'a')
    expect(await take()).toEqual(takenAfter(0))
  })

  test('does not wait longer than ever for a clock that has been set back', async () => {
    const { db } = database.handle()
    for (let use = 0; use < 3; use += 1) await take()
    await pass(-1_000_000)
    expect(await take()).toEqual(refusedFor(600))
    // Nor where it is counted in memory first.
    const limiter = createRateLimiter(db, [limit], 'Too many.')
    limiter.consume('a')
    await expect
      .poll(async () => {
        const [row] = await db.select().from(rateLimits)
        return (Number(row?.expire) - Date.now()) / 1000
      })
      .toBeLessThan(3_000)
  })
})
