import { randomBytes } from 'node:crypto'
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { createLogger } from '#/server/health/logging.ts'
import { ask } from '#tests/support/database/ask-database.ts'
import { dropDatabase } from '#tests/support/databases.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { holdTimers, shortenPauses } from '#tests/support/timers.ts'
import type { Database } from '../database.ts'
import { isDatabaseAway, ServerTooOld } from '../failures.ts'
import { locks } from '../locks.ts'
import { readMigrations } from '../migrations.ts'
import { connectDatabase, openDatabase } from './client.ts'

let name: string
let databaseUrl: string
let logged: string[]

beforeEach(() => {
  name = `test_${randomBytes(6).toString('hex')}`
  const url = new URL(inject('postgresUrl'))
  url.pathname = name
  databaseUrl = url.href
  logged = []
  onTestFinished(() => dropDatabase(name).then(() => {}))
})

const logger = createLogger('info', { write: (line: string) => void logged.push(line) })
const messages = () => logged.map((line) => JSON.parse(line).msg)
const open = () => openDatabase({ dataDir: '', databaseUrl }, logger).then(closeLater)
const begin = () => connectDatabase({ dataDir: '', databaseUrl }, logger).then(closeLater)
function closeLater<T extends { close: () => Promise<void> }>(handle: T): T {
  onTestFinished(() => handle.close().catch(() => {}))
  return handle
}

const onServer = (statement: string) =>
  ask<{ found: unknown }>({ connectionString: inject('postgresUrl') }, statement)
const makeEmpty = () => onServer(`create database ${name} template template0`)
const makeMigrated = () => onServer(`create database ${name} template ${inject('template')}`)

const inDatabase = (statement: string) =>
  ask<Record<string, unknown>>({ connectionString: databaseUrl }, statement)
const ofConnections = (expression: string, condition: string) =>
  onServer(
    `select ${expression} found from pg_stat_activity where datname = '${name}' and ${condition}`,
  )
async function connections(condition = 'true'): Promise<unknown[]> {
  return (await ofConnections('application_name', condition)).map(({ found }) => found)
}
const endConnections = () => ofConnections('pg_terminate_backend(pid)', 'true')
const countLeads = async (db: Database) =>
  (await db.execute(sql`select count(*)::int from leads`)).rows

/** Keeps all others from migrating, until the returned function is called. */
async function holdMigrations(): Promise<() => Promise<void>> {
  const holder = new Client({ connectionString: databaseUrl })
  await holder.connect()
  await holder.query('select pg_advisory_lock($1)', [locks.migration])
  const release = () => holder.end()
  onTestFinished(release)
  return release
}

/** Gives the server another address, where it is away until `attach` is called. */
function useDetachedAddress() {
  const folder = temporaryFolder()
  onTestFinished(folder.remove)
  const url = new URL(databaseUrl)
  const socket = `${url.searchParams.get('host')}/.s.PGSQL.5432`
  const path = join(folder.path, '.s.PGSQL.5432')
  url.searchParams.set('host', folder.path)
  url.password = 'Secret'
  databaseUrl = url.href
  return { path, attach: () => symlinkSync(socket, path), detach: () => rmSync(path) }
}

test('an empty database is made by two processes at once', { tags: 'slow' }, async () => {
  await makeEmpty()
  const handles = await Promise.all([open(), open()])
  for (const { db } of handles) expect(await countLeads(db)).toEqual([{ count: 0 }])
  const done = 'select count(*)::int, count(distinct hash)::int from drizzle.__drizzle_migrations'
  const [all] = await inDatabase(done)
  expect(all?.count).toBe(readMigrations().length + 1)
  expect(logged).toEqual([])
})

test.each([
  ['140011', '14.11', new ServerTooOld('14.11', 15)],
  ['150000', '15.0', undefined],
])(
  'a server of version number %s is used from PostgreSQL 15 on',
  async (number, version, error) => {
    await makeMigrated()
    await inDatabase(`
    create schema pretended;
    create function pretended.current_setting(text) returns text language sql as $$
      select case $1 when 'server_version_num' then '${number}' when 'server_version' then '${version}'
        else pg_catalog.current_setting($1) end $$`)
    await onServer(`alter database ${name} set search_path = public, pretended, pg_catalog`)
    if (error) await expect(open()).rejects.toThrow(error)
    else expect(await countLeads((await open()).db)).toEqual([{ count: 0 }])
  },
)

test.each<[string, (url: URL) => void, string]>([
  ['a database that does not exist', () => {}, '3D000'],
  ['an account that does not exist', (url) => (url.username = 'nobody'), '28000'],
])('%s is refused at once', async (_name, change, code) => {
  const url = new URL(databaseUrl)
  change(url)
  databaseUrl = url.href
  await expect(open()).rejects.toMatchObject({ cause: { code } })
  const handle = await begin()
  // It has not waited.
  expect(await handle.firstTry).toBe(true)
  await expect(handle.ready).rejects.toMatchObject({ code })
  expect(logged).toEqual([])
})

test('a program that needs the database is told after five seconds that it is away, and leaves nothing', async () => {
  await makeMigrated()
  const address = useDetachedAddress()
  const pauses = shortenPauses()
  await expect(open()).rejects.toThrow(
    `The database at DATABASE_URL can’t be reached: connect ENOENT ${address.path}.`,
  )
  expect(pauses).toContain(5_000)
  address.attach()
  await open()
  expect((await connections()).filter((of) => of === 'breezeway listener')).toHaveLength(1)
})

test('the product starts without the database, and uses it when it is there', async () => {
  const address = useDetachedAddress()
  const pauses = shortenPauses()
  const { firstTry, ready, db } = await begin()
  expect(await firstTry).toBe(false)
  await expect(countLeads(db)).rejects.toSatisfy(isDatabaseAway)
  await expect.poll(() => pauses.length).toBeGreaterThan(2)
  expect(new Set(pauses)).toEqual(new Set([500]))
  // From here on every failure is mended while the product runs.
  address.attach()
  await expect.poll(() => logged.join()).toContain('3D000')
  await makeEmpty()
  await ready
  expect(await countLeads(db)).toEqual([{ count: 0 }])
  // Once for each reason, however many times it is tried.
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 50,
      msg: 'the database cannot be reached',
      err: { message: expect.stringContaining('ENOENT') },
    },
    { level: 50, msg: 'the database cannot be reached', err: { code: '3D000' } },
    { level: 30, msg: 'the database is back' },
  ])
  expect(logged.join()).not.toContain('Secret')
})

test('the product starts although another process still migrates', { tags: 'slow' }, async () => {
  await makeMigrated()
  // The time limit of queries does not apply here.
  await onServer(`alter database ${name} set statement_timeout = '1s'`)
  const release = await holdMigrations()
  const { pass } = holdTimers(30_000)
  const { firstTry, isMigrating, ready, db } = await begin()
  let isReady: boolean | undefined
  void firstTry.then((value) => (isReady = value))
  const waiting = `wait_event = 'advisory' and now() - query_start > '1500ms'`
  await expect.poll(() => connections(waiting)).toEqual(['breezeway'])
  await expect(countLeads(db)).rejects.toMatchObject({
    cause: { message: 'the database is not migrated yet' },
  })
  expect(isReady).toBe(undefined)
  pass()
  expect(await firstTry).toBe(false)
  expect(isMigrating()).toBe(true)
  await release()
  await ready
  expect(isMigrating()).toBe(false)
  expect(await countLeads(db)).toEqual([{ count: 0 }])
  expect(logged).toEqual([])
})

test('closing ends every connection', async () => {
  await makeMigrated()
  const handle = await open()
  await Promise.all(Array.from({ length: 5 }, () => countLeads(handle.db)))
  expect((await connections()).sort()).toContain('breezeway listener')
  await handle.close()
  await expect.poll(() => connections()).toEqual([])
  expect(logged).toEqual([])
})

test('each time that the database goes away is told of once, and that it is back', async () => {
  await makeMigrated()
  const address = useDetachedAddress()
  address.attach()
  await open()
  const outage = ['the database cannot be reached', 'the database is back']
  const told = () => messages().filter((msg) => outage.includes(msg))
  for (const expected of [outage, [...outage, ...outage]]) {
    address.detach()
    await endConnections()
    await expect.poll(told).toEqual(expected.slice(0, -1))
    address.attach()
    await expect.poll(told).toEqual(expected)
  }
  expect(logged.join()).not.toContain('Secret')
})
