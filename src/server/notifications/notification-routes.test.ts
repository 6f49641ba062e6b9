import { and, eq, isNull, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { saveSetting } from '#/server/db/settings.ts'
import { buildTestApp, readMetrics, testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase, untilWaiting } from '#tests/support/databases.ts'
import { anotherPerson, contactBody } from '#tests/support/factories.ts'
import { submissionOf } from '#tests/support/leads/submission-of.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import { locks } from '../db/locks.ts'
import { deliveries } from '../db/tables/schema.ts'
import { createSubmitLead } from '../leads/take/submit-lead.ts'
import { forgetClients } from './deliveries/delivery-routes.ts'
import { explainCallFailure } from './webhooks/call-webhook.ts'

describeOnDatabase('notifications', (database) => {
  const config = testConfig({ deliveryTimeScale: 0.01 })
  const { app, db } = adminSite(database, { build: { config }, listens: true })
  beforeAll(() => saveSetting(db(), 'visitorMails', { sendsMails: true }))

  const send = async (overrides: object, remoteAddress = '192.0.2.1') => {
    const payload = contactBody({ submissionId: crypto.randomUUID(), ...overrides })
    const sent = await app().inject({ method: 'POST', url: '/api/contact', payload, remoteAddress })
    expect(sent.statusCode).toBe(201)
  }
  const confirmed = async () => {
    const rows = await db().select().from(deliveries).orderBy(deliveries.id)
    return rows.filter(({ channel }) => channel === 'confirmation').map(({ target }) => target)
  }

  test('a confirmation goes to each address once a day, and to few from one client', async () => {
    const before = await confirmed()
    for (const email of ['x@example.com', 'X@example.com', 'y@example.com']) {
      await send({ name: email, email }, '198.51.100.7')
    }
    expect((await confirmed()).slice(before.length)).toEqual(['x@example.com', 'y@example.com'])
    const sentBefore = (await confirmed()).length
    for (let client = 1; client <= 14; client += 1) {
      const email = `network-${client}@example.com`
      await send({ name: email, email }, `2001:db8:9:${client}::1`)
    }
    expect((await confirmed()).length - sentBefore).toBe(12)

    // Sixty in an hour are all that leave, whoever has them sent.
    await db().execute(sql`
      with others as (
        insert into leads (submission_id, content_hash, name, email, phone, phone_as_typed, service)
        select n, n, 'Other', 'hour-' || n || '@example.com', '1', '1', 'ac-repair'
        from generate_series(1, 60) n returning id, email
      )
      insert into deliveries (lead_id, channel, target, state, sent_at)
      select id, 'confirmation', email, 'sent', now() from others`)
    await send({ name: 'Too many', email: 'too-many@example.com' }, '198.51.100.9')
    expect(await confirmed()).not.toContain('too-many@example.com')
    await db().execute(sql`
      update deliveries set created_at = now() - interval '61 minutes' where target like 'hour-%'`)
    await send({ name: 'Later', email: 'later@example.com' }, '198.51.100.10')
    expect((await confirmed()).at(-1)).toBe('later@example.com')
    await db().execute(sql`delete from leads where email like 'hour-%'`)

    // After two days nothing says any more who had them sent.
    const [newest] = await db()
      .update(deliveries)
      .set({ createdAt: sql`now() - interval '49 hours'` })
      .where(eq(deliveries.target, 'network-1@example.com'))
      .returning({ id: deliveries.id, clientHash: deliveries.clientHash })
    expect(newest?.clientHash).toMatch(/^[0-9a-f]{64}$/)
    await forgetClients(db())
    const isForgotten = and(eq(deliveries.channel, 'confirmation'), isNull(deliveries.clientHash))
    expect((await db().select().from(deliveries).where(isForgotten)).map(({ id }) => id)).toEqual([
      newest?.id,
    ])
  })

  test('a client who sends requests to many processes at once gets no more confirmations than one after the other', async () => {
    const before = await confirmed()
    const submit = (email: string) =>
      // Each of them stores by itself, as another process does.
      createSubmitLead(database.handle())({
        submission: submissionOf({ ...anotherPerson(), name: email, email }),
        confirmationClient: 'one client',
      })
    for (let mail = 0; mail < 9; mail += 1) await submit(`before-${mail}@example.com`)
    let sending: Promise<unknown> = Promise.resolve()
    await db().transaction(async (tx) => {
      // Whoever counts first has to wait, so that all are stored at one time.
      await tx.execute(sql`select pg_advisory_xact_lock(${locks.confirmations})`)
      const emails = Array.from({ length: 5 }, (_, i) => `at-once-${i}@example.com`)
      sending = Promise.all(emails.map(submit))
      await untilWaiting(db(), emails.length)
    })
    await sending
    expect((await confirmed()).slice(before.length)).toHaveLength(12)
  })

  test('/metrics counts, for who has the token alone', async () => {
    const metrics = await readMetrics(app())
    expect(metrics).toMatch(/breezeway_requests_total\{class="2xx"\} [1-9]/)
    expect(metrics).not.toMatch(/example\.com/)
    for (const headers of [{}, { authorization: 'Bearer wrong' }])
      expect((await app().inject({ url: '/metrics', headers })).statusCode).toBe(404)
    const config = testConfig({ metricsToken: undefined })
    const closed = await buildTestApp(database.handle(), { config })
    expect(await readMetrics(closed)).not.toContain('breezeway_')
    await closed.close()
  })
})

test('a webhook’s name that leads into a private network is refused for good', () => {
  const error = new Error(
    'DNS lookup 10.0.0.1(family:4, host:x.example) is not allowed. Because, It is private IP address.',
  )
  expect(explainCallFailure(error)).toMatchObject({
    outcome: 'refused',
    problem: 'The webhook’s address is in a private network.',
  })
})
