import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { pagePaths } from '#/contracts/site-routes.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import { leads } from '../db/tables/schema.ts'
import { readAnswerSpeed } from './count-results.ts'

describeOnDatabase('how soon requests are answered', (database) => {
  const { app, db } = adminSite(database)
  beforeEach(async () => {
    await db().delete(leads)
  })

  async function send(count: number) {
    for (let at = 0; at < count; at += 1) {
      const payload = contactBody({ name: crypto.randomUUID() })
      await app().inject({ method: 'POST', url: api.contact.path, payload })
    }
  }

  const answer = (count: number, after: string) =>
    db().execute(sql`update leads set first_contacted_at = created_at + ${after}::interval
      where id in (select id from leads order by id desc limit ${count})`)

  test('is said of the last 30 days from ten requests on, with those that still wait', async () => {
    await send(9)
    await answer(9, '1 hour')
    expect(await readAnswerSpeed(db())).toBeUndefined()

    await send(1)
    expect(await readAnswerSpeed(db())).toEqual({ requests: 10, medianMinutes: 60 })

    // An earlier request that the owner has imported was answered elsewhere.
    await send(1)
    await db().execute(sql`update leads set source = 'import', entered_by = 'owner@example.com'
      where id = (select max(id) from leads)`)
    expect(await readAnswerSpeed(db())).toEqual({ requests: 10, medianMinutes: 60 })
    await db().execute(sql`delete from leads where source = 'import'`)

    await db().execute(sql`update leads set first_contacted_at = null`)
    await answer(4, '5 minutes')
    expect(await readAnswerSpeed(db())).toBeUndefined()
    await answer(5, '89 minutes 1 second')
    expect(await readAnswerSpeed(db())).toEqual({ requests: 10, medianMinutes: 90 })

    await db().execute(sql`update leads set is_quarantined = true
      where id = (select max(id) from leads)`)
    expect(await readAnswerSpeed(db())).toBeUndefined()
    await send(1)
    await db().execute(sql`update leads set created_at = created_at - interval '31 days',
      first_contacted_at = first_contacted_at - interval '31 days'
      where id = (select min(id) from leads)`)
    expect(await readAnswerSpeed(db())).toBeUndefined()
  })

  test('is not said where it is slower than what is promised beside it', async () => {
    await send(10)
    await answer(10, '24 hours')
    expect(await readAnswerSpeed(db())).toMatchObject({ medianMinutes: 1440 })
    await answer(10, '24 hours 1 minute')
    expect(await readAnswerSpeed(db())).toBeUndefined()
  })

  test('stands on the home page, in words', async () => {
    await send(12)
    await answer(12, '61 minutes')
    const home = await app().inject(pagePaths.home)
    expect(home.body).toContain('Half of the 12 requests we got were answered within 2 hours')
  })
})
