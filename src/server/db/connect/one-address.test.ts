/** @module-tag slow */
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ask } from '#tests/support/database/ask-database.ts'
import { openNetwork } from '#tests/support/machine/network.ts'
import { asSuperuser, type PostgresServer, startPostgres } from '#tests/support/postgres-server.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import type { DatabaseHandle } from '../database.ts'
import { isDatabaseAway } from '../failures.ts'
import { locks } from '../locks.ts'
import { connectDatabase, openDatabase } from './client.ts'

/** It takes up to five seconds until the server is asked, and two to see that it does not answer. */
const moved = { timeout: 12_000 }

const servers: PostgresServer[] = []
const opened: { close: () => Promise<void> }[] = []

beforeAll(async () => {
  servers.push(...(await Promise.all([startPostgres(), startPostgres()])))
})
afterEach(async () => {
  for (const { close } of opened.splice(0).reverse()) await close()
})
afterAll(() => Promise.all(servers.map((server) => server.remove())))

function onServer(index: number, statement: string) {
  const connectionString = asSuperuser(servers[index]?.urlOf('postgres') ?? '')
  return ask<{ started?: string }>({ connectionString }, statement)
}
async function makeReadOnly(index: number) {
  await onServer(index, 'alter system set default_transaction_read_only = on')
  await onServer(index, 'select pg_reload_conf()')
}
const started = async (index: number) =>
  (await onServer(index, 'select pg_postmaster_start_time()::text started'))[0]?.started

/** The path of a server's socket. */
function socketOf(index: number): string {
  const { host } = new Client({ connectionString: servers[index]?.urlOf('postgres') })
  return `${host}/.s.PGSQL.5432`
}

/** An address that leads to the first server, and may hang and be moved to another one. */
async function startAddress() {
  let to = 0
  const { port, close, hang, moveOn } = await openNetwork(() => ({ path: socketOf(to) }))
  opened.push({ close })
  const { username } = new URL(servers[0]?.urlOf('postgres') ?? '')
  return {
    hang,
    /** Connections that hang stay so. */
    moveTo(index: number) {
      to = index
      moveOn()
    },
    location: { dataDir: '', databaseUrl: `postgres://${username}@127.0.0.1:${port}/postgres` },
  }
}

/** The server that took a write, or why none did. */
async function write({ db }: DatabaseHandle): Promise<unknown> {
  const answer = db.transaction(async (tx) => {
    await tx.execute(sql`create table if not exists written ()`)
    return tx.execute<{ started: string }>(sql`select pg_postmaster_start_time()::text started`)
  })
  return answer.then(
    (result) => result.rows[0]?.started,
    (error) => (isDatabaseAway(error) ? 'away' : error),
  )
}

test('writes follow the address from a server that hangs, or takes no writes any more, to the next one', async () => {
  const address = await startAddress()
  const handle = await openDatabase(address.location, silentLogger)
  opened.push(handle)
  expect(await write(handle)).toBe(await started(0))

  address.hang()
  const stuck = write(handle)
  address.moveTo(1)
  await expect.poll(() => write(handle), moved).toBe(await started(1))
  expect(await stuck).toBe('away')

  await makeReadOnly(1)
  await expect.poll(() => write(handle), moved).toBe('away')
  address.moveTo(0)
  await expect.poll(() => write(handle), moved).toBe(await started(0))
  const listens = `select from pg_stat_activity where application_name = 'breezeway listener'`
  await expect.poll(() => onServer(1, listens), moved).toEqual([])
})

test('a server that falls silent while migrations wait for their turn does not keep the product from starting', async () => {
  const other = new Client({ connectionString: servers[0]?.urlOf('postgres') })
  await other.connect()
  await other.query('select pg_advisory_lock($1)', [locks.migration])
  const address = await startAddress()
  const database = await connectDatabase(address.location, silentLogger)
  opened.push(database)
  await expect
    .poll(() => onServer(0, `select from pg_locks where locktype = 'advisory' and not granted`))
    .toHaveLength(1)
  address.hang()
  expect(await database.firstTry).toBe(false)
  await other.end()
  address.moveTo(0)
  await database.ready
  expect(await write(database)).toBe(await started(0))
})
