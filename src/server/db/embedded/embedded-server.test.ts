import { globSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildTestApp } from '#tests/support/app-builder.ts'
import { ask } from '#tests/support/database/ask-database.ts'
import { dataFolder } from '#tests/support/database/data-folder.ts'
import { contactBody } from '#tests/support/factories.ts'
import { suiteFolder, testFolder } from '#tests/support/own-folder.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { openDatabase, openSingleConnection } from '../connect/client.ts'
import type { DatabaseHandle } from '../database.ts'
import { prepareEmbeddedServer } from './embedded-server.ts'
import { pathsIn } from './folders.ts'
import { superuser } from './roles.ts'
import { serverArguments } from './settings.ts'

const folder = suiteFolder()
let database: DatabaseHandle
const logged: { level: number; msg: string; part?: string }[] = []
const logger = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) })

beforeAll(async () => {
  database = await openDatabase({ dataDir: folder.path }, logger)
})
afterAll(() => database.close())

/** The text of a file of /proc; empty if its process has ended. */
function readNow(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

async function read<T>(query: string): Promise<T> {
  const { rows } = await database.db.execute<{ value: T }>(sql.raw(query))
  return rows[0]?.value as T
}

test('a stop while the files of a database are made ends what makes them, and leaves nothing', async () => {
  const other = testFolder()
  const stop = new AbortController()
  const ended = openSingleConnection({ dataDir: other.path }, silentLogger, stop.signal).catch(
    () => 'ended',
  )
  const atWork = () =>
    globSync('/proc/[0-9]*/cmdline').filter((file) => readNow(file).includes(other.path))
  await expect.poll(() => atWork().length).toBeGreaterThan(0)
  stop.abort()
  expect(await ended).toBe('ended')
  expect(atWork()).toEqual([])
  expect(readdirSync(other.path)).toEqual([])
})

test('a second process uses the server that runs, and leaves it running', async () => {
  const started = 'select pg_postmaster_start_time()::text as value'
  const second = await openDatabase({ dataDir: folder.path }, silentLogger)
  const { rows } = await second.db.execute(sql.raw(started))
  await second.close()
  expect(rows).toEqual([{ value: await read(started) }])
})

test('what an earlier version left, which would hold log for ever, is gone after a start', async () => {
  const other = dataFolder()
  onTestFinished(other.remove)
  const server = await prepareEmbeddedServer(other.path, silentLogger)
  await server.ensureRunning()
  const asSuperuser = { ...server.connection, user: superuser }
  await ask(asSuperuser, `select pg_create_physical_replication_slot('archive', true)`)
  await ask(asSuperuser, `alter system set max_slot_wal_keep_size = '512MB'`)
  await server.stop()
  const { db, close } = await openDatabase({ dataDir: other.path }, silentLogger)
  const { rowCount } = await db.execute(sql`select from pg_replication_slots`)
  await close()
  const settings = readFileSync(join(pathsIn(other.path).cluster, 'postgresql.auto.conf'), 'utf8')
  expect(rowCount).toBe(0)
  expect(settings).not.toContain('max_slot_wal_keep_size')
})

test.each([
  ['socket', /belongs to a site, but its database, .*postgres, is missing\. .* restore/],
  ['backups', /belongs to a site, but its database, .*postgres, is missing\. .* restore/],
  [
    'postgres/base',
    /postgres holds only part of a database: its file PG_VERSION is missing\. .* restore/,
  ],
])(
  'a folder in which of a site only %s is left is not taken for a new one',
  async (left, words) => {
    const other = testFolder()
    mkdirSync(join(other.path, left), { recursive: true })
    const names = readdirSync(other.path)
    await expect(openDatabase({ dataDir: other.path }, silentLogger)).rejects.toThrow(words)
    expect(readdirSync(other.path)).toEqual(names)
  },
)

test('data of another major version of PostgreSQL is left alone, and the line names the two commands', async () => {
  const other = testFolder()
  const { cluster } = pathsIn(other.path)
  mkdirSync(cluster)
  writeFileSync(join(cluster, 'PG_VERSION'), '17\n')
  await expect(openDatabase({ dataDir: other.path }, silentLogger)).rejects.toThrow(
    /was written by PostgreSQL 17, .*With the earlier version, run npm run backup -- move\.backup\. Then set DATA_DIR to a new folder and run npm run restore -- move\.backup with this version\.$/,
  )
  expect(readdirSync(cluster)).toEqual(['PG_VERSION'])
})

test('every request answered 201 is on the disk before the answer', async () => {
  const app = await buildTestApp(database)
  for (let i = 0; i < 20; i += 1) {
    const written = await read<string>('select pg_current_wal_insert_lsn() as value')
    const payload = contactBody({ name: `Durable ${i}` })
    const { statusCode } = await app.inject({ method: 'POST', url: '/api/contact', payload })
    const isSynced = await read(`select pg_current_wal_flush_lsn() > '${written}' as value`)
    expect([statusCode, isSynced]).toEqual([201, true])
  }
  await app.close()
})

test('the settings for durability and checksums are on', async () => {
  for (const name of ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums']) {
    expect([name, await read(`select current_setting('${name}') as value`)]).toEqual([name, 'on'])
  }
})

test('the server can be reached only through the private folder', async () => {
  expect(await read(`select current_setting('listen_addresses') as value`)).toBe('')
  const server = await prepareEmbeddedServer(folder.path, silentLogger)
  const { host = '' } = server.connection
  expect(await read(`select current_setting('unix_socket_permissions') as value`)).toBe('0700')
  expect(statSync(host).mode & 0o077).toBe(0)
  const rules = `select from pg_hba_file_rules where type <> 'local' and auth_method <> 'reject'`
  expect(await ask({ ...server.connection, user: superuser }, rules)).toEqual([])
})

test('the server’s log holds errors of its own processes, and nothing that a visitor typed', async () => {
  const typed = database.db.execute(sql`select ${'555 Secret Street'}::integer`)
  await expect(typed).rejects.toThrow()
  await database.db.execute(sql`do $$ begin raise warning 'Secret Street'; end $$`)
  expect(
    await read(`select reset_val as value from pg_settings where name = 'log_min_messages'`),
  ).toBe('log')
  expect(JSON.stringify(logged)).not.toContain('Secret')
  expect(serverArguments('data', 'socket')).toContain('log_min_messages=warning')
})
