/** @module-tag slow */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testPassword } from '#tests/support/app-builder.ts'
import { contactBody } from '#tests/support/factories.ts'
import { postmasterOf } from '#tests/support/postgres-server.ts'
import { hashFully } from '#tests/support/quick-hashes.ts'
import { type ServerProcess, startServer } from '#tests/support/server-process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

// They sign in to servers of their own processes.
hashFully()

/** Only `npm run faults` runs them; `tests/history` has a few kills for every run of the tests. */
const rounds = 100
const loops = 2
const sendersPerRound = 3
/** The server is killed at a random moment within this time after it listens. */
const maxLifeMs = 120

const email = 'owner@example.com'

type Sent = { body: ReturnType<typeof contactBody>; acknowledged: boolean }

async function post(server: ServerProcess, path: string, body: object, cookie = '') {
  const headers = { 'content-type': 'application/json', cookie }
  return fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function signIn(server: ServerProcess): Promise<string> {
  const response = await post(server, '/api/accounts/sign-in', { email, password: testPassword })
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

async function namesOfLeads(server: ServerProcess, cookie: string): Promise<string[]> {
  const response = await fetch(`${server.url}/api/admin/leads`, { headers: { cookie } })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}${server.stderr()}`)
  const { data } = (await response.json()) as { data: { name: string }[] }
  return data.map((lead) => lead.name)
}

/**
 * Sends one request after the other until the server is killed. Goes on while its database is away.
 */
async function sendUntilKilled(server: ServerProcess, label: string, sent: Sent[]): Promise<void> {
  for (let i = 0; ; i += 1) {
    const name = `${label} ${i}`
    const entry = {
      body: contactBody({ name, submissionId: crypto.randomUUID() }),
      acknowledged: false,
    }
    sent.push(entry)
    try {
      const response = await post(server, '/api/contact', entry.body)
      if (response.status === 503) await sleep(20)
      else if (response.status !== 201) throw new Error(`answered ${response.status}`)
      entry.acknowledged = response.status === 201
    } catch (error) {
      if (error instanceof TypeError) return
      throw error
    }
  }
}

/** Waits until the journal's leads are in the database too. */
async function expectNothingLost(sent: Sent[], server: ServerProcess, cookie: string) {
  const acknowledged = sent.filter((entry) => entry.acknowledged).map(({ body }) => body.name)
  let names: string[] = []
  const findLost = async () => {
    names = await namesOfLeads(server, cookie)
    const stored = new Set(names)
    return acknowledged.filter((name) => !stored.has(name))
  }
  // On a busy machine the journal's hundreds take their time.
  await expect.poll(findLost).toEqual([])
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
}

const victims = ['product', 'database', 'both'] as const

/** Kills the product, its database or both. A product that was not killed is then stopped. */
async function kill(victim: (typeof victims)[number], server: ServerProcess, dataDir: string) {
  if (victim !== 'product') process.kill(postmasterOf(dataDir), 'SIGKILL')
  if (victim !== 'database') return server.end('SIGKILL')
  // The product keeps running and starts its database again.
  const state = async () =>
    (await (await fetch(`${server.url}/readyz`)).json()) as { status: string }
  await expect.poll(state).toMatchObject({ status: 'ready' })
  expect(await server.end('SIGTERM')).toBe(0)
}

async function killOverAndOver(count: number): Promise<number> {
  const folder = temporaryFolder()
  const env = {
    DATA_DIR: folder.path,
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: testPassword,
    CONTACT_LIMIT_PER_MINUTE: '1000000',
    CONTACT_LIMIT_PER_HOUR: '1000000',
    LOG_LEVEL: 'error',
  }
  const sent: Sent[] = []
  let cookie = ''
  for (let round = 0; round < count; round += 1) {
    const server = await startServer(env)
    cookie ||= await signIn(server)
    await expectNothingLost(sent, server, cookie)
    // Requests without an answer are sent again, as a browser's retry does. None may be stored
    // twice.
    const unanswered = sent.filter(({ acknowledged }) => !acknowledged)
    for (const entry of unanswered) {
      expect((await post(server, '/api/contact', entry.body)).status).toBe(201)
      entry.acknowledged = true
    }
    const senders = Array.from({ length: sendersPerRound }, (_, sender) =>
      sendUntilKilled(server, `round ${round} sender ${sender} request`, sent),
    )
    await sleep(Math.random() * maxLifeMs)
    await kill(victims[round % victims.length] ?? 'both', server, folder.path)
    await Promise.all(senders)
  }
  const server = await startServer(env)
  await expectNothingLost(sent, server, cookie)
  expect(await server.end('SIGTERM')).toBe(0)
  folder.remove()
  return sent.filter(({ acknowledged }) => acknowledged).length
}

test(`${rounds} kills lose no request that was answered 201, and double none`, {
  timeout: 900_000,
}, async () => {
  const acknowledged = await Promise.all(
    Array.from({ length: loops }, () => killOverAndOver(rounds / loops)),
  )
  // If no requests were stored, the test would prove nothing.
  expect(Math.min(...acknowledged)).toBeGreaterThan(rounds)
})
