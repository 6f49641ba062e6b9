import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { countFloor } from '#/contracts/limits.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { countMatching, countSources } from './counts.ts'
import { leadFiltersSchema } from './inbox-routes.ts'

describeOnDatabase('what is counted over the leads', (database) => {
  /** Adds N leads of a source, all of a moment some days ago. */
  const add = (source: string, howMany: number, daysAgo: number, service = 'ac-repair') =>
    database.handle().db.execute(sql`
      insert into leads (submission_id, content_hash, name, email, phone, phone_as_typed, service, source, created_at)
      select gen_random_uuid(), gen_random_uuid(), ${source} || ' ' || n, 
        'a-' || n || '@b.example', (3865500000 + n)::text, '', ${service}, ${source},
        now() - ${daysAgo} * interval '1 day'
      from generate_series(1, ${howMany}) n`)

  test('a source has how many came of it, the most first', async () => {
    const { db } = database.handle()
    expect(await countSources(db)).toEqual([])
    await add('yelp', 2, 0)
    await add('direct', 3, 3)
    expect(await countSources(db)).toEqual([
      { source: 'direct', count: 3 },
      { source: 'yelp', count: 2 },
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
})
