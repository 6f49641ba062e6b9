import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { describeOnDatabase } from '#tests/support/databases.ts'
import type { Database } from '../database.ts'
import { isDatabaseAway } from '../failures.ts'

const endOwnConnection = (db: Database) =>
  db.execute(sql`select pg_terminate_backend(pg_backend_pid())`)

describeOnDatabase('connections', (database) => {
  test('that are lost in a transaction are replaced, also when more are lost than the pool holds', async () => {
    const { db, readPool } = database.handle()
    for (let round = 0; round < 20; round += 1) {
      const lost = db.transaction(async (tx) => {
        await tx.execute(sql`select 1`)
        await endOwnConnection(tx)
      })
      await expect(lost).rejects.toSatisfy(isDatabaseAway)
    }
    // Each of these either finds its connection lost, or gets a new one.
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

  test('for signals are opened again, and receive the signals that are sent after that', async () => {
    const { db, listen, announce } = database.handle()
    const received: string[] = []
    await listen('leads_changed', {
      onMessage: () => received.push('message'),
      onLost: () => received.push('lost'),
      onRestored: () => received.push('restored'),
    })
    await db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'breezeway listener'`)
    await expect.poll(() => received).toEqual(['lost', 'restored'])
    announce('leads_changed')
    await expect.poll(() => received).toEqual(['lost', 'restored', 'message'])
  })

  test('send few signals for a hundred announcements at once', async () => {
    const { listen, announce } = database.handle()
    let received = 0
    await listen('deliveries_due', { onMessage: () => (received += 1) })
    for (let i = 0; i < 100; i += 1) announce('deliveries_due')
    await expect.poll(() => received).toBeGreaterThan(0)
    announce('leads_changed')
    expect(received).toBeLessThan(5)
  })
})
