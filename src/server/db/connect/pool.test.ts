import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { isDatabaseAway } from '../failures.ts'
import { createPool, transactionsOn } from './pool.ts'

type Line = { level: number; msg: string; err?: { code?: string } }

describeOnDatabase('a connection of the pool', (database) => {
  let pool: Pool
  let lines: Line[]
  let isMigrated: boolean
  beforeEach(() => {
    lines = []
    isMigrated = true
    const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
    // Settings in an address are kept.
    const connectionString = `${database.location().databaseUrl}&options=-c%20work_mem=5MB`
    pool = createPool({ connectionString }, () => isMigrated, logger)
  })
  afterEach(() => pool.end())

  const ownPid = 'select pg_backend_pid() pid'
  const pidOf = async () => (await pool.query<{ pid: number }>(ownPid)).rows[0]?.pid
  const end = (pid: number | undefined) =>
    database.handle().db.execute(sql`select pg_terminate_backend(${pid})`)

  const settings = {
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    default_transaction_isolation: 'read committed',
    synchronous_commit: 'on',
    statement_timeout: '15s',
    idle_in_transaction_session_timeout: '15s',
    application_name: 'breezeway',
  }
  const showAll = `select ${Object.keys(settings).map((name) => `current_setting('${name}') ${name}`)}`

  test('has the settings that queries here need, whatever those of the database', async () => {
    const { db } = database.handle()
    const name = sql.identifier(new URL(database.location().databaseUrl ?? '').pathname.slice(1))
    for (const [setting, value] of [
      ['jit', 'on'],
      ['max_parallel_workers_per_gather', '2'],
      ['default_transaction_isolation', "'serializable'"],
      ['synchronous_commit', 'off'],
    ] as const) {
      await db.execute(
        sql`alter database ${name} set ${sql.identifier(setting)} = ${sql.raw(value)}`,
      )
    }
    expect((await pool.query(showAll)).rows).toEqual([settings])
    expect((await pool.query('show work_mem')).rows).toEqual([{ work_mem: '5MB' }])
    const inTransaction = await transactionsOn(pool)(async (tx) => {
      const isolation = await tx.execute(sql`show transaction_isolation`)
      return [isolation.rows, (await tx.execute(sql.raw(showAll))).rows]
    })
    expect(inTransaction).toEqual([[{ transaction_isolation: 'read committed' }], [settings]])
  })

  const warning = { level: 40, msg: 'a database connection was lost', err: { code: '57P01' } }

  test('that is lost is one warning, and the next query has another', async () => {
    const pid = await pidOf()
    await end(pid)
    await expect.poll(() => pool.totalCount).toBe(0)
    expect(await pidOf()).not.toBe(pid)
    expect(lines).toMatchObject([warning])
  })

  test('is used again after a transaction that is done or rolled back, and not after it broke', async () => {
    const transaction = transactionsOn(pool)
    const pids: unknown[] = []
    const run = (after: () => Promise<unknown>) =>
      transaction(async (tx) => {
        pids.push((await tx.execute(sql.raw(ownPid))).rows[0]?.pid)
        await after()
      })
    await run(async () => {})
    const undone = run(async () => {
      throw new Error('on purpose')
    })
    await expect(undone).rejects.toThrow('on purpose')
    await run(async () => {})
    expect(new Set(pids).size).toBe(1)
    expect(pool.totalCount).toBe(1)

    const broken = run(() => end(pids[0] as number))
    await expect(broken).rejects.toSatisfy(isDatabaseAway)
    expect(pool.totalCount).toBe(0)
    await run(async () => {})
    expect(pids.at(-1)).not.toBe(pids[0])

    // The connection works, but its last statement may still run.
    const cancelled = transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 1`)
      await tx.execute(sql`select pg_sleep(60)`)
    })
    await expect(cancelled).rejects.toSatisfy(isDatabaseAway)
    expect(pool.totalCount).toBe(0)
  })

  test('that is lost in a transaction is replaced, also when more are lost than the pool holds', async () => {
    const transaction = transactionsOn(pool)
    for (let round = 0; round < 20; round += 1) {
      const lost = transaction(async (tx) => {
        await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
      })
      await expect(lost).rejects.toSatisfy(isDatabaseAway)
    }
    const select = () => transaction((tx) => tx.execute(sql`select 1`))
    await Promise.all(Array.from({ length: 20 }, select))
    // Each of these either finds its connection lost, or gets a new one.
    await database.handle().db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    await Promise.allSettled(Array.from({ length: 20 }, select))
    expect(await select()).toMatchObject({ rowCount: 1 })
    expect([pool.waitingCount, pool.totalCount - pool.idleCount]).toEqual([0, 0])
  })
})
