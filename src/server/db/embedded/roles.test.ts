import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseError } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { within } from '#tests/drill/rows.ts'
import { ask } from '#tests/support/database/ask-database.ts'
import { dataFolder } from '#tests/support/database/data-folder.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { openDatabase } from '../connect/client.ts'
import type { DatabaseHandle } from '../database.ts'
import { SchemaTooOld } from '../failures.ts'
import { prepareEmbeddedServer } from './embedded-server.ts'
import { productRole, superuser } from './roles.ts'

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
  `copy (select 1) to '${trace}'`,
  `copy phone_taps from '/etc/passwd'`,
  `select pg_read_file('/etc/passwd')`,
  `select pg_ls_dir('/etc')`,
  `select lo_export(lo_from_bytea(0, 'x'), '${trace}')`,
  `create function run() returns int language c as 'libc.so.6', 'system'`,
  `create function pg_catalog.lead_reference(text) returns text language sql as 'select 1'`,
  `insert into pg_proc select * from pg_proc limit 1`,
  `update pg_authid set rolsuper = true where rolname = '${productRole}'`,
  `alter role ${productRole} superuser`,
  `grant pg_execute_server_program to ${productRole}`,
  `set role ${superuser}`,
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

test('a database of a version in which the product was a superuser is refused in one line', async () => {
  const other = dataFolder()
  const server = await prepareEmbeddedServer(other.path, silentLogger)
  await server.ensureRunning()
  const change = `create schema if not exists drizzle; reassign owned by ${productRole} to ${superuser};
    drop owned by ${productRole}; drop role ${productRole}`
  await ask({ ...server.connection, user: superuser }, change)
  await server.stop()
  await expect(openDatabase({ dataDir: other.path }, silentLogger)).rejects.toThrow(
    new SchemaTooOld(),
  )
  other.remove()
})
