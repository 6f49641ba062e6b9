import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { backups, phoneTaps, rateLimits } from '#/server/db/tables/schema.ts'
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
    const app = Fastify()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    registerCleanUps(app, { db, dataDir: folder.path })
    vi.advanceTimersByTime(3_600_000)
    vi.useRealTimers()
    for (const table of [backups, rateLimits, phoneTaps]) {
      await expect.poll(() => db.$count(table)).toBe(0)
    }
    await app.close()
  })
})
