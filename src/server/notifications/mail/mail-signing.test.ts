/** @module-tag slow */
import { generateKeyPairSync } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { MailSigning } from '#/contracts/notifications/mail-signing.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { notificationRecipients, siteSettings } from '#/server/db/tables/schema.ts'
import { buildTestApp, signInAs, testConfig } from '#tests/support/app-builder.ts'
import { makeCertificate } from '#tests/support/certificate.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { isSignedBy, selectorOf } from '#tests/support/dkim.ts'
import { anotherPerson, contactBody } from '#tests/support/factories.ts'
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { saveKeys } from './mail-signing.ts'

describeOnDatabase('the key that signs mails', (database) => {
  const folder = temporaryFolder()
  const here = { dataDir: folder.path, deliveryTimeScale: 0.01 }
  const dns = vi.spyOn(Resolver.prototype, 'resolveTxt')
  let app: FastifyInstance
  let server: MailServer
  let admin: string
  beforeAll(async () => {
    server = await startMailServer(await makeCertificate(), () => 'accept', { isSecure: false })
    app = await buildTestApp(database.handle(), { config: testConfig(here) })
    await app.listen({ port: 0 })
    const { db } = database.handle()
    admin = await signInAs(app, db, 'admin')
    await db.insert(notificationRecipients).values({ email: 'office@example.com' })
    await sendFrom('hello@lakeside.example')
  })
  afterAll(async () => {
    dns.mockRestore()
    await app.close()
    await server.goAway()
    folder.remove()
  })

  type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

  async function ask(
    method: Method,
    url: string = apiPaths.mailSigning,
    payload?: object,
    on = app,
  ) {
    const headers = { cookie: admin }
    const response = await on.inject({ method, url, headers, ...(payload && { payload }) })
    expect(response.body).not.toMatch(/PRIVATE|privateKey/)
    return { status: response.statusCode, ...response.json() }
  }

  const sendFrom = (fromAddress: string) =>
    ask('PUT', apiPaths.mailSetup, {
      ...{ host: 'localhost', port: new URL(server.url).port, security: 'none', user: '' },
      ...{ password: '', fromName: 'Lakeside Referrals', fromAddress },
    })

  const newest = (signing: MailSigning) => {
    const key = signing.keys.at(-1)
    if (!key) throw new Error('there is no key')
    return key
  }

  const check = async () => (await ask('POST', apiPaths.mailSigningCheck)).data

  /** The mail about a request that comes now. */
  async function nextMail(): Promise<string> {
    const { length } = server.taken
    await app.inject({
      method: 'POST',
      url: apiPaths.contact,
      payload: contactBody({ ...anotherPerson(), message: 'Line  one \n\n.dot\nÜmlaut\n' }),
    })
    await expect.poll(() => server.taken.length, { timeout: 20_000 }).toBeGreaterThan(length)
    return server.taken[length]?.raw ?? ''
  }

  /** Waits until the process that sends has heard of the change. */
  const expectSelector = (selector: string | undefined) =>
    expect.poll(async () => selectorOf(await nextMail()), { timeout: 30_000 }).toBe(selector)

  const selectorIn = (signing: MailSigning) => newest(signing).recordName.split('.')[0]

  const fails = (code: string) => Object.assign(new Error(code), { code })

  test('signs once its record is in the DNS, and not before', async () => {
    expect((await ask('GET')).data).toEqual({
      ...{ setBy: 'nobody', domain: 'lakeside.example', isSigning: false, keys: [] },
    })
    expect((await ask('POST', apiPaths.mailSigningCheck)).status).toBe(409)
    const made: MailSigning = (await ask('POST')).data
    const { recordName, recordValue } = newest(made)
    expect(recordName).toMatch(/^mail\w+\._domainkey\.lakeside\.example$/)
    expect(recordValue).toMatch(/^v=DKIM1; k=rsa; p=[\w+/]{300,}={0,2}$/)
    const [row] = await database.handle().db.select().from(siteSettings)
    expect(JSON.stringify(row)).not.toContain('PRIVATE')
    await expectSelector(undefined)

    dns.mockRejectedValue(fails('ENOTFOUND'))
    expect(await check()).toMatchObject({ outcome: 'missing', found: [], isSigning: false })
    expect(dns).toHaveBeenLastCalledWith(recordName)
    dns.mockResolvedValue([['v=DKIM1; k=rsa; ', 'p=another']])
    expect(await check()).toMatchObject({
      ...{ outcome: 'different', found: ['v=DKIM1; k=rsa; p=another'], isSigning: false },
    })
    dns.mockRejectedValue(fails('ESERVFAIL'))
    expect(await check()).toMatchObject({ outcome: 'silent', isSigning: false })
    await expectSelector(undefined)

    // A record longer than 255 bytes comes in pieces.
    dns.mockResolvedValue([['other'], [recordValue.slice(0, 250), recordValue.slice(250)]])
    expect(await check()).toMatchObject({ outcome: 'published', found: [], isSigning: true })
    await expectSelector(selectorIn(made))
    const mail = await nextMail()
    expect(isSignedBy(mail, recordValue)).toBe(true)
    expect(isSignedBy(mail.replace('dot', 'dots'), recordValue)).toBe(false)
    expect(isSignedBy(mail.replace('Subject: ', 'Subject: No '), recordValue)).toBe(false)
  })

  test('goes on until the next one is published', async () => {
    const before: MailSigning = (await ask('GET')).data
    const next: MailSigning = (await ask('POST')).data
    expect([next.isSigning, next.keys.map(({ isPublished }) => isPublished)]).toEqual([
      ...[true, [true, false]],
    ])
    dns.mockRejectedValue(fails('ENODATA'))
    expect(await check()).toMatchObject({ outcome: 'missing', isSigning: true })
    await expectSelector(selectorIn(before))
    dns.mockResolvedValue([[newest(next).recordValue]])
    expect((await check()).keys).toEqual([{ ...newest(next), isPublished: true }])
    await expectSelector(selectorIn(next))
    expect(isSignedBy(await nextMail(), newest(next).recordValue)).toBe(true)
  })

  test('signs nothing of another domain, and nothing once its record is gone', async () => {
    await sendFrom('hello@other.example')
    expect((await ask('GET')).data).toMatchObject({ domain: 'other.example', isSigning: false })
    await expectSelector(undefined)
    await sendFrom('office@LAKESIDE.example')
    await expectSelector(selectorIn((await ask('GET')).data))
    // A DNS that is away says nothing about the record.
    dns.mockRejectedValue(fails('ETIMEOUT'))
    expect(await check()).toMatchObject({ outcome: 'silent', isSigning: true })
    dns.mockRejectedValue(fails('ENOTFOUND'))
    expect(await check()).toMatchObject({ outcome: 'missing', isSigning: false })
    await expectSelector(undefined)
    expect((await ask('DELETE')).data).toMatchObject({ setBy: 'nobody', keys: [] })
  })

  test('is changed by one after the other', async () => {
    const { db } = database.handle()
    const key = { domain: 'b.example', privateKey: '', publicPart: '', isPublished: false }
    const selectors = ['a', 'b', 'c', 'd']
    await Promise.all(
      selectors.map((selector) => saveKeys(db, (keys) => [...keys, { ...key, selector }])),
    )
    expect((await ask('GET')).data.keys).toHaveLength(selectors.length)
    await ask('DELETE')
  })

  test('is the machine’s, where that names one', async () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const { mail } = testConfig(here)
    const dkim = { domain: 'b.example', selector: 'one', privateKey: pem }
    const config = testConfig({ ...here, mail: { ...mail, dkim } })
    const other = await buildTestApp(database.handle(), { config })
    onTestFinished(() => other.close())
    expect((await ask('GET', undefined, undefined, other)).data).toMatchObject({
      ...{ setBy: 'machine', isSigning: true },
      keys: [{ recordName: 'one._domainkey.b.example' }],
    })
    for (const method of ['POST', 'DELETE'] as const)
      expect((await ask(method, undefined, undefined, other)).status).toBe(409)
  })
})
