/** @module-tag slow */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type DatabaseProxy, startDatabaseProxy } from '#tests/support/database/database-proxy.ts'
import { asSuperuser, type PostgresServer, startPostgres } from '#tests/support/postgres-server.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import type { DatabaseHandle } from '../database.ts'
import { isDatabaseAway } from '../failures.ts'
import { locks } from '../locks.ts'
import { connectDatabase, openDatabase } from './client.ts'
import { createHosts, splitHosts } from './hosts.ts'

test('an address with several hosts is one for each, as in libpq', () => {
  expect(
    splitHosts('postgres://u:a%40b@one:5432,[::1]:5433,%2Frun%2Fpg/db?sslmode=require'),
  ).toEqual([
    'postgres://u:a%40b@one:5432/db?sslmode=require',
    'postgres://u:a%40b@[::1]:5433/db?sslmode=require',
    'postgres://u:a%40b@%2Frun%2Fpg/db?sslmode=require',
  ])
  for (const url of [
    'postgres://u@one/db?options=-c%20a=1,2',
    'postgresql://one',
    'postgres:///db',
  ]) {
    expect(splitHosts(url)).toEqual([url])
  }
})

const servers: PostgresServer[] = []
const sockets: string[] = []
const opened: { close: () => Promise<void> }[] = []
let user = ''

beforeAll(async () => {
  for (const server of await Promise.all([startPostgres(), startPostgres()])) {
    const client = new Client({ connectionString: server.urlOf('postgres') })
    servers.push(server)
    sockets.push(`${client.host}/.s.PGSQL.${client.port}`)
    user = client.user ?? ''
    await (
      await openDatabase({ dataDir: '', databaseUrl: server.urlOf('postgres') }, silentLogger)
    ).close()
  }
})
afterEach(async () => {
  for (const { close } of opened.splice(0).reverse()) await close()
})
afterAll(() => Promise.all(servers.map((server) => server.remove())))

const both = [0, 1]

async function onServer(index: number, ...statements: string[]) {
  const url = asSuperuser(servers[index]?.urlOf('postgres') ?? '')
  const client = new Client({ connectionString: url })
  await client.connect()
  let rows: Record<string, unknown>[] = []
  for (const statement of statements) rows = (await client.query(statement)).rows
  await client.end()
  return rows
}
const setReadOnly = (index: number, value: 'on' | 'off') =>
  onServer(
    index,
    `alter system set default_transaction_read_only = ${value}`,
    'select pg_reload_conf()',
  )

async function proxyTo(index: number): Promise<DatabaseProxy> {
  const proxy = await startDatabaseProxy(sockets[index] ?? '')
  opened.push(proxy)
  return proxy
}
const urlOf = (...hosts: string[]) => `postgres://${user}@${hosts.join(',')}/postgres`

async function open(databaseUrl: string): Promise<DatabaseHandle> {
  const handle = await openDatabase({ dataDir: '', databaseUrl }, silentLogger)
  opened.push(handle)
  return handle
}

/** The server that took a write, or why none did. */
async function write({ db }: DatabaseHandle): Promise<unknown> {
  const answer = db.execute(
    sql`select pg_postmaster_start_time()::text started, pg_logical_emit_message(true, 'test', '')`,
  )
  return answer.then(
    (result) => (result as unknown as { rows: { started: string }[] }).rows[0]?.started,
    (error) => (isDatabaseAway(error) ? 'away' : error),
  )
}
const started = async (index: number) =>
  (await onServer(index, 'select pg_postmaster_start_time()::text started'))[0]?.started

/** How long it takes until writes arrive at a server; all writes before that fail as away. */
async function timeUntilWriteOn(index: number, handle: DatabaseHandle): Promise<number> {
  const begun = performance.now()
  const wanted = await started(index)
  await expect.poll(() => write(handle), { interval: 20 }).toBe(wanted)
  return performance.now() - begun
}

test('the server that accepts writes is found behind those that refuse, do not, or hang', async () => {
  await setReadOnly(0, 'on')
  const [readOnly, hanging, writer] = [await proxyTo(0), await proxyTo(1), await proxyTo(1)]
  hanging.hang()
  const find = async (...hosts: string[]) => {
    const { connection, findWriter } = createHosts(hosts.map((host) => urlOf(host)))
    await findWriter()
    return connection().connectionString
  }
  expect(await find(hanging.host, '127.0.0.1:1', readOnly.host, writer.host)).toBe(
    urlOf(writer.host),
  )
  await expect(find('127.0.0.1:1', readOnly.host)).rejects.toSatisfy(isDatabaseAway)
  // One that accepts writes while the others are still asked.
  const found = find(hanging.host, readOnly.host)
  await setReadOnly(0, 'off')
  expect(await found).toBe(urlOf(readOnly.host))
  const unknown = createHosts(both.map((index) => servers[index]?.urlOf('no_such_database') ?? ''))
  await expect(unknown.findWriter()).rejects.toMatchObject({ code: '3D000' })
})

test('a search leaves no connection, to those that answered nor to those that hang', async () => {
  let open = 0
  let accepted = 0
  const hanging = createServer((socket) => {
    open += 1
    accepted += 1
    socket.on('error', () => {}).on('close', () => (open -= 1))
    socket.resume()
  })
  hanging.listen(0, '127.0.0.1')
  await once(hanging, 'listening')
  const { port } = hanging.address() as AddressInfo
  opened.push({ close: async () => void hanging.close() })
  const writer = servers[0]?.urlOf('postgres') ?? ''
  const { connection, findWriter } = createHosts([urlOf(`127.0.0.1:${port}`), writer])
  const begun = performance.now()
  await findWriter()
  expect(connection().connectionString).toBe(writer)
  expect(accepted).toBe(1)
  await expect.poll(() => open).toBe(0)
  // It did not end because its time was over.
  expect(performance.now() - begun).toBeLessThan(4_000)
  const own = `select from pg_stat_activity where application_name = 'breezeway'`
  await expect.poll(() => onServer(0, own)).toEqual([])
  expect(accepted).toBe(1)
})

/**
 * A proxy that passes on what is sent only from `after` on, and a promise of its first connection.
 */
async function slowWayTo(index: number, after: Promise<unknown>) {
  const used = Promise.withResolvers<void>()
  const way = createServer(async (client) => {
    client.on('error', () => {}).on('close', () => used.resolve())
    await after
    const upstream = connect(sockets[index] ?? '').on('error', () => client.destroy())
    client.on('close', () => upstream.destroy())
    client.pipe(upstream).pipe(client)
  })
  way.listen(0, '127.0.0.1')
  await once(way, 'listening')
  opened.push({ close: async () => void way.close() })
  return { url: urlOf(`127.0.0.1:${(way.address() as AddressInfo).port}`), used: used.promise }
}

test('of two servers that accept writes the later one is used, whichever answers first', async () => {
  // As after a failover, when the old primary has not noticed it: the new one is ahead.
  await onServer(1, `select pg_logical_emit_message(true, 'test', '')`, 'select pg_switch_wal()')
  await onServer(1, `select pg_logical_emit_message(true, 'test', '')`, 'select pg_switch_wal()')
  // No time passes, so the search ends when both have answered.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  opened.push({ close: async () => void vi.useRealTimers() })
  for (const [first, second] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const quick = await slowWayTo(first, Promise.resolve())
    const slow = await slowWayTo(second, quick.used)
    const { connection, findWriter } = createHosts([slow.url, quick.url])
    await findWriter()
    expect(connection().connectionString).toBe(second === 1 ? slow.url : quick.url)
  }
})

test('writes follow the primary, whether it becomes read-only, hangs, or its address moves', async () => {
  const hosts = [await proxyTo(0), await proxyTo(1)]
  await setReadOnly(1, 'on')
  const handle = await open(urlOf(...hosts.map(({ host }) => host)))
  expect(await write(handle)).toBe(await started(0))

  await setReadOnly(0, 'on')
  await setReadOnly(1, 'off')
  expect(await timeUntilWriteOn(1, handle)).toBeLessThan(2_000)
  const pooled = `select pid from pg_stat_activity where application_name = 'breezeway'`
  await expect.poll(() => onServer(0, pooled)).toEqual([])

  // Queries on a server that hangs fail as soon as there is another.
  hosts[1]?.hang()
  const stuck = write(handle)
  await setReadOnly(0, 'off')
  // It takes up to a second until the server is asked, and two to see that it does not answer.
  expect(await timeUntilWriteOn(0, handle)).toBeLessThan(4_500)
  expect(await stuck).toBe('away')

  const address = await proxyTo(0)
  const other = await open(urlOf(address.host))
  expect(await write(other)).toBe(await started(0))
  address.hang()
  const lost = write(other)
  address.moveTo(sockets[1] ?? '')
  expect(await timeUntilWriteOn(1, other)).toBeLessThan(4_500)
  expect(await lost).toBe('away')
})

test('a server that falls silent while migrations wait for their turn does not keep the product from starting', async () => {
  const other = new Client({ connectionString: servers[0]?.urlOf('postgres') })
  await other.connect()
  await other.query('select pg_advisory_lock($1)', [locks.migration])
  const proxy = await proxyTo(0)
  const database = await connectDatabase(
    { dataDir: '', databaseUrl: urlOf(proxy.host) },
    silentLogger,
  )
  opened.push(database)
  await expect
    .poll(() => onServer(0, `select from pg_locks where locktype = 'advisory' and not granted`))
    .toHaveLength(1)
  proxy.hang()
  expect(await database.firstTry).toBe(false)
  await other.end()
  proxy.moveTo(sockets[0] ?? '')
  await database.ready
  expect(await write(database)).toBe(await started(0))
})
