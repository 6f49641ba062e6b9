import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { builtInClaims } from '#/content/pages/about.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { changeSetting, readSetting } from './settings.ts'

describeOnDatabase('a setting', (database) => {
  test('has all that is changed of it at once, also before it was ever stored', async () => {
    const { db } = database.handle()
    const days = ['2026-12-24', '2026-12-31', '2027-01-02']
    const close = (day: string) =>
      changeSetting(db, 'holidays', (before) => [...before, { day, name: day, isOpen: false }])
    await Promise.all(days.map(close))
    expect((await readSetting(db, 'holidays')).map(({ day }) => day).sort()).toEqual(days)
  })

  test('of an earlier version keeps what it says, beside the usual value of what it does not', async () => {
    const { db } = database.handle()
    const numbers = { projects: '7', contractors: '8', areas: '', satisfaction: '9%' }
    await db.execute(
      sql`insert into settings (key, value) values ('claims', ${JSON.stringify(numbers)})`,
    )
    expect(await readSetting(db, 'claims')).toEqual({ ...builtInClaims, ...numbers })
    await db.execute(sql`delete from settings`)
  })

  test('has its usual value where what is stored does not fit', async () => {
    const { db } = database.handle()
    await db.execute(sql`insert into settings (key, value) values ('claims', '7')`)
    expect(await readSetting(db, 'claims')).toEqual(builtInClaims)
  })
})
