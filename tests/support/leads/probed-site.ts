import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type Config, readConfig } from '#/server/config/config.ts'
import { readSecret } from '#/server/db/secrets.ts'
import {
  leads,
  notificationRecipients,
  probes,
  users,
  webhooks,
} from '#/server/db/tables/schema.ts'
import { paceAt } from '#/server/notifications/deliveries/pace.ts'
import { createDirectMail } from '#/server/notifications/mail/direct-mail.ts'
import { createSmtpTransport } from '#/server/notifications/mail/smtp-transport.ts'
import { createTellOfProbe, createTryMail } from '#/server/notifications/probe-news.ts'
import { makeDueProbe, type ProbeDeps } from '#/server/probe/make-due-probe.ts'
import { mostAttempts } from '#/server/probe/probe-rows.ts'
import { readProbeStatus } from '#/server/probe/probe-status.ts'
import { createBuiltRenderer } from '#/server/render/built-renderer.ts'
import { buildTestApp, testConfig } from '#tests/support/app-builder.ts'
import { makeCertificate } from '#tests/support/certificate.ts'
import type { describeOnDatabase } from '#tests/support/databases.ts'
import {
  type MailServer,
  type MailServerMood,
  startMailServer,
} from '#tests/support/mail-server.ts'
import { silentLogger as log } from '#tests/support/silent-logger.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const never = new AbortController().signal
const owner = 'owner@site.example'

/** The recipient, and the subject. */
export const failedMail = `${owner}: Requests may not reach you`
export const worksMail = `${owner}: Requests reach you again`

/** The address of a server of the test. */
export const addressOf = (server: Server) =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** A server of the test, on a port of its own. */
export async function serve(handle: Parameters<typeof createServer>[1]): Promise<Server> {
  const server = createServer(handle ?? (() => {}))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

export const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

type Database = Parameters<Parameters<typeof describeOnDatabase>[1]>[0]

/** A site that listens, with a mail server and a webhook, for each test of a file that has probes sent. */
export function startProbedSite(database: Database) {
  let app: FastifyInstance
  let config: Config
  let mailServer: MailServer
  let mood: MailServerMood = 'accept'
  let hook: Server
  const calls: { type: string; data: unknown }[] = []
  const folder = temporaryFolder()
  let usual: ProbeDeps
  let dueAt: Date
  let minutes = 0

  beforeAll(async () => {
    const { db } = database.handle()
    mailServer = await startMailServer(await makeCertificate(), () => mood)
    const free = await serve(undefined)
    const { port } = free.address() as AddressInfo
    await close(free)
    const base = testConfig()
    const { smtp } = readConfig({ SMTP_URL: mailServer.url })
    config = testConfig({
      ...{ port, smtp, hasSiteUrl: true, deliveryTimeScale: 0.01, allowsPrivateWebhooks: true },
      site: { ...base.site, url: `http://127.0.0.1:${port}` },
      contactLimits: { perMinute: 1, perHour: 1 },
    })
    app = await buildTestApp(database.handle(), { config })
    await app.listen({ port, host: '127.0.0.1' })
    hook = await serve(async (request, response) => {
      calls.push(JSON.parse(await text(request)))
      response.end()
    })
    await db.insert(users).values({
      ...{ id: 'u1', name: 'Ana', email: 'ana@site.example', role: 'admin' },
      passwordHash: '',
      createdAt: new Date('2026-01-01T00:00:00Z'),
    })
    if (!smtp) throw new Error('there is a mail server')
    const pace = paceAt(config.deliveryTimeScale)
    const transport = createSmtpTransport(smtp, config.mail, { pace, connections: 1 })
    const { renderMail } = await createBuiltRenderer(config.site)
    const { site } = config
    const direct = createDirectMail({ db, folder: folder.path, site, transport, renderMail })
    usual = {
      ...{ db, log, site },
      times: { last: () => dueAt, next: () => undefined },
      readKey: () => readSecret(db, 'probe'),
      tryMail: createTryMail({ db, wayOut: () => config, pace }),
      tell: createTellOfProbe({ db, direct, site, allowsPrivate: true }, log),
    }
  })
  afterAll(async () => {
    await app.close()
    await mailServer.goAway()
    await close(hook)
    folder.remove()
  })
  beforeEach(async () => {
    const { db } = database.handle()
    mood = 'accept'
    mailServer.taken.length = 0
    calls.length = 0
    await db.insert(notificationRecipients).values({ email: owner })
    await db.insert(webhooks).values({ url: addressOf(hook), secret: 'whsec_c2VjcmV0' })
    next()
  })
  afterEach(async () => {
    const { db } = database.handle()
    for (const table of [notificationRecipients, webhooks, probes]) await db.delete(table)
    await db.delete(leads)
  })

  /** The next time of the schedule has come. */
  function next() {
    minutes += 1
    dueAt = new Date(Date.UTC(2026, 10, 22) + minutes * 60_000)
  }

  const send = (deps: Partial<ProbeDeps> = {}) => makeDueProbe({ ...usual, ...deps }, never)

  /** Sends it as often as it is tried before the owner is told. */
  async function sendOften(deps: Partial<ProbeDeps> = {}) {
    const { db } = database.handle()
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      await send(deps)
      await db
        .update(probes)
        .set({ finishedAt: new Date(0) })
        .where(eq(probes.dueAt, dueAt))
    }
  }

  const last = async () => (await readProbeStatus(database.handle().db, usual.times)).last
  const leadsNow = () => database.handle().db.select({ name: leads.name }).from(leads)
  const subjects = () =>
    mailServer.taken
      .map(({ raw, to }) => `${to}: ${/^subject: (.*)$/im.exec(raw)?.[1]?.trim()}`)
      .filter((subject) => subject.includes('Requests'))

  return {
    ...{ next, send, sendOften, last, leadsNow, subjects, calls, mails: () => mailServer },
    app: () => app,
    config: () => config,
    usual: () => usual,
    dueAt: () => dueAt,
    setMood(wanted: MailServerMood) {
      mood = wanted
    },
  }
}
