import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Config } from '#/server/config/config.ts'
import { leads } from '#/server/db/tables/schema.ts'
import { formPost } from '#tests/support/api/form-post.ts'
import { buildTestApp, testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { adminSite } from '#tests/support/suite-site.ts'

const url = '/api/contact'

describeOnDatabase('POST /api/contact', (database) => {
  const { app } = adminSite(database)

  const post = (payload: object) => app().inject({ method: 'POST', url, payload })

  const send = async (body: object) => expect((await post(body)).statusCode).toBe(201)

  const leadsNamed = (name: string) =>
    database.handle().db.select().from(leads).where(sql`${leads.name} = ${name}`)

  test('keeps text as it was written, markup and emoji included', async () => {
    const message = `<script>alert('1')</script>\n=HYPERLINK("x") &lt; %3C  \u{1F975} مرحبا`
    await send(contactBody({ name: 'O’Brien "Bobby" <b>', message }))
    const [lead] = await leadsNamed('O’Brien "Bobby" <b>')
    expect(lead?.message).toBe(message)
  })

  describe('the same submission', () => {
    test('20 times at once is one lead', async () => {
      const body = contactBody({ name: 'Twenty Clicks', submissionId: crypto.randomUUID() })
      const responses = await Promise.all(Array.from({ length: 20 }, () => post(body)))
      expect(responses.map((response) => response.statusCode)).toEqual(Array(20).fill(201))
      const answers = responses.map((response) => response.json().data)
      // Each has a link of its own to the same lead.
      expect(new Set(answers.map(({ requestPath }) => requestPath)).size).toBe(20)
      const same = answers.map(({ requestPath: _, ...rest }) => JSON.stringify(rest))
      expect(new Set(same).size).toBe(1)
      expect(await leadsNamed('Twenty Clicks')).toHaveLength(1)
    })

    test('with its text changed is a request of its own', async () => {
      const submissionId = crypto.randomUUID()
      await send(contactBody({ name: 'Second Thoughts', submissionId }))
      await send(contactBody({ name: 'Second Thoughts', submissionId, message: 'It now leaks.' }))
      expect(await leadsNamed('Second Thoughts')).toHaveLength(2)
    })

    test('with its email in another case is one lead', async () => {
      await send(contactBody({ name: 'Shift Key', email: 'shift.key@example.com' }))
      await send(contactBody({ name: 'Shift Key', email: 'Shift.Key@EXAMPLE.com' }))
      expect(await leadsNamed('Shift Key')).toHaveLength(1)
    })

    test('with another extension is a request of its own', async () => {
      const at = (phone: string) => send(contactBody({ name: 'Front Desk', phone }))
      await at('386 555 0123 ext. 7')
      await at('386 555 0123 ext. 9')
      expect(await leadsNamed('Front Desk')).toHaveLength(2)
    })

    test('retried with its id after the window is still one lead, without it a second', async () => {
      const { db } = database.handle()
      const body = contactBody({ name: 'Late Retry', submissionId: crypto.randomUUID() })
      await send(body)
      await db
        .update(leads)
        .set({ createdAt: sql`now() - interval '11 minutes'` })
        .where(sql`${leads.name} = 'Late Retry'`)
      await send(body)
      expect(await leadsNamed('Late Retry')).toHaveLength(1)
      await send({ ...body, submissionId: undefined })
      expect(await leadsNamed('Late Retry')).toHaveLength(2)
    })
  })

  describe('refuses in words a visitor understands', () => {
    test('several problems at once', async () => {
      const response = await post(contactBody({ name: '', phone: 'x', email: '' }))
      expect(Object.keys(response.json().fields).sort()).toEqual(['email', 'name', 'phone'])
    })

    test('a plain form of 1 MB', async () => {
      const response = await app().inject(formPost(url, { name: 'x'.repeat(1_000_000) }))
      expect(response.statusCode).toBe(413)
    })
  })

  describe('a plain form', () => {
    test('keeps what was typed when something is wrong, as text', async () => {
      const fields = contactBody({ name: '"><script>x</script>', email: 'wrong' })
      const response = await app().inject(formPost(url, fields))
      expect(response.statusCode).toBe(400)
      expect(response.body).toContain('Error Submitting Request')
      expect(response.body).toContain('value="&quot;&gt;&lt;script&gt;x&lt;/script&gt;"')
      expect(response.body).toContain('you@example.com')
      expect(response.body).not.toContain('<script>x')
    })
  })
})

describeOnDatabase('the rate limit of POST /api/contact', (database) => {
  const limited = async (perMinute: number, more: Partial<Config> = {}) => {
    const config = testConfig({ contactLimits: { perMinute, perHour: 100 }, ...more })
    const app = await buildTestApp(database.handle(), { config })
    onTestFinished(() => app.close())
    return app
  }
  const send = (app: FastifyInstance, remoteAddress: string, forwarded?: string) =>
    app.inject({
      method: 'POST',
      url,
      payload: contactBody(),
      remoteAddress,
      headers: forwarded ? { 'x-forwarded-for': forwarded } : {},
    })

  test('takes 20 of 50 at once and tells the rest when to come back', async () => {
    const app = await limited(20)
    const responses = await Promise.all(Array.from({ length: 50 }, () => send(app, '192.0.2.1')))
    const refused = responses.filter((response) => response.statusCode === 429)
    expect(responses.filter((response) => response.statusCode === 201)).toHaveLength(20)
    expect(refused).toHaveLength(30)
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused[0]?.json().message).toMatch(/^[A-Z].*\.$/)
  })

  test('shows a refused form again with what was typed', async () => {
    const app = await limited(1)
    const sendForm = (message: string) =>
      app.inject({ ...formPost(url, contactBody({ message })), remoteAddress: '192.0.2.77' })
    expect((await sendForm('one')).statusCode).toBe(201)
    const refused = await sendForm('two, and a long story')
    expect(refused.statusCode).toBe(429)
    expect(refused.body).toContain('two, and a long story')
  })

  test('counts an IPv6 /48 as one client and ignores forwarded addresses', async () => {
    const app = await limited(1)
    expect((await send(app, '2001:db8:1:2::1')).statusCode).toBe(201)
    expect((await send(app, '2001:db8:1:ffff::9')).statusCode).toBe(429)
    expect((await send(app, '2001:db8:2:2::1')).statusCode).toBe(201)
    expect((await send(app, '::ffff:198.51.100.7')).statusCode).toBe(201)
    expect((await send(app, '198.51.100.7', '203.0.113.5')).statusCode).toBe(429)
  })

  test('counts the visitor, not the trusted proxy', async () => {
    const app = await limited(1, { trustProxy: ['10.0.0.0/8'] })
    expect((await send(app, '10.1.1.1', '203.0.113.10')).statusCode).toBe(201)
    expect((await send(app, '10.1.1.1', '203.0.113.11')).statusCode).toBe(201)
    // An address that a visitor puts before the one that the proxy saw is not believed.
    expect((await send(app, '10.1.1.1', '203.0.113.99, 203.0.113.10')).statusCode).toBe(429)
  })
})
