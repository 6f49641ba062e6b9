import { count, eq, sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { apiPaths } from '#/contracts/routes.ts'
import { buildTestApp, signInAs } from '../../../tests/app-builder.ts'
import { describeOnDatabase } from '../../../tests/databases.ts'
import { sessions, verifications } from '../db/schema.ts'
import { deleteExpiredSessions, registerSessionCleanUp } from './session-clean-up.ts'

describeOnDatabase('cleaning up', (database) => {
  test('deletes expired sessions and no others', async () => {
    const { db } = database.handle()
    const app = await buildTestApp(database.handle())
    await signInAs(app, db, 'admin')
    const [expired] = await db.select().from(sessions)
    const cookie = await signInAs(app, db, 'admin')
    await db
      .update(sessions)
      .set({ expiresAt: sql`now() - interval '1 minute'` })
      .where(eq(sessions.id, expired?.id ?? ''))
    await deleteExpiredSessions(db)
    const left = (await db.select().from(sessions)).map(({ id }) => id)
    expect([left.length, left.includes(expired?.id ?? '')]).toEqual([1, false])
    const me = await app.inject({ url: apiPaths.currentUser, headers: { cookie } })
    expect(me.statusCode).toBe(200)
    await app.close()
  })

  test('deletes what was remembered between the steps of a sign-in', async () => {
    const { db } = database.handle()
    const row = (id: string, seconds: number) => ({
      id,
      identifier: id,
      value: '',
      expiresAt: new Date(Date.now() + seconds * 1000),
    })
    await db.insert(verifications).values([row('over', -1), row('goes on', 60)])
    await deleteExpiredSessions(db)
    expect((await db.select().from(verifications)).map(({ id }) => id)).toEqual(['goes on'])
  })

  test('is done once an hour', async () => {
    const { db } = database.handle()
    const app = Fastify()
    await db.update(sessions).set({ expiresAt: sql`now() - interval '1 minute'` })
    const left = async () => (await db.select({ left: count() }).from(sessions))[0]?.left
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    registerSessionCleanUp(app, db)
    vi.advanceTimersByTime(60 * 60_000 - 1)
    expect(await left()).toBe(1)
    vi.advanceTimersByTime(1)
    vi.useRealTimers()
    await expect.poll(left).toBe(0)
    await app.close()
  })
})
