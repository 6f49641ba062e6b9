import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { backups, leads, phoneTaps, rateLimits } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { testFolder } from '#tests/support/own-folder.ts'
import { registerCleanUps } from './clean-ups.ts'

describeOnDatabase('what is done now and then', (database) => {
  test('is done while the server runs: what is old goes by itself', async () => {
    const { db } = database.handle()
    const folder = testFolder()
    const dueAt = new Date('2020-01-01T00:00:00Z')
    await db.insert(backups).values({ dueAt, host: 'gone' })
    await db.insert(rateLimits).values({ key: 'old', expire: dueAt })
    await db.insert(phoneTaps).values({ day: '2020-01-01', source: 'direct', count: 1 })
    // The database was taken back to before an erasure.
    await db.execute(sql`insert into leads
      (submission_id, content_hash, name, email, phone, phone_as_typed, service)
      values ('erased', 'x', 'Gone', 'gone@example.com', '1', '1', 'ac-repair')`)
    writeFileSync(join(folder.path, 'erased'), 'erased\n')
    const app = Fastify()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    registerCleanUps(app, { db, dataDir: folder.path })
    vi.advanceTimersByTime(3_600_000)
    vi.useRealTimers()
    for (const table of [backups, rateLimits, phoneTaps, leads]) {
      await expect.poll(() => db.$count(table)).toBe(0)
    }
    await app.close()
  })
})
