import { readdirSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtInArea } from '#/content/area.ts'
import { business } from '#/content/business.ts'
import { builtInClaims } from '#/content/pages/about.ts'
import { api } from '#/contracts/endpoints/api.ts'
import type { NeedList } from '#/contracts/health/needs.ts'
import { readConfig } from '#/server/config/config.ts'
import { readSetting, saveSetting } from '#/server/db/settings.ts'
import { buildTestApp, testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contractorFields } from '#tests/support/factories.ts'
import {
  type MailRefusal,
  type MailServer,
  startLocalMailServer,
} from '#tests/support/mail-server.ts'
import { suiteFolder } from '#tests/support/own-folder.ts'
import { adminSite } from '#tests/support/suite-site.ts'

const steps = '/api/admin/first-steps'
const testMail = `${steps}/test-mail`

describeOnDatabase('the first day', (database) => {
  const folder = suiteFolder()
  const config = testConfig({
    dataDir: folder.path,
    deliveryTimeScale: 0.01,
    tellsEmbeddedAge: false,
  })
  const { app, ask } = adminSite(database, { build: { config }, listens: true })
  let withMail: FastifyInstance
  let server: MailServer
  let refusal: MailRefusal | undefined
  beforeAll(async () => {
    server = await startLocalMailServer(() => refusal ?? 'accept')
    const { smtp, mail } = readConfig({ SMTP_URL: server.url })
    const config = testConfig({ smtp, mail, tellsEmbeddedAge: false })
    withMail = await buildTestApp(database.handle(), { config })
  })
  afterAll(async () => {
    await withMail.close()
    await server.goAway()
  })

  const needs = async (on?: FastifyInstance): Promise<NeedList> =>
    (await ask('GET', api.needs.path, undefined, on)).body.data
  const keys = async (on?: FastifyInstance) => (await needs(on)).needs.map(({ key }) => key)

  test('is done step by step, each where it stands, and what is left is put away', async () => {
    expect(await keys()).toEqual([
      ...['recipients', 'mail', 'contractors', 'offers', 'visitor-mails', 'business'],
      ...['area', 'claims', 'hours', 'reviews', 'backup'],
    ])
    const press = async (words: string) => {
      const list = await needs()
      const all = [...list.buttons, ...list.needs.flatMap(({ buttons }) => buttons)]
      const button = all.find(({ text }) => text === words)
      const { status } = await ask(button?.method ?? 'GET', button?.path ?? '', button?.body)
      expect(status, words).toBeLessThan(300)
    }
    // To stay by hand is a decision too; whoever names the business sets its name, its number, or both.
    for (const words of ['Offer by hand', 'Email customers', 'We have a backup']) await press(words)
    for (const [method, path, payload] of [
      ['POST', api.addRecipient.path, { email: 'owner@example.com' }],
      ['PUT', api.business.change.path, { name: 'Lakeside Cooling' }],
      ['POST', api.addContractor.path, contractorFields()],
    ] as const) {
      expect((await ask(method, path, payload)).status, path).toBeLessThan(300)
    }
    expect(await keys()).toEqual(['mail', 'area', 'claims', 'hours', 'reviews'])
    // To keep what is built in is a decision too.
    await saveSetting(database.handle().db, 'area', builtInArea)
    await saveSetting(database.handle().db, 'claims', builtInClaims)
    await saveSetting(database.handle().db, 'week', business.hours.week)
    expect(await keys()).toEqual(['mail', 'reviews'])
    expect((await ask('GET', api.offerSettings.read.path)).body.data).toEqual({
      isAutomatic: false,
    })
    expect((await ask('GET', api.visitorMails.read.path)).body.data).toEqual({ sendsMails: true })
    await press('Hide the first steps')
    // No one hears of a request as long as emails stay on the server.
    expect([await keys(), await keys(withMail)]).toEqual([['mail'], []])
    expect((await needs()).buttons).toEqual([])
    expect((await ask('PATCH', steps, { isBackedUp: 'yes' })).status).toBe(400)
  })

  test('a test mail says what became of it, and few can be asked for', async () => {
    const post = (on: FastifyInstance, email = 'me@example.com') =>
      ask('POST', testMail, { email }, on)
    const tested = async () => (await readSetting(database.handle().db, 'firstSteps')).mailTestedAt
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
