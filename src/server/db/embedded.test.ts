import fs, { cpSync, readlinkSync, statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp } from '../../../tests/app-builder.ts'
import { contactBody } from '../../../tests/factories.ts'
import { temporaryFolder } from '../../../tests/temporary-folder.ts'
import { type DatabaseHandle, openDatabase } from './client.ts'

/** The files that were synced to disk, in order. */
const synced: string[] = []
const realFsync = fs.fsyncSync
const folder = temporaryFolder()
let database: DatabaseHandle

beforeAll(async () => {
  fs.fsyncSync = (descriptor) => {
    synced.push(readlinkSync(`/proc/self/fd/${descriptor}`))
    realFsync(descriptor)
  }
  syncBuiltinESMExports()
  database = await openDatabase({ dataDir: folder.path })
})

afterAll(async () => {
  await database.close()
  fs.fsyncSync = realFsync
  syncBuiltinESMExports()
  folder.remove()
})

const walSyncs = () => synced.filter((path) => path.includes('/pg_wal/')).length

test('every request answered 201 has been synced to disk before the answer', async () => {
  const app = await buildTestApp(database)
  for (let i = 0; i < 20; i += 1) {
    const before = walSyncs()
    const response = await app.inject({
      method: 'POST',
      url: '/api/contact',
      payload: contactBody({ name: `Durable ${i}` }),
    })
    expect(response.statusCode).toBe(201)
    expect(walSyncs() - before).toBeGreaterThanOrEqual(1)
  }
  await app.close()
})

test('a new database is on the disk before it is used', () => {
  const names = ['postgres/PG_VERSION', 'postgres/global/pg_control', 'postgres/base', 'postgres']
  expect(synced).toEqual(expect.arrayContaining(names.map((name) => join(folder.path, name))))
})

test('recovery after a crash syncs what it brings back', async () => {
  // What a killed process leaves: the files as they are, with nothing closed.
  const crashed = temporaryFolder()
  cpSync(join(folder.path, 'postgres'), join(crashed.path, 'postgres'), { recursive: true })
  synced.length = 0
  const recovered = await openDatabase({ dataDir: crashed.path })
  const control = join(crashed.path, 'postgres/global/pg_control')
  expect(synced).toContain(control)
  expect(synced.some((path) => path.startsWith(join(crashed.path, 'postgres/base/')))).toBe(true)
  await recovered.close()
  crashed.remove()
})

test('counting for the rate limits costs no sync', async () => {
  const before = walSyncs()
  await database.db.execute(sql`insert into rate_limits (key, points) values ('a', 1)`)
  expect(walSyncs()).toBe(before)
})

test('its buffers are small and its folder is closed to others', async () => {
  const { rows } = (await database.db.execute(sql`show shared_buffers`)) as unknown as {
    rows: { shared_buffers: string }[]
  }
  expect(rows[0]?.shared_buffers).toBe('8MB')
  expect(statSync(folder.path).mode & 0o777).toBe(0o700)
})
