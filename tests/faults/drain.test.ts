/** @module-tag slow */

import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { freshDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { ownerEnv, signInOwner } from '#tests/support/owner.ts'
import { postmasterOf } from '#tests/support/postgres-server.ts'
import { sendLead } from '#tests/support/send-lead.ts'
import { type ServerProcess, startWithDatabase } from '#tests/support/server-process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

/** For a server on a database of the run's own PostgreSQL. */
async function onFreshDatabase() {
  const { location, remove } = await freshDatabase()
  const { dataDir, databaseUrl = '' } = location
  return { env: { ...ownerEnv, DATA_DIR: dataDir, DATABASE_URL: databaseUrl }, remove }
}

/** For a server that starts its database itself. */
function onEmbeddedServer() {
  const { path, remove } = temporaryFolder()
  return { env: { ...ownerEnv, DATA_DIR: path }, remove }
}

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

async function listLeads({ url }: ServerProcess): Promise<string> {
  return JSON.stringify(await (await signInOwner(url)).read(api.leads.path))
}

/** Longer than any stop may take. */
const tooLongMs = 20_000

// Each waits most of the time, and has servers of its own.

test.concurrent('a second signal ends it at once', async ({ expect }) => {
  const { env, remove } = await onFreshDatabase()
  const server = await startWithDatabase({ ...env, DRAIN_SECONDS: '60' })
  const ended = server.end('SIGTERM')
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(503)
  // Within half a second it is the same signal.
  const again = setInterval(() => process.kill(server.pid, 'SIGINT'), 50)
  expect(await ended).toBe(1)
  clearInterval(again)
  await remove()
})

test.concurrent('SIGTERM lets a request finish, and Ctrl+C that npm passes on too ends it cleanly, unread', async ({
  expect,
}) => {
  const { env, remove } = onEmbeddedServer()
  const server = await startWithDatabase(env)
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

  const next = await startWithDatabase(env)
  expect(await listLeads(next)).toContain('Slow Network')

  // At Ctrl+C npm passes on the signal that the server has already, and reads no more of what it
  // writes while it stops.
  next.stopReading()
  process.kill(next.pid, 'SIGINT')
  const readiness = () => fetch(`${next.url}/readyz`).then(({ status }) => status)
  await expect.poll(() => readiness().catch(() => 503), { interval: 5 }).toBe(503)
  const stopped = next.end('SIGINT')
  const isTooLong = sleep(tooLongMs, 'still there', { ref: false })
  expect(await Promise.race([stopped, isTooLong])).toBe(0)
  remove()
})

/** Asks one request after the other over a kept connection, until no new one can be opened. */
async function askUntilGone(url: string): Promise<{ answers: unknown[]; hasLost: boolean }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const answers: unknown[] = []
  for (;;) {
    const asked = get(`${url}/contact`, { agent })
    try {
      const [response] = await once(asked, 'response')
      await text(response)
      answers.push(response.statusCode)
    } catch {
      agent.destroy()
      return { answers, hasLost: asked.reusedSocket }
    }
  }
}

test.concurrent('while it drains it says so and answers everything, and no connection breaks', async ({
  expect,
}) => {
  const { env, remove } = await onFreshDatabase()
  const server = await startWithDatabase({ ...env, DRAIN_SECONDS: '10' })
  const readiness = async () => {
    const response = await fetch(`${server.url}/readyz`)
    return [response.status, await response.json()]
  }
  await expect.poll(readiness).toMatchObject([200, { status: 'ready' }])
  const { headers } = await signInOwner(server.url)
  const inbox = await fetch(`${server.url}/api/admin/leads/events`, { headers })
  const events = inbox.text()
  const clients = Array.from({ length: 4 }, () => askUntilGone(server.url))
  const began = performance.now()
  const ended = server.end('SIGTERM')
  await expect.poll(readiness).toMatchObject([503, { status: 'stopping', database: 'ready' }])
  const sent = await sendLead(server.url, { name: 'Late Visitor' })
  expect(sent.status).toBe(201)
  for (const { answers, hasLost } of await Promise.all(clients)) {
    expect(hasLost).toBe(false)
    // The last one may have come when the time was over.
    const last = answers.pop()
    expect(answers.filter((status) => status !== 200)).toEqual([])
    expect([200, 503]).toContain(last)
  }
  expect(performance.now() - began).toBeGreaterThan(9_900)
  // The inbox was served to the end, and is ended rather than cut off.
  expect(await events).toContain('event: changed')
  expect(await ended).toBe(0)
  await remove()
})

test.concurrent('it ends within its time though PostgreSQL hangs and a client sends half a request', async ({
  expect,
}) => {
  const { env, remove } = onEmbeddedServer()
  const freeze = (signal: 'STOP' | 'CONT') => {
    const postmaster = postmasterOf(env.DATA_DIR)
    process.kill(postmaster, `SIG${signal}`)
    execFileSync('pkill', [`-${signal}`, '-P', String(postmaster)])
  }
  const first = await startWithDatabase(env)
  freeze('STOP')
  const half = connect(Number(new URL(first.url).port), '127.0.0.1')
  half.write('GET / HTTP/1.1\r\n')
  const sent = sendLead(first.url, { name: 'Patient Visitor' })
  await (await fetch(`${first.url}/healthz`)).text()
  const began = performance.now()
  const ended = first.end('SIGTERM')
  expect((await sent).status).toBe(201)
  await ended
  expect(performance.now() - began).toBeLessThan(tooLongMs)
  half.destroy()
  freeze('CONT')

  const second = await startWithDatabase(env)
  await expect.poll(() => listLeads(second)).toContain('Patient Visitor')
  expect(await second.end('SIGTERM')).toBe(0)
  remove()
})
