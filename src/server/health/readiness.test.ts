import { rmSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { buildTestApp, testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { journalFolder } from '../leads/take/journal.ts'

describeOnDatabase('readiness of the whole application', (database) => {
  test('a database that only reads is away, and without a journal too nothing can be stored', async () => {
    const { db } = database.handle()
    const config = testConfig()
    const app = await buildTestApp(database.handle(), { config })
    vi.useFakeTimers({ toFake: ['performance'] })
    const readiness = async () => {
      // By then what it knew before is old.
      vi.advanceTimersByTime(10_000)
      const response = await app.inject('/readyz')
      return [response.statusCode, response.json()]
    }
    expect(await readiness()).toMatchObject([200, { database: 'ready', journal: 'ready' }])

    const name = sql.identifier(new URL(database.location().databaseUrl ?? '').pathname.slice(1))
    await db.execute(sql`alter database ${name} set default_transaction_read_only = on`)
    // Open connections keep the earlier setting, so each is ended.
    await expect
      .poll(async () => {
        await db.execute(sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => {})
        return readiness()
      })
      .toMatchObject([200, { status: 'degraded', database: 'away', journal: 'ready' }])

    rmSync(journalFolder(config.dataDir), { recursive: true })
    await expect
      .poll(readiness)
      .toMatchObject([503, { status: 'not ready', database: 'away', journal: 'away' }])
    await app.close()
  })
})
