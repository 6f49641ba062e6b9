import { readdirSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiPaths } from '#/contracts/routes.ts'
import { readConfig } from '#/server/config/config.ts'
import { buildTestApp, signInAs, testConfig } from '#tests/support/app-builder.ts'
import { makeCertificate } from '#tests/support/certificate.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody, contractorFields } from '#tests/support/factories.ts'
import { type MailRefusal, type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const steps = '/api/admin/first-steps'
const testMail = `${steps}/test-mail`

describeOnDatabase('the first day', (database) => {
  const folder = temporaryFolder()
  let app: FastifyInstance
  let withMail: FastifyInstance
  let server: MailServer
  let admin: string
  let editor: string
  let refusal: MailRefusal | undefined
  beforeAll(async () => {
    const certificate = await makeCertificate()
    server = await startMailServer(certificate, () => refusal ?? 'accept', { isSecure: false })
    const { smtp, mail } = readConfig({ SMTP_URL: server.url })
    const { db } = database.handle()
    const here = { dataDir: folder.path, deliveryTimeScale: 0.01 }
    app = await buildTestApp(database.handle(), { config: testConfig(here) })
    await app.listen({ port: 0 })
    withMail = await buildTestApp(database.handle(), { config: testConfig({ smtp, mail }) })
    admin = await signInAs(app, db, 'admin')
    editor = await signInAs(app, db, 'editor')
  })
  afterAll(async () => {
    await app.close()
    await withMail.close()
    await server.goAway()
    folder.remove()
  })

  type Method = 'GET' | 'POST' | 'PATCH' | 'PUT'
  async function ask(method: Method, url: string, payload?: object, cookie = admin, on = app) {
    const request = { method, url, headers: { cookie }, ...(payload && { payload }) }
    const response = await on.inject(request)
    return { status: response.statusCode, body: response.json() }
  }
  async function send(overrides: object = {}): Promise<number> {
    const payload = contactBody({ submissionId: crypto.randomUUID(), ...overrides })
    await app.inject({ method: 'POST', url: '/api/contact', payload })
    const query = 'name' in overrides ? '&quarantined=true' : ''
    return (await ask('GET', `/api/admin/leads?limit=1${query}`)).body.data[0].id
  }

  test('a lead that nobody was told of is told of when somebody asks, once; the mail lies as a file', async () => {
    const leadId = await send()
    const path = `/api/admin/leads/${leadId}/deliveries`
    const tell = () => ask('POST', path)
    expect((await ask('POST', path, undefined, '')).status).toBe(401)
    expect((await ask('POST', path, undefined, editor)).status).toBe(403)
    expect((await ask('POST', '/api/admin/leads/999999/deliveries')).status).toBe(404)
    expect((await ask('GET', steps)).body.data).toMatchObject({ activeRecipients: 0 })
    expect((await tell()).body).toMatchObject({
      code: 'conflict',
      message: 'No one is on the list yet. Add a mail recipient or another program first.',
    })

    await ask('POST', '/api/admin/email-notifications', { email: 'owner@example.com' })
    const answers = await Promise.all([tell(), tell()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await tell()).body.message).toBe(
      'Everyone on the list already has a notification of this lead.',
    )
    const told = async () => (await ask('GET', path)).body.data
    await expect.poll(told).toMatchObject([
      {
        target: 'owner@example.com',
        state: 'kept',
        sentAt: null,
        log: [
          {
            outcome: 'kept',
            answer: expect.stringMatching(/^kept as owner@example\.com-.*\.eml$/),
          },
        ],
      },
    ])
    const { history } = (await ask('GET', `/api/admin/leads/${leadId}`)).body.data
    expect(history.map(({ kind }: { kind: string }) => kind)).toEqual(['received', 'telling'])
    expect(history[1].by).toMatch(/^admin-/)

    const spam = await send({ name: 'Buy <b>now</b> https://a.example https://b.example' })
    expect((await ask('POST', `/api/admin/leads/${spam}/deliveries`)).body.message).toContain(
      'held as spam',
    )
  })

  test('the list is for admins, is ticked and put away, and says what the mail server is like', async () => {
    for (const [method, path] of [
      ['GET', steps],
      ['PATCH', steps],
      ['POST', testMail],
    ] as const) {
      expect((await ask(method, path, {}, '')).status).toBe(401)
      expect((await ask(method, path, {}, editor)).status).toBe(403)
    }
    expect((await ask('GET', steps)).body.data).toEqual({
      isBusinessSet: false,
      contractors: 0,
      offersAutomatically: null,
      sendsVisitorMails: null,
      activeRecipients: 1,
      activeWebhooks: 0,
      mailTestedAt: null,
      hasMailServer: false,
      hasSampleTestimonials: true,
      isBackedUp: false,
      isSentElsewhere: false,
      isPutAway: false,
    })
    expect((await ask('PATCH', steps, {})).body.data).toMatchObject({ isBackedUp: false })
    expect((await ask('PATCH', steps, { isBackedUp: true })).body.data).toMatchObject({
      isBackedUp: true,
      isPutAway: false,
    })
    // To stay by hand is a decision too; whoever names the business sets its name, its number, or both.
    await ask('PUT', apiPaths.offerSettings, { isAutomatic: false })
    await ask('PUT', apiPaths.visitorMails, { sendsMails: true })
    await ask('PUT', apiPaths.business, { name: 'Lakeside Cooling' })
    await ask('POST', apiPaths.contractors, contractorFields())
    expect((await ask('GET', steps)).body.data).toMatchObject({
      isBusinessSet: true,
      contractors: 1,
      offersAutomatically: false,
      sendsVisitorMails: true,
    })
    await ask('PATCH', steps, { isPutAway: true })
    expect((await ask('PATCH', steps, { isBackedUp: false })).body.data).toMatchObject({
      isBackedUp: false,
      isPutAway: true,
    })
    const { body } = await ask('PATCH', steps, { isBackedUp: 'yes' })
    expect(body.fields.isBackedUp).toBe('This must be true or false.')
    const away = (await ask('GET', steps, undefined, admin, withMail)).body.data
    expect(away).toMatchObject({ hasMailServer: true, mailTestedAt: null })
  })

  test('a test mail says what became of it, and few can be asked for', async () => {
    const post = (on: FastifyInstance, email = 'me@example.com') =>
      ask('POST', testMail, { email }, admin, on)
    const tested = async () => (await ask('GET', steps)).body.data.mailTestedAt
    expect((await post(app)).body.data).toMatchObject({ outcome: 'kept', problem: null })
    expect(readdirSync(`${folder.path}/mail`).join()).toContain('me@example.com-')
    expect((await post(app, 'nobody')).status).toBe(400)
    refusal = { code: 554, words: '5.7.1 Relay access denied' }
    expect((await post(withMail)).body.data).toMatchObject({
      outcome: 'failed',
      problem: expect.stringContaining('Enter a user name and password'),
      answer: expect.stringContaining('Relay access denied'),
    })
    expect(await tested()).toBeNull()
    refusal = undefined
    expect((await post(withMail)).body.data).toMatchObject({
      outcome: 'sent',
      answer: expect.stringMatching(/^250/),
    })
    expect(await tested()).toEqual(expect.any(String))
    expect(server.taken).toMatchObject([{ to: 'me@example.com' }])
    expect((await post(withMail)).status).toBe(200)
    expect((await post(withMail)).status).toBe(429)
    expect(server.taken).toHaveLength(2)
  })
})
