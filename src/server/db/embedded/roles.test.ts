import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type DatabaseError } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { within } from '#tests/drill/places.ts'
import { digestTables, fillEveryTable } from '#tests/drill/rows.ts'
import { dataFolder } from '#tests/support/database/data-folder.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { openDatabase } from '../connect/client.ts'
import type { DatabaseHandle } from '../database.ts'
import { locks } from '../locks.ts'
import { applyFunctions, applyMigrations, readMigrations } from '../migrations.ts'
import { findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'
import { pathsIn, socketFolder } from './folders.ts'
import { productRole, superuser } from './roles.ts'
import { findWay, run } from './unprivileged.ts'

const folder = dataFolder()
let database: DatabaseHandle
beforeAll(async () => {
  database = await openDatabase({ dataDir: folder.path }, silentLogger)
})
afterAll(async () => {
  await database.close()
  folder.remove()
})

const insufficientPrivilege = '42501'
const trace = join(folder.path, 'written')

test.each([
  `copy (select 1) to program 'touch ${trace}'`,
  `copy phone_taps from program 'touch ${trace}'`,
  `copy (select 1) to '${trace}'`,
  `copy phone_taps from '/etc/passwd'`,
  `select pg_read_file('/etc/passwd')`,
  `select pg_read_binary_file('/etc/passwd')`,
  `select pg_ls_dir('/etc')`,
  `select lo_import('/etc/passwd')`,
  `select lo_export(lo_from_bytea(0, 'x'), '${trace}')`,
  `create function run() returns int language c as 'libc.so.6', 'system'`,
  `create function run() returns int language internal as 'pg_read_file'`,
  `create function pg_catalog.lead_reference(text) returns text language sql as 'select 1'`,
  `insert into pg_proc select * from pg_proc limit 1`,
  `update pg_authid set rolsuper = true where rolname = '${productRole}'`,
  `alter role ${productRole} superuser`,
  `create role another superuser`,
  `grant pg_execute_server_program to ${productRole}`,
  `grant ${superuser} to ${productRole}`,
  `set role ${superuser}`,
  `set session authorization ${superuser}`,
  `alter system set archive_command = 'touch ${trace}'`,
  `load '/tmp/library.so'`,
])('the product’s role is refused: %s', async (statement) => {
  const { code } = await within({ dataDir: folder.path }, (client) =>
    client.query(statement).then(
      () => ({ code: 'it was done' }),
      (error: DatabaseError) => error,
    ),
  )
  expect(code).toBe(insufficientPrivilege)
  expect(existsSync(trace)).toBe(false)
})

/** A data folder as the release before made it, in which the product signed in as the superuser. */
async function startEarlier(dataDir: string) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const binaries = findBinaries()
  const { cluster } = pathsIn(dataDir)
  const way = await findWay(binaries.postgres, dataDir, cluster)
  await ensureCluster(dataDir, binaries, way)
  const host = socketFolder(dataDir, way.account)
  const options = `-c listen_addresses= -c unix_socket_directories=${host}`
  await run(way, binaries.pgCtl, [
    'start',
    '-ws',
    '-D',
    cluster,
    '-l',
    join(cluster, 'log'),
    '-o',
    options,
  ])
  const client = new Client({ host, user: superuser, database: 'postgres' })
  await client.connect()
  await client.query(`select pg_advisory_lock_shared(${locks.presence})`)
  return {
    client,
    async stop() {
      await client.end()
      await run(way, binaries.pgCtl, ['stop', '-ws', '-D', cluster])
    },
  }
}

const ownersOf = async (client: Client) => {
  const { rows } = await client.query<{ owner: string }>(`
    select distinct owner::regrole::text from (
      select relowner owner from pg_class where relnamespace in ('public'::regnamespace, 'drizzle'::regnamespace)
      -- What an extension has made stays the superuser's.
      union select proowner from pg_proc p where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
      union select nspowner from pg_namespace where nspname = 'drizzle'
      union select datdba from pg_database where datname = current_database()) owners`)
  return rows.map(({ owner }) => owner)
}

test('a data folder of the release before goes to the product’s role while its product is at work, with all that is in it', async () => {
  const { path, remove } = temporaryFolder()
  const dataDir = join(path, 'data')
  const earlier = await startEarlier(dataDir)
  await earlier.client.query('begin')
  await applyMigrations(earlier.client, readMigrations())
  await applyFunctions(earlier.client)
  await earlier.client.query('commit')
  await fillEveryTable(earlier.client, 40)
  await earlier.client.query(`create table of_the_owner as select 7 as kept;
    create view of_leads as select id from leads`)
  const before = await digestTables(earlier.client, [])
  expect(await ownersOf(earlier.client)).toEqual([superuser])

  // A backup of that release reads a table for longer than this start waits for one lock.
  await earlier.client.query('begin')
  await earlier.client.query('lock table ratings in access share mode')
  const start = openDatabase({ dataDir }, silentLogger)
  const blocked = async () =>
    (await earlier.client.query(`select from pg_locks where not granted`)).rowCount
  await expect.poll(blocked).toBe(1)
  await expect.poll(blocked).toBe(0)
  await expect.poll(blocked).toBe(1)
  await earlier.client.query('commit')
  const handle = await start
  expect(await ownersOf(earlier.client)).toEqual([productRole])
  expect(await digestTables(earlier.client, [])).toEqual(before)
  await earlier.client.query(
    `insert into phone_taps (day, page, source, count) values (now(), '/', 'x', 1)`,
  )
  await handle.close()
  await earlier.stop()

  await within({ dataDir }, async (client) => {
    const { rows } = await client.query(
      `select current_user, current_setting('is_superuser') super`,
    )
    expect(rows).toEqual([{ current_user: productRole, super: 'off' }])
    expect(await digestTables(client, ['phone_taps'])).toEqual({ ...before, phone_taps: undefined })
  })
  remove()
})
