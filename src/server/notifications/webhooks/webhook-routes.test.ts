import { beforeEach, expect, test } from 'vitest'
import { sessions, webhooks } from '#/server/db/tables/schema.ts'
import { auditReader } from '#tests/support/accounts/audit-entries.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { adminSite, anotherProcess } from '#tests/support/suite-site.ts'
import { webhookEndpoint } from '#tests/support/webhook-endpoint.ts'
import { addWebhookSchema } from './webhook-routes.ts'

const list = '/api/admin/webhooks'
const url = 'https://hooks.example.com/leads?key=secret'

const notAnAddress =
  'This doesn’t look like a web address. It should look like https://example.com/leads.'
const withPassword = 'Please leave the user name and password out of the address.'

test.each([
  [undefined, 'Please enter an address.'],
  ['example.com', notAnAddress],
  ['ftp://example.com', notAnAddress],
  ['httpsx://example.com', notAnAddress],
  ['https://user:secret@example.com', withPassword],
  ['HTTP://user@example.com', withPassword],
  [`https://example.com/${'a'.repeat(2_000)}`, 'The address is too long.'],
])('a webhook may not be %s', (address, problem) => {
  const { error } = addWebhookSchema.safeParse({ url: address })
  expect(error?.issues[0]?.message).toBe(problem)
})

describeOnDatabase('webhooks of the owner', (database) => {
  const endpoint = webhookEndpoint()
  // They do not listen, so nothing is called but what a test asks for.
  const site = adminSite(database)
  const config = testConfig({ allowsPrivateWebhooks: true })
  const onPrivateNetwork = anotherProcess(database, { build: { config } })
  beforeEach(async () => void (await database.handle().db.delete(webhooks)))

  const { wordsOf } = auditReader(() => database.handle())

  async function ask(...[method, path, payload, on]: Parameters<typeof site.ask>) {
    const { status, data, fields, message } = await site.ask(method, path, payload, on)
    return [status, data ?? fields ?? message]
  }
  async function add(address = url): Promise<number> {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    const { db } = database.handle()
    const [added] = await db.insert(webhooks).values({ url: address, secret }).returning()
    return added?.id ?? 0
  }

  test('are listed, the oldest first; the secret is shown once, to who has just proved who they are', async () => {
    const { db } = database.handle()
    const [, { secret, ...webhook }] = await ask('POST', list, { url })
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(webhook).toEqual({
      id: expect.any(Number),
      url,
      isActive: true,
    })
    expect(await db.select().from(webhooks)).toMatchObject([{ url, secret }])
    const later = await add('https://later.example')
    expect((await ask('PATCH', `${list}/${webhook.id}`, { isActive: true }))[0]).toBe(200)
    const [, listed] = await ask('GET', list)
    expect(listed).toMatchObject([webhook, { id: later }])
    expect(JSON.stringify(listed)).not.toContain('whsec_')
    expect(await ask('POST', list, { url })).toEqual([409, 'This address is already on the list.'])
    await db.update(sessions).set({ confirmedAt: new Date(0) })
    expect(await ask('POST', list, { url: 'https://third.example' })).toEqual([
      403,
      'Please confirm it’s you.',
    ])
    await db.update(sessions).set({ confirmedAt: new Date() })
  })

  test('an address without encryption is refused, unless private ones are allowed', async () => {
    const address = 'http://hooks.example.com/'
    expect(await ask('POST', list, { url: address })).toEqual([
      400,
      { url: 'The address must begin with https://.' },
    ])
    expect((await ask('POST', list, { url: address }, onPrivateNetwork()))[0]).toBe(201)
  })

  test('can be disabled, enabled and removed, and the audit log has no more of them than their hosts', async () => {
    const id = await add()
    expect(
      await wordsOf(async () => {
        await ask('POST', list, { url: 'https://second.example/?key=secret' })
        const off = await ask('PATCH', `${list}/${id}`, { isActive: false })
        expect(off).toMatchObject([200, { id, url, isActive: false }])
        const on = await ask('PATCH', `${list}/${id}`, { isActive: true })
        expect(on).toMatchObject([200, { isActive: true }])
        expect(await ask('DELETE', `${list}/${id}`)).toEqual([204, undefined])
      }),
    ).toEqual([
      'added a webhook: second.example (done)',
      'changed a webhook: hooks.example.com, disabled (done)',
      'changed a webhook: hooks.example.com, enabled (done)',
      'removed a webhook: hooks.example.com (done)',
    ])
    const nobody = [404, `There’s no webhook number ${id}.`]
    expect(await ask('DELETE', `${list}/${id}`)).toEqual(nobody)
    expect(await ask('PATCH', `${list}/${id}`, { isActive: false })).toEqual(nobody)
    expect(await ask('POST', `${list}/${id}/test`)).toEqual(nobody)
  })

  test('a test call says how it went', async () => {
    const id = await add(endpoint.url)
    const call = (on = onPrivateNetwork()) => ask('POST', `${list}/${id}/test`, undefined, on)
    expect(
      await wordsOf(async () => {
        endpoint.status = 200
        expect(await call()).toEqual([200, { outcome: 'sent', problem: null, answer: '200 I see' }])
      }),
    ).toEqual([`tested a webhook: webhook ${id} (done)`])
    endpoint.status = 500
    expect(await call()).toEqual([
      200,
      {
        outcome: 'failed',
        problem: 'The webhook’s address answered with an error (500).',
        answer: '500 I see',
      },
    ])
    expect(JSON.parse(endpoint.calls[0]?.body ?? '')).toEqual({
      type: 'webhook.test',
      timestamp: expect.any(String),
      data: { url: testConfig().site.url },
    })
    const ids = endpoint.calls.map(({ headers }) => headers['webhook-id'])
    expect(ids).toEqual([expect.stringMatching(/^test_./), expect.stringMatching(/^test_./)])
    expect(ids[0]).not.toBe(ids[1])
    expect(await call(site.app())).toMatchObject([
      200,
      { outcome: 'failed', problem: 'The webhook’s address is in a private network.' },
    ])
    expect(endpoint.calls).toHaveLength(2)
  })
})
