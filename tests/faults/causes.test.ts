/** @module-tag slow */
import { renameSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { withoutNumbers } from '#/contracts/health/finding-catalog.ts'
import type { Finding } from '#/contracts/health/findings.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { type Config, readConfig } from '#/server/config/config.ts'
import { openDatabase } from '#/server/db/connect/client.ts'
import type { DatabaseHandle } from '#/server/db/database.ts'
import { productRole } from '#/server/db/embedded/roles.ts'
import { notificationRecipients } from '#/server/db/tables/schema.ts'
import { checkRunning } from '#/server/doctor/run-doctor.ts'
import { journalFolder } from '#/server/leads/take/journal.ts'
import { buildTestApp, signInAs, testConfig } from '#tests/support/app-builder.ts'
import { makeCertificate, trustHere } from '#tests/support/certificate.ts'
import { contactBody } from '#tests/support/factories.ts'
import { familyOf, kill } from '#tests/support/machine/processes.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import {
  asSuperuser,
  type PostgresServer,
  postmasterOf,
  startPostgres,
} from '#tests/support/postgres-server.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'

/** A cause is named within this time of its beginning, and no more within that of its end. */
const namedMs = 10_000
const silentMs = 30_000

let postgres: PostgresServer
let superuser: Client
let mailServer: MailServer
let database: DatabaseHandle
let app: FastifyInstance
let config: Config
let cookie: string
const logLines: string[] = []

async function asRoot(...statements: string[]): Promise<void> {
  for (const statement of statements) await superuser.query(statement)
}

async function connectSuperuser(): Promise<void> {
  superuser = new Client({ connectionString: asSuperuser(postgres.urlOf('postgres')) })
  superuser.on('error', () => {})
  await superuser.connect()
}

beforeAll(async () => {
  postgres = await startPostgres()
  await connectSuperuser()
  const certificate = await makeCertificate()
  trustHere(certificate)
  mailServer = await startMailServer(certificate)
  const databaseUrl = postgres.urlOf('postgres')
  const { smtp } = readConfig({ SMTP_URL: mailServer.url })
  config = testConfig({ databaseUrl, smtp, deliveryTimeScale: 0.01, storeWithinMs: 500 })
  database = await openDatabase({ dataDir: config.dataDir, databaseUrl }, silentLogger)
  app = await buildTestApp(database, { config, logLines })
  await database.db.insert(notificationRecipients).values({ email: 'owner@example.com' })
  cookie = await signInAs(app, database.db, 'admin')
  await app.listen({ host: '127.0.0.1', port: 0 })
  config = { ...config, port: (app.server.address() as AddressInfo).port }
}, 120_000)

afterAll(async () => {
  await superuser?.end().catch(() => {})
  await app?.close()
  await database?.close()
  await postgres?.remove()
})

afterEach(() => {
  logLines.length = 0
})

const send = () =>
  app.inject({
    method: 'POST',
    url: apiPaths.contact,
    payload: contactBody({ name: crypto.randomUUID() }),
  })

/** What the API tells the inbox; undefined where that reads /readyz, because the server cannot say who asks. */
async function readInbox(): Promise<Finding[] | undefined> {
  const asked = app.inject({ url: apiPaths.findings, headers: { cookie } })
  const answer = await Promise.race([asked, sleep(4_000, undefined, { ref: false })])
  if (answer === undefined || answer.statusCode === 503) return undefined
  expect(answer.statusCode).toBe(200)
  return answer.json().data
}

/** What each place says is wrong, without numbers. */
async function readAll() {
  const [ready, inbox, doctor, metrics] = await Promise.all([
    app.inject('/readyz'),
    readInbox(),
    checkRunning(config),
    app.inject('/metrics'),
  ])
  const texts = (findings: readonly { text: string }[]) =>
    findings.map(({ text }) => withoutNumbers(text)).sort()
  const { findings } = ready.json()
  return {
    ready: texts(findings),
    inbox: texts(inbox ?? findings),
    doctor: texts(doctor.filter(({ state }) => state !== 'good')),
    metrics: [...metrics.body.matchAll(/^breezeway_finding\{.*text="(.*)"\} 1$/gm)]
      .map(([, text = '']) => text)
      .sort(),
  }
}

const nothing = { ready: [], inbox: [], doctor: [], metrics: [] }

const endOurs = `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${productRole}'`

type Cause = { begin: () => Promise<unknown>; text: RegExp; end: () => Promise<unknown> }

const causes: Record<string, Cause> = {
  'the database is stopped': {
    begin: () => postgres.stopImmediately(),
    text: /^The database cannot be reached\.$/,
    end: async () => {
      await postgres.start()
      await connectSuperuser()
    },
  },
  'the database is paused': {
    begin: async () => {
      for (const pid of familyOf(postmasterOf(postgres.dataDir))) kill(pid, 'SIGSTOP')
    },
    text: /^The database takes N seconds to store something\.$/,
    end: async () => {
      for (const pid of familyOf(postmasterOf(postgres.dataDir))) kill(pid, 'SIGCONT')
    },
  },
  'the database only reads': {
    begin: () =>
      asRoot(`alter role ${productRole} set default_transaction_read_only = on`, endOurs),
    text: /^The database only reads: it takes no writes\.$/,
    end: () => asRoot(`alter role ${productRole} reset default_transaction_read_only`, endOurs),
  },
  'the database has no connections left': {
    begin: () => asRoot(`alter role ${productRole} connection limit 0`, endOurs),
    text: /^The database has no connections left\.$/,
    end: () => asRoot(`alter role ${productRole} connection limit -1`),
  },
  'the role may not sign in': {
    begin: () => asRoot(`alter role ${productRole} nologin`, endOurs),
    text: /^The database does not let the site in\.$/,
    end: () => asRoot(`alter role ${productRole} login`),
  },
  'the folder of the journal is gone': {
    begin: async () => renameSync(journalFolder(config.dataDir), `${config.dataDir}/away`),
    text: /^The journal cannot be written: its folder is missing\.$/,
    end: async () => renameSync(`${config.dataDir}/away`, journalFolder(config.dataDir)),
  },
  'the mail server is gone': {
    // It is noticed when a mail is to leave.
    begin: async () => {
      await mailServer.goAway()
      await send()
    },
    text: /^No mail leaves\. The mail server cannot be reached\.$/,
    end: () => mailServer.comeBack(),
  },
}

/** The others take longest, and `npm run faults` does all; what is said of each has a test beside its code. */
const short = [
  'the database is stopped',
  'the folder of the journal is gone',
  'the mail server is gone',
]
const tried = Object.entries(causes).filter(
  ([name]) => inject('faults') === 'full' || short.includes(name),
)

test('at first nothing is wrong', async () => {
  await expect.poll(readAll, { timeout: silentMs }).toEqual(nothing)
})

test.each(tried)(
  '%s: every place names it in the same words within ten seconds, and none half a minute after its end',
  async (_name, { begin, text, end }) => {
    await begin()
    try {
      const named = expect.arrayContaining([expect.stringMatching(text)])
      await expect
        .poll(readAll, { timeout: namedMs, interval: 250 })
        .toEqual({ ready: named, inbox: named, doctor: named, metrics: named })
    } finally {
      await end()
    }
    await expect.poll(readAll, { timeout: silentMs, interval: 250 }).toEqual(nothing)
    const levels = logLines.map((line) => JSON.parse(line).level as number)
    expect(levels.filter((level) => level >= 50).length).toBeLessThanOrEqual(3)
  },
  namedMs + silentMs + 30_000,
)
