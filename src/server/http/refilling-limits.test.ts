import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { rateLimits } from '../db/tables/schema.ts'
import { forgetUses, giveBackUse, type Refilling, takeUse } from './refilling-limits.ts'

describeOnDatabase('a limit that refills', (database) => {
  const limit: Refilling = { name: 'three', size: 3, seconds: 600 }
  beforeEach(() => database.handle().db.delete(rateLimits))

  const take = (key = 'a', leave?: number) => takeUse(database.handle().db, limit, key, leave)
  const pass = (seconds: number) =>
    database
      .handle()
      .db.update(rateLimits)
      .set({
        expire: sql`${rateLimits.expire} - ${seconds}::double precision * interval '1 second'`,
      })
  const takenAfter = (usedBefore: number) => ({
    isTaken: true,
    usedBefore: expect.closeTo(usedBefore, 1),
  })
  const refusedFor = (waitSeconds: number) => ({
    isTaken: false,
    waitSeconds: expect.closeTo(waitSeconds, -1.5),
  })

  test('has so many uses, of which one comes back each time', async () => {
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

  test('lets no more through when all ask at once', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => take()))
    expect(all.filter(({ isTaken }) => isTaken)).toHaveLength(3)
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
    for (let use = 0; use < 3; use += 1) await take()
    await pass(-1_000_000)
    expect(await take()).toEqual(refusedFor(600))
  })
})
