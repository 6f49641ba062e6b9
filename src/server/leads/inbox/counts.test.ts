import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { countFloor, leadFiltersSchema } from '#/contracts/leads/inbox.ts'
import { leads } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { countDaily, countMatching, countSources } from './counts.ts'
import { measureSpeed } from './speed.ts'

describeOnDatabase('what is counted over the leads', (database) => {
  /** Adds so many leads of a source, all of a moment so many days ago. */
  const add = (source: string, howMany: number, daysAgo: number, service = 'ac-repair') =>
    database.handle().db.execute(sql`
      insert into leads (submission_id, content_hash, name, email, phone, phone_as_typed, service, source, created_at)
      select gen_random_uuid(), gen_random_uuid(), ${source} || ' ' || n, 
        'a-' || n || '@b.example', (3865500000 + n)::text, '', ${service}, ${source},
        now() - ${daysAgo} * interval '1 day'
      from generate_series(1, ${howMany}) n`)

  test('nothing is counted where there is nothing', async () => {
    const { db } = database.handle()
    const { days, series } = await countDaily(db, 'source')
    expect([days.length, series]).toEqual([30, []])
    expect(await countSources(db)).toEqual([])
    expect(await measureSpeed(db)).toMatchObject({
      medianMinutes: null,
      answered: 0,
      overdue: 0,
      share: null,
    })
  })

  test('a day has what came on it, the most first', async () => {
    const { db } = database.handle()
    await add('yelp', 2, 0)
    await add('google', 2, 3)
    await add('direct', 3, 3)
    await add('direct', 1, 0)
    // Before the first day, and on a clock that is ahead.
    await add('email', 1, 31)
    await add('bing', 1, -2)
    const expected = [
      ['direct', 4, { 26: 3, 29: 1 }],
      ['google', 2, { 26: 2 }],
      ['yelp', 2, { 29: 2 }],
    ]
    const found = async () =>
      (await countDaily(db, 'source')).series.map(({ name, total, counts }) => [
        name,
        total,
        Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
      ])
    expect(await found()).toEqual(expected)
    const { series } = await countDaily(db, 'service')
    expect(series.map(({ name, total }) => [name, total])).toEqual([['ac-repair', 8]])
    await db.delete(leads).where(eq(leads.source, 'yelp'))
    expect((await countSources(db)).map(({ source, count }) => [source, count])).toEqual([
      ['direct', 4],
      ['google', 2],
      ['bing', 1],
      ['email', 1],
    ])
  })

  test('a search is counted up to a floor, and says so beyond it', async () => {
    const { db } = database.handle()
    const count = (q?: string) => countMatching(db, leadFiltersSchema.parse({ q }))
    const before = (await count()).total
    await add('crowd', countFloor, 1)
    const total = before + countFloor
    expect(await count('crowd')).toEqual({ matching: countFloor, isFloor: false, total })
    await add('crowd', 1, 1)
    expect(await count('crowd')).toEqual({
      matching: countFloor,
      isFloor: true,
      total: total + 1,
    })
    expect(await count()).toEqual({ matching: total + 1, isFloor: false, total: total + 1 })
    expect(await count('crowd 77')).toMatchObject({ matching: 11, isFloor: false })
  })

  test('the share of answers in time counts those that are overdue', async () => {
    const { db } = database.handle()
    await db.delete(leads)
    await add('google', 4, 20)
    await db.execute(sql`
      update leads set is_contacted = true, first_contacted_at = now(), answer_minutes = n.minutes
      from (select id, (array[10, 20, 5000])[row_number() over (order by id)] minutes from leads limit 3) n
      where n.id = leads.id`)
    expect(await measureSpeed(db)).toMatchObject({
      medianMinutes: 20,
      answered: 3,
      withinPromise: 2,
      overdue: 1,
      share: 0.5,
    })
  })
})
