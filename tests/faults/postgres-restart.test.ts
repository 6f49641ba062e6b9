/** @module-tag slow */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#/server/db/connect/client.ts'
import type { DatabaseHandle } from '#/server/db/database.ts'
import { leads } from '#/server/db/tables/schema.ts'
import { buildTestApp, signInAs } from '#tests/support/app-builder.ts'
import { contactBody } from '#tests/support/factories.ts'
import { suiteFolder } from '#tests/support/own-folder.ts'
import { type PostgresServer, startPostgres } from '#tests/support/postgres-server.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'

const folder = suiteFolder()
let postgres: PostgresServer
let handles: DatabaseHandle[]

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(async () => {
  await Promise.all(handles.map((handle) => handle.close()))
  await postgres.remove()
})

test('several processes can start at once, and survive a restart of the server', async () => {
  const location = { dataDir: folder.path, databaseUrl: postgres.urlOf('postgres') }
  handles = await Promise.all(Array.from({ length: 5 }, () => openDatabase(location, silentLogger)))
  const [handle, other] = handles
  if (!handle || !other) throw new Error('no database')
  const app = await buildTestApp(handle)
  const otherApp = await buildTestApp(other)
  const send = (name: string) =>
    app.inject({ method: 'POST', url: '/api/contact', payload: contactBody({ name }) })
  const readiness = async () => (await app.inject('/readyz')).json().status

  const cookie = await signInAs(app, handle.db, 'admin')
  const guarded = [
    ['GET', '/api/accounts/me'],
    ['GET', '/api/admin/leads'],
    ['GET', '/admin/form-fills'],
    ['POST', '/api/accounts/sign-out'],
  ] as const
  const saveTitle = (title: string) =>
    app.inject({
      method: 'POST',
      url: '/api/seo',
      headers: { cookie },
      payload: { pagePath: '/about', title, description: 'Who we are.' },
    })
  const titleElsewhere = async () =>
    /<title>(.*?)<\/title>/.exec((await otherApp.inject('/about')).body)?.[1]

  expect(await titleElsewhere()).toMatch(/^About /)
  expect((await saveTitle('Saved before')).statusCode).toBe(200)
  await expect.poll(titleElsewhere).toBe('Saved before')
  expect((await send('Before')).statusCode).toBe(201)
  await expect.poll(readiness).toBe('ready')

  await postgres.stopImmediately()
  const taken = await send('During')
  expect(taken.statusCode).toBe(201)
  await expect.poll(readiness).toBe('degraded')
  // Pages do not need the database: cached pages stay the same, others have built-in metadata.
  expect(await titleElsewhere()).toBe('Saved before')
  expect((await otherApp.inject('/services')).statusCode).toBe(200)
  expect((await saveTitle('Saved during')).statusCode).toBe(503)
  // The server cannot read sessions either, and a sign-out that did not happen must be an error.
  for (const [method, url] of guarded) {
    expect((await app.inject({ method, url, headers: { cookie } })).statusCode).toBe(503)
  }

  await postgres.start()
  const storedIds = async () =>
    (await handle.db.select().from(leads).where(eq(leads.name, 'During'))).map(
      ({ submissionId }) => submissionId,
    )
  await expect.poll(storedIds).toEqual([taken.json().data.submissionId])
  await expect.poll(readiness).toBe('ready')
  // The same again within ten minutes is a repeat, although the first went through the journal.
  const { reference, createdAt } = taken.json().data
  expect((await send('During')).json().data).toMatchObject({ reference, createdAt })
  // Whoever has a connection to the new server keeps it when that server is noticed.
  expect((await saveTitle('Saved after')).statusCode).toBe(200)
  await expect.poll(titleElsewhere).toBe('Saved after')
  for (const [method, url] of guarded) {
    const { statusCode } = await app.inject({ method, url, headers: { cookie } })
    expect([200, 204]).toContain(statusCode)
  }
  await app.close()
  await otherApp.close()
})
