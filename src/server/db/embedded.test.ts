import fs, { readlinkSync, statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
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
  const app = await buildTestApp(database.db)
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
