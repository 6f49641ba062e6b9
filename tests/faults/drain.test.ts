import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { testPassword } from '../app-builder.ts'
import { contactBody } from '../factories.ts'
import { startServer } from '../server-process.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()
const email = 'owner@example.com'
const env = { DATA_DIR: folder.path, ADMIN_EMAIL: email, ADMIN_PASSWORD: testPassword }
afterAll(() => folder.remove())

async function refusesConnections(url: string): Promise<void> {
  for (;;) {
    try {
      const response = await fetch(`${url}/healthz`, { headers: { connection: 'close' } })
      await response.text()
      await sleep(20)
    } catch {
      return
    }
  }
}

/** Longer than any stop may take. */
const tooLongMs = 20_000

test('SIGTERM lets a request that is under way finish, and closes cleanly, though nobody reads the log', async () => {
  const server = await startServer(env)
  const body = JSON.stringify(contactBody({ name: 'Slow Network' }))
  const slow = request(`${server.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  })
  slow.write(body.slice(0, 20))
  // When a later request is answered, the server has received the start of this one.
  await (await fetch(`${server.url}/healthz`)).text()

  const ended = server.end('SIGTERM')
  await refusesConnections(server.url)
  slow.end(body.slice(20))
  const [response] = await once(slow, 'response')
  expect([response.statusCode, await text(response)]).toEqual([201, expect.any(String)])
  expect(await ended).toBe(0)
  expect(server.stderr()).toContain('"msg":"stopped"')

  const next = await startServer(env)
  const signIn = await fetch(`${next.url}/api/accounts/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: testPassword }),
  })
  const cookie = signIn.headers.getSetCookie()[0] ?? ''
  const inbox = await fetch(`${next.url}/api/admin/leads`, { headers: { cookie } })
  expect(await inbox.text()).toContain('Slow Network')

  // A parent that is stopped too reads no more of what the server writes while it stops.
  next.stopReading()
  const stopped = next.end('SIGTERM')
  const isTooLong = sleep(tooLongMs, 'still there', { ref: false })
  expect(await Promise.race([stopped, isTooLong])).toBe(0)
})
