import { readdirSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { readConfig } from '#/server/config/config.ts'
import { buildTestApp, testConfig } from '#tests/support/app-builder.ts'
import { makeCertificate } from '#tests/support/certificate.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contractorFields } from '#tests/support/factories.ts'
import { type MailRefusal, type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const steps = '/api/admin/first-steps'
const testMail = `${steps}/test-mail`

describeOnDatabase('the first day', (database) => {
  const folder = temporaryFolder()
  const config = testConfig({ dataDir: folder.path, deliveryTimeScale: 0.01 })
  const { app, ask } = adminSite(database, { build: { config }, listens: true })
  let withMail: FastifyInstance
  let server: MailServer
  let refusal: MailRefusal | undefined
  beforeAll(async () => {
    const certificate = await makeCertificate()
    server = await startMailServer(certificate, () => refusal ?? 'accept', { isSecure: false })
    const { smtp, mail } = readConfig({ SMTP_URL: server.url })
    withMail = await buildTestApp(database.handle(), { config: testConfig({ smtp, mail }) })
  })
  afterAll(async () => {
    await withMail.close()
    await server.goAway()
    folder.remove()
  })

  test('the list is ticked and put away, and says what is set and what the mail server is like', async () => {
    const email = 'owner@example.com'
    expect((await ask('POST', '/api/admin/email-notifications', { email })).status).toBe(201)
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
    for (const [method, path, payload] of [
      ['PUT', api.offerSettings.change.path, { isAutomatic: false }],
      ['PUT', api.visitorMails.change.path, { sendsMails: true }],
      ['PUT', api.business.change.path, { name: 'Lakeside Cooling' }],
      ['POST', api.addContractor.path, contractorFields()],
    ] as const) {
      expect((await ask(method, path, payload)).status, path).toBeLessThan(300)
    }
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
    const away = (await ask('GET', steps, undefined, withMail)).body.data
    expect(away).toMatchObject({ hasMailServer: true, mailTestedAt: null })
  })

  test('a test mail says what became of it, and few can be asked for', async () => {
    const post = (on: FastifyInstance, email = 'me@example.com') =>
      ask('POST', testMail, { email }, on)
    const tested = async () => (await ask('GET', steps)).body.data.mailTestedAt
    expect((await post(app())).body.data).toMatchObject({ outcome: 'kept', problem: null })
    expect(readdirSync(`${folder.path}/mail`).join()).toContain('me@example.com-')
    expect((await post(app(), 'nobody')).status).toBe(400)
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
