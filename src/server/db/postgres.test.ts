import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { describeOnDatabase } from '../../../tests/databases.ts'
import type { Database } from './database.ts'
import { isDatabaseAway } from './failures.ts'

const endItself = (db: Database) => db.execute(sql`select pg_terminate_backend(pg_backend_pid())`)

describeOnDatabase('the connections', (database) => {
  test('that are lost in a transaction are replaced, more often than there are any', async () => {
    const { db, readPool } = database.handle()
    for (let round = 0; round < 20; round += 1) {
      const lost = db.transaction(async (tx) => {
        await tx.execute(sql`select 1`)
        await endItself(tx)
      })
      await expect(lost).rejects.toSatisfy(isDatabaseAway)
    }
    // Each of these finds its connection gone at `begin`, or has a new one.
    await Promise.all(Array.from({ length: 20 }, () => db.execute(sql`select 1`)))
    await db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name = 'breezeway'`)
    const begun = Array.from({ length: 20 }, () =>
      db.transaction((tx) => tx.execute(sql`select 1`)),
    )
    await Promise.allSettled(begun)
    expect(await db.transaction((tx) => tx.execute(sql`select 1`))).toMatchObject({ rowCount: 1 })
    expect(readPool()).toMatchObject({ used: 0, waiting: 0 })
  })

  test('that stand alone are made again, and hear what is said after that', async () => {
    const { db, listen, announce } = database.handle()
    const heard: string[] = []
    await listen('leads_changed', {
      onMessage: () => heard.push('message'),
      onLost: () => heard.push('lost'),
      onRestored: () => heard.push('restored'),
    })
    await db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'breezeway listener'`)
    await expect.poll(() => heard).toEqual(['lost', 'restored'])
    announce('leads_changed')
    await expect.poll(() => heard).toEqual(['lost', 'restored', 'message'])
  })

  test('say once what happened a hundred times in a moment', async () => {
    const { listen, announce } = database.handle()
    let heard = 0
    await listen('deliveries_due', { onMessage: () => (heard += 1) })
    for (let i = 0; i < 100; i += 1) announce('deliveries_due')
    await expect.poll(() => heard).toBeGreaterThan(0)
    announce('leads_changed')
    expect(heard).toBeLessThan(5)
  })
})
