import { beforeAll, expect, test } from 'vitest'
import { deliveries, leads, webhooks } from '#/server/db/tables/schema.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { storeLead, takeUp } from '#tests/support/leads/store-lead.ts'
import { webhookEndpoint } from '#tests/support/webhook-endpoint.ts'
import type { ClaimedDelivery } from '../deliveries/claims.ts'
import { webhookAttempt } from './call-webhook.ts'

describeOnDatabase('a webhook', (database) => {
  const db = () => database.handle().db
  const endpoint = webhookEndpoint()
  const { calls } = endpoint
  const idOf = (call: (typeof calls)[number] | undefined) => call?.headers['webhook-id']
  let claim: ClaimedDelivery
  beforeAll(async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    await db().insert(webhooks).values({ url: endpoint.url, secret })
    await storeLead(database.handle())
  })

  async function resultOf() {
    claim = await takeUp(db(), 0)
    const attempt = webhookAttempt(testConfig().site, true)
    return attempt(claim, new AbortController().signal)
  }

  test('is told of the lead, by the same id at each attempt, which is of this webhook alone', async () => {
    calls.length = 0
    await resultOf()
    await resultOf()
    const [first, again] = calls
    const id = idOf(first)
    expect(id).toMatch(/^msg_[0-9a-f]{32}$/)
    expect(idOf(again)).toBe(id)
    const { name, email, phone, address, service, message } = contactBody()
    const createdAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
    expect(JSON.parse(first?.body ?? '')).toEqual({
      type: 'lead.created',
      timestamp: createdAt,
      data: {
        id: claim.leadId,
        name,
        email,
        phone: phone.replace(/\D/g, ''),
        address,
        service,
        message,
        createdAt,
        attribution: null,
        serviceLabel: 'AC Repair & Installation',
        url: `${testConfig().site.url}/admin/form-fills?lead=${claim.leadId}`,
      },
    })
    // One whose service is offered no more.
    await db().update(leads).set({ service: 'chimney-sweep' })
    await resultOf()
    expect(JSON.parse(calls.at(-1)?.body ?? '').data.serviceLabel).toBe('chimney-sweep')
    const landing = { landingPage: '/?gclid=1', gclid: '1' }
    for (const [stored, shown] of [
      [landing, landing],
      [{ from: 'an earlier version' }, null],
    ]) {
      await db()
        .update(leads)
        .set({ attribution: stored as never })
      await resultOf()
      expect(JSON.parse(calls.at(-1)?.body ?? '').data.attribution).toEqual(shown)
    }
    await db().update(leads).set({ submissionId: 'another', service })
    await resultOf()
    expect(idOf(calls.at(-1))).not.toBe(id)
  })

  test('that is disabled is not called', async () => {
    calls.length = 0
    await db().update(webhooks).set({ isActive: false })
    await db().update(deliveries).set({ state: 'pending' })
    expect(await resultOf()).toMatchObject({
      outcome: 'cancelled',
      problem: 'The webhook was disabled or removed before it was called.',
    })
    expect(calls).toEqual([])
  })
})
