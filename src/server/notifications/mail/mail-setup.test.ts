import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { readConfig } from '#/server/config/config.ts'
import { changeSetting, readSetting } from '#/server/db/settings.ts'
import { deliveries, notificationRecipients } from '#/server/db/tables/schema.ts'
import { buildTestApp, testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { type MailServer, startLocalMailServer } from '#tests/support/mail-server.ts'
import { suiteFolder } from '#tests/support/own-folder.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import { readWayOut } from './mail-setup.ts'

describeOnDatabase('the mail server that the owner names', (database) => {
  const folder = suiteFolder()
  const config = testConfig({ dataDir: folder.path, deliveryTimeScale: 0.01 })
  const { ask } = adminSite(database, { build: { config }, listens: true })
  let server: MailServer
  beforeAll(async () => {
    server = await startLocalMailServer()
  })
  afterAll(() => server.goAway())

  const typed = (more: object = {}) => {
    const { port, username, password } = new URL(server.url)
    return {
      host: 'localhost',
      port,
      security: 'none',
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      fromName: 'Lakeside Referrals',
      fromAddress: 'hello@lakeside.example',
      ...more,
    }
  }

  test('what cannot be one is refused at its field', async () => {
    const wrong: [object, string][] = [
      [{ host: 'no server', security: 'tls' }, 'host'],
      [{ port: '0' }, 'port'],
      [{ host: 'smtp.example.com', security: 'none' }, 'security'],
      [{ host: '127.999.1.1', security: 'none' }, 'security'],
      [{ fromAddress: 'hello' }, 'fromAddress'],
      [{ fromName: 'A\r\nBcc: b@c.example' }, 'fromName'],
    ]
    for (const [more, field] of wrong) {
      const { status, body } = await ask('PUT', api.mailSetup.change.path, typed(more))
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
    }
    expect((await ask('GET', api.mailSetup.read.path)).body.data).toMatchObject({ setBy: 'nobody' })
  })

  test('sends from then on, its password is never shown, and a test says what the server answers', async () => {
    const { db } = database.handle()
    const saved = await ask(
      'PUT',
      api.mailSetup.change.path,
      typed({ user: 'mia', password: 'p%ss wörd' }),
    )
    expect(saved.status).toBe(200)
    expect(saved.body.data).toMatchObject({ setBy: 'office', user: 'mia', hasPassword: true })
    expect(JSON.stringify(saved.body)).not.toContain('p%ss')
    expect((await readSetting(db, 'mailServer'))?.password).toBeTruthy()
    expect((await readSetting(db, 'mailServer'))?.password).not.toContain('p%ss')
    await ask('PUT', api.mailSetup.change.path, typed({ user: '', password: '' }))
    expect((await readSetting(db, 'mailServer'))?.password).toBeNull()

    await db.insert(notificationRecipients).values({ email: 'office@example.com' })
    await ask('POST', api.contact.path, contactBody())
    await vi.waitFor(
      async () =>
        expect(await db.select().from(deliveries).where(eq(deliveries.state, 'sent'))).toHaveLength(
          1,
        ),
      { timeout: 20_000, interval: 50 },
    )
    expect(JSON.stringify(server.taken.at(-1))).toContain('lakeside.example')

    // From now on who has forgotten the password can be helped by email.
    expect((await ask('GET', api.signInHelp.path)).body.data.sendsMail).toBe(true)
    const { body } = await ask('POST', api.testMail.path, { email: 'me@example.com' })
    expect(body.data).toMatchObject({ outcome: 'sent', answer: expect.stringMatching(/^250/) })
  })

  test('a stored password goes to no other server', async () => {
    await ask('PUT', api.mailSetup.change.path, typed({ user: 'mia', password: 'secret' }))
    for (const elsewhere of [{ port: 26 }, { host: '127.0.0.1' }]) {
      const setup = typed({ user: 'mia', password: '', ...elsewhere })
      const moved = await ask('PUT', api.mailSetup.change.path, setup)
      expect([moved.status, Object.keys(moved.body.fields ?? {})]).toEqual([400, ['password']])
    }
    const kept = await ask('PUT', api.mailSetup.change.path, typed({ user: 'mia', password: '' }))
    expect(kept.body.data.hasPassword).toBe(true)
  })

  test('goes without encryption only to this very machine', async () => {
    for (const host of ['127.0.0.2', '[::ffff:127.0.0.1]']) {
      expect((await ask('PUT', api.mailSetup.change.path, typed({ host }))).status).toBe(200)
    }
    // As an earlier version took one.
    await changeSetting(
      database.handle().db,
      'mailServer',
      (stored) => stored && { ...stored, host: '127.999.1.1' },
    )
    const { smtp } = await readWayOut(database.handle().db, testConfig())
    expect(smtp).toMatchObject({ requireTls: true, isOnThisMachine: false })
  })

  test('what the machine says wins', async () => {
    const { smtp, mail } = readConfig({ SMTP_URL: 'smtps://mia:secret@mail.example.com' })
    const config = testConfig({ dataDir: folder.path, smtp, mail })
    const other = await buildTestApp(database.handle(), { config })
    const shown = await ask('GET', api.mailSetup.read.path, undefined, other)
    expect(shown.body.data).toMatchObject({ setBy: 'machine', host: 'mail.example.com' })
    expect(JSON.stringify(shown.body)).not.toContain('secret')
    expect((await ask('PUT', api.mailSetup.change.path, typed(), other)).status).toBe(409)
    await other.close()
  })
})
