/** @module-tag slow */
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { startPooler } from '#tests/support/database/pooler.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { SharedSessions } from '../failures.ts'
import { openDatabase } from './client.ts'

describeOnDatabase('behind pgbouncer', (database) => {
  const databaseUrl = () => database.location().databaseUrl ?? ''

  async function openBehind(...settings: readonly string[]) {
    const pooler = await startPooler(databaseUrl(), ...settings)
    onTestFinished(pooler.stop)
    const handle = await openDatabase({ dataDir: '', databaseUrl: pooler.url }, silentLogger)
    // Before the pooler stops.
    onTestFinished(handle.close)
    return handle
  }

  const dropsWhatItDoesNotKnow = 'ignore_startup_parameters = options,statement_timeout'

  test.each([
    ['as it comes', []],
    ['that drops settings', ['pool_mode = session', dropsWhatItDoesNotKnow]],
  ])('%s, the start is refused in a line', async (_, settings) => {
    await expect(openBehind(...settings)).rejects.toBeInstanceOf(SharedSessions)
  })

  test('sessions that are shared are refused where the database itself has the settings, and others work', async () => {
    const name = sql.identifier(new URL(databaseUrl()).pathname.slice(1))
    const { db } = database.handle()
    await db.execute(sql`alter database ${name} set statement_timeout = '15s'`)
    for (const mode of ['transaction', 'statement']) {
      const opened = openBehind(`pool_mode = ${mode}`, dropsWhatItDoesNotKnow)
      await expect(opened).rejects.toBeInstanceOf(SharedSessions)
    }
    const behind = await openBehind('pool_mode = session', dropsWhatItDoesNotKnow)
    const told: string[] = []
    await behind.listen('leads_changed', { onMessage: (message) => told.push(message) })
    await db.execute(sql`select pg_notify('leads_changed', 'here')`)
    await expect.poll(() => told).toEqual(['here'])
  })
})
