/** @module-tag slow */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPassword } from '#tests/support/app-builder.ts'
import { suiteFolder } from '#tests/support/own-folder.ts'
import { signInOwner } from '#tests/support/owner.ts'
import { type PostgresServer, startPostgres } from '#tests/support/postgres-server.ts'
import { hashFully } from '#tests/support/quick-hashes.ts'
import { postJson, sendLead } from '#tests/support/send-lead.ts'
import { readReadiness, type ServerProcess, startServer } from '#tests/support/server-process.ts'

// They sign in to servers of their own processes.
hashFully()

const email = 'owner@example.com'
const folder = suiteFolder()
let postgres: PostgresServer

beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.remove())

const start = () =>
  startServer({
    DATA_DIR: folder.path,
    DATABASE_URL: postgres.urlOf('postgres'),
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: testPassword,
    LOG_LEVEL: 'warn',
  })

const signIn = (server: ServerProcess) =>
  postJson(`${server.url}/api/accounts/sign-in`, { email, password: testPassword })

async function send(server: ServerProcess, name: string) {
  const began = performance.now()
  const { status } = await sendLead(server.url, { name, submissionId: undefined })
  return { status, ms: performance.now() - began }
}

/** The names of all leads, oldest first; none while nobody can sign in. */
async function storedNames(server: ServerProcess): Promise<string[]> {
  const owner = await signInOwner(server.url).catch(() => undefined)
  const data = (await owner?.read<{ name: string }[]>('/api/admin/leads')) ?? []
  return data.map(({ name }) => name).reverse()
}

test('a server that starts and is killed while its database is away loses nothing', async () => {
  await postgres.stopImmediately()
  const first = await start()
  await expect.poll(() => first.stdout()).toContain('The database can’t be reached')
  for (const path of ['/', '/contact', '/services/ac-repair', '/sitemap.xml', '/robots.txt']) {
    expect([path, (await fetch(first.url + path)).status]).toEqual([path, 200])
  }
  const headers = { cookie: 'breezeway-session=of-somebody' }
  expect((await fetch(`${first.url}/api/accounts/me`, { headers })).status).toBe(503)
  const refused = await signIn(first)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await readReadiness(first.url)).toMatchObject({ status: 'degraded', database: 'away' })
  for (const name of ['One', 'Two']) {
    const { status, ms } = await send(first, name)
    expect([name, status, ms < 4_000]).toEqual([name, 201, true])
  }
  await expect.poll(() => readReadiness(first.url)).toMatchObject({ leads: { waiting: 2 } })
  await first.end('SIGKILL')

  const second = await start()
  expect((await send(second, 'Three')).status).toBe(201)
  await postgres.start()
  await expect.poll(() => second.stdout()).toContain('The database is back.')
  await expect.poll(() => storedNames(second)).toEqual(['One', 'Two', 'Three'])
  await expect
    .poll(() => readReadiness(second.url))
    .toMatchObject({ status: 'ready', leads: { waiting: 0, damaged: 0 } })
  expect((await send(second, 'Four')).status).toBe(201)
  expect(await storedNames(second)).toEqual(['One', 'Two', 'Three', 'Four'])
  expect(await second.end('SIGTERM')).toBe(0)
})
