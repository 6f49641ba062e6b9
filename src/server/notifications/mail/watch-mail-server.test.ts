import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from '#/server/config/config.ts'
import { deliveries } from '#/server/db/tables/schema.ts'
import { buildTestApp, testConfig } from '#tests/support/app-builder.ts'
import { makeCertificate, trustHere } from '#tests/support/certificate.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { type MailRefusal, type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { paceAt } from '../deliveries/pace.ts'
import { addRecipient } from '../recipients/recipients.ts'
import { unknownMailServer, watchMailServer } from './watch-mail-server.ts'

const refusal = 'The mail server did not accept our user name or password.'

describe('by the clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  })
  afterEach(() => vi.useRealTimers())

  /**
   * A watch that looks again after a second, over a server that is there or not. What waits for it
   * cannot be released a number of times.
   */
  function start({ isThere = false, failures = 0, keepsFiles = false } = {}) {
    const server = { isThere, asked: 0, released: 0 }
    const logged: string[] = []
    const inWords = (line: string) => {
      const { msg, problem } = JSON.parse(line)
      return problem ? `${msg}: ${problem}` : msg
    }
    const state = unknownMailServer()
    const watch = watchMailServer({
      verify: async () => {
        server.asked += 1
        if (!server.isThere) throw Object.assign(new Error('no'), { code: 'EAUTH' })
      },
      isThere: () => !keepsFiles,
      logger: pino({}, { write: (line: string) => void logged.push(inWords(line)) }),
      pace: { ...paceAt(1), fallbackMs: 1_000 },
      state,
      async onBack() {
        server.released += 1
        if (server.released <= failures) throw new Error('the database is away')
      },
    })
    /** How often it asks within so many seconds. */
    async function asksWithin(seconds: number) {
      const before = server.asked
      await vi.advanceTimersByTimeAsync(seconds * 1_000)
      return server.asked - before
    }
    return { server, state, watch, logged, asksWithin }
  }

  test('it asks after one second, two, four and eight, and then every ten', async () => {
    const { server, state, logged, asksWithin } = start()
    expect(server.asked).toBe(1)
    for (const pause of [1, 2, 4, 8, 10, 10]) {
      expect(await asksWithin(pause - 0.001)).toBe(0)
      expect(await asksWithin(0.001)).toBe(1)
    }
    expect(state).toEqual({
      isAnswering: false,
      problem: refusal,
      askedAt: new Date(),
    })
    expect(logged).toEqual([`the mail server is away: ${refusal}`])
  })

  test('it asks no more once the server is back, and begins with short pauses when it is away again', async () => {
    const { server, state, watch, logged, asksWithin } = start()
    await asksWithin(7)
    server.isThere = true
    expect(await asksWithin(8)).toBe(1)
    expect(state).toEqual({ isAnswering: true, problem: null, askedAt: new Date() })
    expect(await asksWithin(3_600)).toBe(0)
    expect(server.released).toBe(1)
    server.isThere = false
    // Several mails find out at once.
    for (let mail = 0; mail < 3; mail += 1) watch.report('It is away.')
    expect(state).toMatchObject({ isAnswering: false, problem: 'It is away.' })
    expect(await asksWithin(1)).toBe(1)
    // A mail that leaves shows that it is back before the next look.
    watch.report(null)
    // The next says nothing new.
    watch.report(null)
    expect(await asksWithin(3_600)).toBe(0)
    expect(server.released).toBe(2)
    expect(logged).toEqual([
      `the mail server is away: ${refusal}`,
      'the mail server answers',
      'the mail server is away: It is away.',
      'the mail server answers',
    ])
  })

  test('without a mail server none is said to answer', async () => {
    const { logged, asksWithin } = start({ isThere: true, keepsFiles: true })
    await asksWithin(0)
    expect(logged).toEqual(['there is no mail server: mails are kept'])
  })

  test('it releases what waits again if that failed', async () => {
    const { server, watch, asksWithin } = start({ isThere: true, failures: 2 })
    await asksWithin(0)
    expect(server.released).toBe(1)
    expect(await asksWithin(1)).toBe(1)
    expect(await asksWithin(1)).toBe(1)
    expect(server.released).toBe(3)
    watch.report(null)
    expect(await asksWithin(3_600)).toBe(0)
    expect(server.released).toBe(3)
  })

  test('closed, it neither asks nor says anything', async () => {
    const { server, state, watch, asksWithin } = start()
    await asksWithin(1)
    const before = { ...state }
    watch.close()
    watch.report(null)
    watch.report('It is away.')
    expect(await asksWithin(3_600)).toBe(0)
    expect([state, server.released]).toEqual([before, 0])
  })
})

describeOnDatabase('a mail server that comes and goes', (database) => {
  let app: FastifyInstance
  let server: MailServer
  const refusals = new Map<string, MailRefusal>()
  const logLines: string[] = []
  beforeAll(async () => {
    const certificate = await makeCertificate()
    trustHere(certificate)
    server = await startMailServer(certificate, (to) => refusals.get(to) ?? 'accept')
    await server.goAway()
    const { smtp, mail } = readConfig({ SMTP_URL: server.url })
    const config = testConfig({ smtp, mail, deliveryTimeScale: 0.03, port: 0 })
    app = await buildTestApp(database.handle(), { config, logLines })
    await app.listen({ port: 0 })
  })
  afterAll(async () => {
    await app.close()
    await server.goAway()
  })
  const send = async (name: string) => {
    const payload = contactBody({ name, submissionId: crypto.randomUUID() })
    expect((await app.inject({ method: 'POST', url: '/api/contact', payload })).statusCode).toBe(
      201,
    )
  }
  const mail = async () => (await app.inject('/readyz')).json().mail
  const stored = async () => database.handle().db.select().from(deliveries).orderBy(deliveries.id)

  test('is not ready before it has answered, and back, it gets what waits at once; one that it puts off does not make it away', async () => {
    const { db } = database.handle()
    await addRecipient(db, 'owner@example.com')
    expect(await mail()).toBe('away')
    await send('First One')
    await expect.poll(async () => (await stored())[0]?.waitsForServer).toBe(true)
    // As after hours of waiting.
    await db.update(deliveries).set({ dueAt: new Date(Date.now() + 3_600_000) })
    await server.comeBack()
    await expect.poll(() => server.taken.length).toBe(1)
    await expect.poll(mail).toBe('ready')

    refusals.set('owner@example.com', { code: 450, words: '4.2.0 Greylisted' })
    await send('Second One')
    const problem = async () => String((await stored())[1]?.problem)
    await expect.poll(problem).toContain('(450)')
    refusals.set('owner@example.com', { code: 554, words: '5.7.1 Relay access denied' })
    await expect.poll(problem).toContain('(554)')
    expect((await stored())[1]).toMatchObject({ state: 'pending', waitsForServer: false })
    refusals.clear()
    await expect.poll(() => server.taken.length).toBe(2)
    // On a busy machine it may be away for other reasons: an answer that came too late.
    const away = logLines.filter((line) => line.includes('the mail server is away'))
    expect(away.filter((line) => /\((450|554)\)/.test(line))).toEqual([])
  })
})
