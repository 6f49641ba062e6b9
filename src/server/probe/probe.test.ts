import { createServer, request as requestHttp, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { probeHeader, probePath } from '#/contracts/probe.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { buildTestApp, testConfig } from '../../../tests/app-builder.ts'
import { makeCertificate } from '../../../tests/certificate.ts'
import { describeOnDatabase } from '../../../tests/databases.ts'
import { within } from '../../../tests/drill/places.ts'
import { digestTables } from '../../../tests/drill/rows.ts'
import { contactBody } from '../../../tests/factories.ts'
import {
  type MailServer,
  type MailServerMood,
  startMailServer,
} from '../../../tests/mail-server.ts'
import { silentLogger as log } from '../../../tests/silent-logger.ts'
import { temporaryFolder } from '../../../tests/temporary-folder.ts'
import { readSecret } from '../accounts/secrets.ts'
import { type Config, readConfig } from '../config.ts'
import { leads, notificationRecipients, probes, users, webhooks } from '../db/schema.ts'
import { paceAt } from '../notifications/deliveries/pace.ts'
import { createDirectMail } from '../notifications/mail/direct-mail.ts'
import { createSmtpTransport } from '../notifications/mail/smtp-transport.ts'
import { createTellOfProbe, createTryMail } from '../notifications/probe-news.ts'
import { createBuiltRenderer } from '../render/built-renderer.ts'
import { makeDueProbe, type ProbeDeps } from './make-due-probe.ts'
import { claimProbe, mostAttempts } from './probe-rows.ts'
import { readProbeStatus } from './probe-status.ts'
import { makeProbeToken } from './probe-token.ts'

const never = new AbortController().signal
const owner = 'owner@site.example'

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** A server of the test, on a port of its own. */
async function serve(handle: Parameters<typeof createServer>[1]): Promise<Server> {
  const server = createServer(handle ?? (() => {}))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

describeOnDatabase('the probe', (database) => {
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
      tryMail: createTryMail({ db, smtp, from: config.mail.from.address, pace }),
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

  /** Sends it as often as it is tried before somebody is told. */
  async function sendOften(deps: Partial<ProbeDeps> = {}) {
    const { db } = database.handle()
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      await send(deps)
      await db
        .update(probes)
        .set({ claimedUntil: new Date(0) })
        .where(eq(probes.dueAt, dueAt))
    }
  }

  const last = async () => (await readProbeStatus(database.handle().db, usual.times)).last
  const leadsNow = () => database.handle().db.select({ name: leads.name }).from(leads)
  const subjects = () =>
    mailServer.taken
      .map(({ raw, to }) => `${to}: ${/^subject: (.*)$/im.exec(raw)?.[1]?.trim()}`)
      .filter((subject) => subject.includes('Requests'))
  const failedMail = `${owner}: Requests may not reach you`
  const worksMail = `${owner}: Requests reach you again`

  test('comes through, and leaves nothing in any table, no mail, no call, no count', async () => {
    const digest = () =>
      within(database.location(), (client) => digestTables(client, ['probes', 'rate_limits']))
    await readSecret(database.handle().db, 'probe')
    const before = await digest()
    const { body: metrics } = await app.inject('/metrics')
    await send()
    const lastSuccess = /^breezeway_probe_last_success_time_seconds /m
    expect(metrics).not.toMatch(lastSuccess)
    expect((await app.inject('/metrics')).body).toMatch(lastSuccess)
    expect(await last()).toMatchObject({ state: 'done', problem: null })
    expect((await last())?.durationMs).toBeGreaterThan(0)
    expect(await digest()).toEqual(before)
    expect([mailServer.taken, calls]).toEqual([[], []])
    const count = /^breezeway_leads_total .*$/m
    expect(count.exec((await app.inject('/metrics')).body)?.[0]).toBe(count.exec(metrics)?.[0])
    expect(await readProbeStatus(database.handle().db, usual.times)).toMatchObject({
      isLate: false,
      lastDoneAt: expect.any(String),
    })
  })

  test('is sent by one of all processes, again if that one dies, and by none before it is due', async () => {
    const { db } = database.handle()
    await Promise.all([send(), send(), send()])
    expect(await db.select({ attempts: probes.attempts }).from(probes)).toEqual([{ attempts: 1 }])
    next()
    const died = await claimProbe(db, dueAt)
    await send()
    expect(await last()).toMatchObject({ dueAt: new Date(dueAt.getTime() - 60_000).toISOString() })
    await db
      .update(probes)
      .set({ claimedUntil: new Date(0) })
      .where(eq(probes.dueAt, dueAt))
    await send()
    expect(await last()).toMatchObject({ state: 'done', dueAt: died?.dueAt.toISOString() })
    expect(await leadsNow()).toEqual([])
    expect(await db.select({ told: probes.told }).from(probes)).toEqual([
      { told: null },
      { told: null },
    ])
  })

  test('takes nothing of the limits of visitors; what only claims to be one is a lead like any', async () => {
    const { db } = database.handle()
    const post = (token: string, name: string) =>
      fetch(`${config.site.url}${apiPaths.contact}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [probeHeader]: token },
        body: JSON.stringify(contactBody({ name })),
      })
    const key = await readSecret(db, 'probe')
    await send()
    const used = makeProbeToken(key, { dueAt, attempt: 1 })
    const forged = makeProbeToken(`${key}x`, { dueAt, attempt: 1 })
    next()
    await send()
    expect((await post(forged, 'Forged')).status).toBe(201)
    expect((await post(forged, 'Forged, too often')).status).toBe(429)
    expect((await post(used, 'Used, too often')).status).toBe(429)
    expect(await leadsNow()).toEqual([{ name: 'Forged' }])
    const old = makeProbeToken(key, { dueAt, attempt: 1 }, Date.now() - 6 * 60_000)
    for (const [token, status] of [
      [makeProbeToken(key, { dueAt, attempt: 1 }), 200],
      [forged, 404],
      [old, 404],
      ['', 404],
    ] as const) {
      const headers = { [probeHeader]: token }
      expect((await app.inject({ url: probePath, headers })).statusCode).toBe(status)
    }
  })

  test('tells once that the address does not answer, and once that it does again', async () => {
    const gone = await serve(undefined)
    const site = { ...config.site, url: addressOf(gone) }
    await close(gone)
    await send({ site })
    const problem = `Nothing answers at ${new URL(site.url).host} (ECONNREFUSED).`
    expect(await last()).toMatchObject({ state: 'failed', problem })
    expect(subjects()).toEqual([])
    await sendOften({ site })
    expect(await last()).toMatchObject({ state: 'failed', problem })
    next()
    await sendOften({ site })
    expect(subjects()).toEqual([failedMail])
    const written = mailServer.taken.map(({ raw }) => raw.replaceAll('=\r\n', '')).join()
    expect(written).toContain(problem)
    const news = () => calls.filter(({ type }) => type.startsWith('probe'))
    expect(news()).toEqual([
      expect.objectContaining({ type: 'probe.failed', data: { url: config.site.url, problem } }),
    ])
    next()
    await send()
    next()
    await send()
    expect(subjects()).toEqual([failedMail, worksMail])
    expect(news().map(({ type }) => type)).toEqual(['probe.failed', 'probe.works'])
  })

  test('sends no form where the installation does not know it: that would be a lead', async () => {
    // A proxy that takes the header away.
    const proxy = await serve((request, response) => {
      const { [probeHeader]: _taken, ...headers } = request.headers
      const { method, url: path } = request
      const own = { method, path, headers: { ...headers, host: new URL(config.site.url).host } }
      const onward = requestHttp(config.site.url, own, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      })
      request.pipe(onward)
    })
    await send({ site: { ...config.site, url: addressOf(proxy) } })
    await close(proxy)
    expect((await last())?.problem).toMatch(/a proxy takes the header x-breezeway-probe away/)
    expect(await leadsNow()).toEqual([])
  })

  test('says that the database does not take requests, by mail', async () => {
    const { db } = database.handle()
    await db.execute(sql`alter table leads rename column message to words`)
    try {
      await sendOften()
    } finally {
      await db.execute(sql`alter table leads rename column words to message`)
    }
    expect((await last())?.problem).toBe(
      'The form was refused: The database did not take the request. It would have waited in the journal.',
    )
    expect(subjects()).toEqual([failedMail])
    const { body } = await app.inject('/metrics')
    expect(body).toContain('breezeway_journal_leads{state="waiting"} 0')
  })

  test('says that the mail server does not take mails, by the webhooks', async () => {
    mood = 'refuse'
    await sendOften()
    const problem = 'The mail server did not accept this address (550).'
    expect(await last()).toMatchObject({ state: 'failed', problem })
    expect(calls.map(({ type }) => type)).toEqual(['probe.failed'])
    await mailServer.goAway()
    next()
    await send()
    expect((await last())?.problem).toBe('The mail server cannot be reached.')
    await mailServer.comeBack()
    next()
    mood = 'accept'
    await send()
    expect(subjects()).toEqual([worksMail])
  })

  test('that nobody could be told of is told with the next one', async () => {
    const { db } = database.handle()
    await db.delete(webhooks)
    mood = 'refuse'
    await sendOften()
    next()
    const gone = { ...config.site, url: 'http://127.0.0.1:1' }
    mood = 'accept'
    await sendOften({ site: gone })
    expect(subjects()).toEqual([failedMail])
  })

  test('ends in time when something on its way never answers', async () => {
    mood = 'hang'
    await send({ longestMs: 1_500 })
    expect((await last())?.problem).toMatch(
      /^(It took longer than a minute|The mail server did not)/,
    )
  })
})
