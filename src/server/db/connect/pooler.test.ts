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

  test.each([
    ['as it comes', []],
    ['that drops what it does not know', ['ignore_startup_parameters = options,statement_timeout']],
  ])('%s, sessions have our settings, and signals arrive', async (_, settings) => {
    const name = sql.identifier(new URL(databaseUrl()).pathname.slice(1))
    const { db } = database.handle()
    await db.execute(sql`alter database ${name} set synchronous_commit = off`)
    await db.execute(sql`alter database ${name} set statement_timeout = '1min'`)
    const behind = await openBehind('pool_mode = session', ...settings)
    const shown = sql`select current_setting('synchronous_commit') as commit,
      current_setting('statement_timeout') as timeout, current_setting('jit') as jit`
    const rows = await Promise.all(
      [1, 2, 3].map(() => behind.db.execute(sql`${shown} from pg_sleep(0.05)`)),
    )
    for (const {
      rows: [row],
    } of rows as unknown as { rows: object[] }[]) {
      expect(row).toEqual({ commit: 'on', timeout: '15s', jit: 'off' })
    }
    const told: string[] = []
    await behind.listen('leads_changed', { onMessage: (message) => told.push(message) })
    await db.execute(sql`select pg_notify('leads_changed', 'here')`)
    await expect.poll(() => told).toEqual(['here'])
  })

  test.each([
    ['transaction', []],
    ['statement', []],
    // Takes our marker away after each transaction.
    ['transaction', ['server_reset_query_always = 1']],
  ])('in the mode "%s" with %j the start is refused in a line', async (mode, settings) => {
    const opened = openBehind(`pool_mode = ${mode}`, ...settings)
    await expect(opened).rejects.toBeInstanceOf(SharedSessions)
  })
})
