import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DatabaseHandle, openDatabase } from '#/server/db/client.ts'
import { buildTestApp } from '../app-builder.ts'
import { contactBody } from '../factories.ts'
import { type PostgresServer, startPostgres } from '../system/postgres.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()
let postgres: PostgresServer
let handles: DatabaseHandle[]

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(async () => {
  await Promise.all(handles.map((handle) => handle.close()))
  await postgres.remove()
  folder.remove()
})

test('several processes may start at once, and the server may restart under them', async () => {
  const location = { dataDir: folder.path, databaseUrl: postgres.urlOf('postgres') }
  handles = await Promise.all(Array.from({ length: 5 }, () => openDatabase(location)))
  const [handle] = handles
  if (!handle) throw new Error('no database')
  const app = await buildTestApp(handle.db)
  const send = (name: string) =>
    app.inject({ method: 'POST', url: '/api/contact', payload: contactBody({ name }) })
  const readiness = async () => (await app.inject('/readyz')).statusCode

  expect((await send('Before')).statusCode).toBe(201)
  expect(await readiness()).toBe(200)

  await postgres.stopNow()
  const refused = await send('During')
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBeDefined()
  expect(refused.json().message).toMatch(/try again/i)
  expect(await readiness()).toBe(503)

  await postgres.start()
  expect((await send('During')).statusCode).toBe(201)
  expect(await readiness()).toBe(200)
  await app.close()
})
