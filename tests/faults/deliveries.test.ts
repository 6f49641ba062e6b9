/** @module-tag slow */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { testPassword } from '#tests/support/app-builder.ts'
import { type Certificate, makeCertificate, writeCertificate } from '#tests/support/certificate.ts'
import { freshDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import {
  type MailServer,
  type MailServerMood,
  startMailServer,
} from '#tests/support/mail-server.ts'
import { type ServerProcess, startWithDatabase } from '#tests/support/server-process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const [leadCount, kills] = inject('faults') === 'full' ? [1_000, 20] : [50, 3]
const sendersPerProcess = 2
const active = ['first@example.com', 'second@example.com']
const disabled = 'disabled@example.com'
const email = 'owner@example.com'

/** A server is killed after a random number of mails up to this, or after this time. */
const maxMailsBeforeKill = 60
const maxLifeMs = 3_000
/** How long the mail server is away each time, and the longest time between. */
const awayMs = 200
const maxAvailableMs = 1_500

/** How many of a hundred recipients are treated in each of these ways. The others are accepted. */
const faultyMoods: [MailServerMood, number][] = [
  ['refuse for now', 5],
  ['refuse', 3],
  ['drop', 5],
  ['hang', 1],
]

let certificate: Certificate
const folder = temporaryFolder()
beforeAll(async () => {
  certificate = await makeCertificate()
})
afterAll(() => folder.remove())

/** Picks a mood at random for each recipient, and counts the picks, until `stopFaults`. */
function createMoods() {
  const counts: Record<string, number> = {}
  let isOver = false
  function pick(): MailServerMood {
    let rest = isOver ? Number.POSITIVE_INFINITY : Math.random() * 100
    for (const [mood, share] of faultyMoods) {
      rest -= share
      if (rest >= 0) continue
      counts[mood] = (counts[mood] ?? 0) + 1
      return mood
    }
    return 'accept'
  }
  const stopFaults = () => {
    isOver = true
  }
  return { counts, pick, stopFaults }
}

async function call(
  server: ServerProcess,
  method: string,
  path: string,
  body?: object,
  cookie = '',
) {
  const headers = { cookie, ...(body && { 'content-type': 'application/json' }) }
  const response = await fetch(server.url + path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`)
  return response
}

async function signIn(server: ServerProcess): Promise<string> {
  const body = { email, password: testPassword }
  const response = await call(server, 'POST', '/api/accounts/sign-in', body)
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

async function addRecipients(server: ServerProcess, cookie: string): Promise<void> {
  const path = '/api/admin/email-notifications'
  for (const address of [...active, disabled]) {
    const added = await call(server, 'POST', path, { email: address }, cookie)
    const { data } = (await added.json()) as { data: { id: number } }
    if (address !== disabled) continue
    await call(server, 'PATCH', `${path}/${data.id}`, { isActive: false }, cookie)
  }
}

/** Takes the mail server away again and again. Returns the function that stops this. */
function startOutages(mailServer: MailServer): () => Promise<void> {
  let isOver = false
  const outages = (async () => {
    while (!isOver) {
      await sleep(Math.random() * maxAvailableMs)
      await mailServer.goAway()
      await sleep(awayMs)
      await mailServer.comeBack()
    }
  })()
  return async () => {
    isOver = true
    await outages
  }
}

/** Sends every lead, and repeats each one until a server has accepted it. */
async function sendLeads(pick: () => ServerProcess | undefined, senders: number): Promise<void> {
  let next = 0
  async function sendOneAfterTheOther() {
    while (next < leadCount) {
      const name = `Lead ${next++}`
      const body = contactBody({ name, submissionId: crypto.randomUUID() })
      for (let isTaken = false; !isTaken; ) {
        const server = pick()
        try {
          if (!server) throw new TypeError('all servers are down')
          await call(server, 'POST', '/api/contact', body)
          isTaken = true
        } catch (error) {
          if (!(error instanceof TypeError)) throw error
          await sleep(20)
        }
      }
    }
  }
  await Promise.all(Array.from({ length: senders }, sendOneAfterTheOther))
}

/** How many mails are in each state, from the metrics. */
async function countStates(server: ServerProcess): Promise<Record<string, number>> {
  const metrics = await (await call(server, 'GET', '/metrics')).text()
  const lines = metrics.matchAll(/^breezeway_deliveries\{channel="mail",state="(\w+)"\} (\d+)$/gm)
  return Object.fromEntries([...lines].map(([, state, count]) => [state, Number(count)]))
}

async function awaitMails({ taken }: MailServer, count: number): Promise<void> {
  const goal = taken.length + count
  for (const deadline = Date.now() + maxLifeMs; ; await sleep(5)) {
    if (taken.length >= goal || Date.now() > deadline) return
  }
}

/** Resends failed mails, as the owner does in the inbox, until every mail is sent. */
async function finish(server: ServerProcess, cookie: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; await sleep(100)) {
    const { pending, failed } = await countStates(server)
    if (pending === 0 && failed === 0) return
    if (Date.now() > deadline) throw new Error(`${pending} are pending, ${failed} have failed`)
    if (failed) await call(server, 'POST', '/api/admin/deliveries/resend-failed', undefined, cookie)
  }
}

async function assertAllArrived(server: ServerProcess, cookie: string, { taken }: MailServer) {
  const response = await call(server, 'GET', '/api/admin/leads', undefined, cookie)
  const { data } = (await response.json()) as { data: { id: number; name: string }[] }
  expect(new Set(data.map(({ name }) => name)).size).toBe(leadCount)
  expect(data.length).toBe(leadCount)

  // A repeat has the Message-ID of the first, so each recipient has as many of them as there are leads.
  const idsOf = new Map<string, Set<string>>()
  for (const { to, messageId } of taken) {
    idsOf.set(to, (idsOf.get(to) ?? new Set()).add(messageId))
  }
  const counts = [...idsOf].map(([to, ids]) => [to, ids.size])
  expect(counts.sort()).toEqual(active.map((to) => [to, leadCount]).sort())
  return taken.length - active.length * leadCount
}

/** Starts, kills and ends the servers of one run. */
function createServers(env: Record<string, string>, processes: number) {
  const alive: (ServerProcess | undefined)[] = Array.from({ length: processes })
  const start = async (place: number) => {
    alive[place] = await startWithDatabase(env)
  }
  const running = () => alive.filter((server) => server !== undefined)
  return {
    running,
    startAll: () => Promise.all(alive.map((_, place) => start(place))),
    pick: () => running()[Math.floor(Math.random() * running().length)],
    async killAndRestart(place: number) {
      const server = alive[place]
      alive[place] = undefined
      await server?.end('SIGKILL')
      await start(place)
    },
    endAll: (signal: 'SIGTERM' | 'SIGKILL') =>
      Promise.all(running().map((server) => server.end(signal))),
  }
}

async function surviveFaults(processes: number) {
  const moods = createMoods()
  const mailServer = await startMailServer(certificate, moods.pick)
  const { location, remove } = await freshDatabase()
  const env = {
    DATA_DIR: location.dataDir,
    DATABASE_URL: location.databaseUrl ?? '',
    SMTP_URL: mailServer.url,
    NODE_EXTRA_CA_CERTS: writeCertificate(certificate, folder.path),
    DELIVERY_TIME_SCALE: '0.01',
    ADMIN_EMAIL: email,
    ADMIN_PASSWORD: testPassword,
    CONTACT_LIMIT_PER_MINUTE: '1000000',
    CONTACT_LIMIT_PER_HOUR: '1000000',
    LOG_LEVEL: 'fatal',
  }
  const servers = createServers(env, processes)
  try {
    await servers.startAll()
    const [first] = servers.running()
    if (!first) throw new Error('no server was started')
    const cookie = await signIn(first)
    await addRecipients(first, cookie)

    const stopOutages = startOutages(mailServer)
    const sending = sendLeads(servers.pick, processes * sendersPerProcess)
    for (let kill = 0; kill < kills; kill += 1) {
      await awaitMails(mailServer, Math.random() * maxMailsBeforeKill)
      await servers.killAndRestart(kill % processes)
    }
    await sending
    moods.stopFaults()
    await stopOutages()

    const [survivor] = servers.running()
    if (!survivor) throw new Error('no server is left')
    await finish(survivor, cookie)
    const repeats = await assertAllArrived(survivor, cookie, mailServer)
    const { length: mails } = mailServer.taken
    const facts = { leads: leadCount, mails, repeats, kills, ...moods.counts }
    process.stdout.write(`deliveries: ${JSON.stringify(facts)}\n`)
    expect(new Set(await servers.endAll('SIGTERM'))).toEqual(new Set([0]))
  } finally {
    await servers.endAll('SIGKILL')
    await mailServer.goAway()
    await remove()
  }
}

const options = { timeout: 900_000 }

test(
  'on three processes every lead reaches every recipient, despite kills and mail faults',
  options,
  () => surviveFaults(3),
)
