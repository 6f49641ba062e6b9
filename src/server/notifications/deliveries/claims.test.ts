import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { defaultLeadSourceMessage } from '#/content/mails.ts'
import { submissionSchema } from '#/contracts/leads/leads.ts'
import { saveSetting } from '#/server/db/settings.ts'
import { deliveries, leads, settings } from '#/server/db/tables/schema.ts'
import { createSubmitLead } from '#/server/leads/take/submit-lead.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { addRecipient, setRecipientActive } from '../recipients/recipients.ts'
import { addWebhook, setWebhookActive } from '../webhooks/webhook-store.ts'
import { type ClaimedDelivery, createClaimDue, msUntilDue, releaseClaim } from './claims.ts'
import { listDeliveriesOf } from './delivery-list.ts'
import { type AttemptResult, storeOutcome } from './outcomes.ts'
import { paceAt } from './pace.ts'

/** What failed is due again at once. */
const pace = { ...paceAt(1), firstRetryMs: 0, longestRetryMs: 0 }

const sent = { outcome: 'sent', problem: null, answer: '250 taken' } as const
const refused = { outcome: 'refused', problem: 'Nobody is there.', answer: '550 nobody' } as const
const retry = { outcome: 'retry', problem: 'Not now.', answer: '451 not now' } as const

describeOnDatabase('deliveries that processes share', (database) => {
  /** How often somebody was told to look for what is due. */
  let told = 0
  beforeAll(async () => {
    const { db, listen } = database.handle()
    await addRecipient(db, 'owner@example.com')
    const onMessage = () => {
      told += 1
    }
    await listen('deliveries_due', { onMessage, onLost: () => {}, onRestored: () => {} })
  })

  const send = async (name: string, service = 'ac-repair') => {
    const request = submissionSchema.parse(contactBody({ name, service }))
    const before = told
    const { id } = await createSubmitLead(database.handle())({ submission: request })
    // Whatever is heard after that is of the claims.
    await expect.poll(() => told).toBeGreaterThan(before)
    return id
  }
  /** Takes up one delivery, as a process does that has one place free. */
  const takeUp = async (leaseMs = pace.leaseMs): Promise<ClaimedDelivery> => {
    const [claim] = await createClaimDue(database.handle().db, leaseMs)(1)
    if (!claim) throw new Error('nothing is due')
    return claim
  }
  const end = async (claim: ClaimedDelivery, result: AttemptResult) => {
    const attempt = { ...result, claim, at: new Date(), durationMs: 1 }
    return storeOutcome(database.handle().db, attempt, pace)
  }
  const shown = (leadId: number) =>
    listDeliveriesOf(database.handle().db, leadId, pace.overdueAfterMs)

  test('a claim has all of its lead that mails and webhooks show, as it is then', async () => {
    const { db } = database.handle()
    const leadId = await send('Ada')
    // Of a process that has died: the next claim is of the same delivery.
    const claim = () => takeUp(0)
    expect(await claim()).toMatchObject({
      leadId,
      target: 'owner@example.com',
      isRecipientActive: true,
      leadSourceMessage: null,
      webhook: null,
    })
    const { phone, ...typed } = contactBody({ name: 'Ada' })
    expect((await claim()).lead).toEqual({
      id: leadId,
      submissionId: expect.any(String),
      contentHash: expect.any(String),
      ...typed,
      phone: phone.replace(/\D/g, ''),
      phoneAsTyped: phone,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      attribution: null,
      isUrgent: false,
      town: 'Deltona',
      isOutside: false,
    })
    for (const [stored, shown] of [
      [
        { landingPage: '/?gclid=1', gclid: '1' },
        { landingPage: '/?gclid=1', gclid: '1' },
      ],
      [{ from: 'an earlier version' }, null],
      [{ landingPage: 7 }, null],
      [{}, null],
    ]) {
      await db.update(leads).set({ attribution: stored as never })
      expect((await claim()).lead?.attribution).toEqual(shown)
    }
    for (const [message, shown] of [
      ['From our website.', 'From our website.'],
      [defaultLeadSourceMessage, null],
    ] as const) {
      await saveSetting(db, 'leadSource', { message })
      expect((await claim()).leadSourceMessage).toBe(shown)
    }
    await db.delete(leads)
    await db.delete(settings)
  })

  test('a claim says whether its recipient is active now, and how to call its webhook', async () => {
    const { db } = database.handle()
    const url = 'https://hooks.example.com'
    const recipientId = (await addRecipient(db, 'other@example.com'))?.id ?? 0
    const webhook = await addWebhook(db, url)
    await send('Ada')
    const claim = async () => {
      const claims = await createClaimDue(db, 0)(9)
      const of = (target: string) => claims.find((each) => each.target === target)
      return [of('other@example.com')?.isRecipientActive, of(url)?.webhook]
    }
    const { secret } = webhook ?? {}
    expect(await claim()).toEqual([true, { id: webhook?.id, url, secret, isActive: true }])
    await setRecipientActive(db, recipientId, false)
    await setWebhookActive(db, webhook?.id ?? 0, false)
    expect(await claim()).toEqual([false, null])
    await db.delete(deliveries)
  })

  test('emergencies are claimed first, then what has been due for longest', async () => {
    const { db } = database.handle()
    const leadIds = [
      await send('First'),
      await send('Second'),
      await send('No air', 'emergency-hvac'),
    ]
    const order = []
    for (const _ of leadIds) {
      const claim = await takeUp()
      order.push(claim.leadId)
      await end(claim, sent)
    }
    expect(order).toEqual([leadIds[2], leadIds[0], leadIds[1]])
    await db.delete(deliveries)
  })

  test('a clock that is set back holds up no mail for longer than it could have waited', async () => {
    const { db } = database.handle()
    const aheadBy = (interval: string) =>
      db
        .update(deliveries)
        .set({ dueAt: sql`now() + ${interval}::interval` })
        .where(eq(deliveries.state, 'pending'))
    const fresh = await send('Came before')
    // It would have left at once.
    await aheadBy('1 hour')
    const claim = await takeUp()
    expect(claim.leadId).toBe(fresh)
    await end(claim, retry)
    // This may be how long it waits.
    await aheadBy('5 hours')
    await expect(takeUp()).rejects.toThrow('nothing is due')
    await aheadBy('9 hours')
    await end(await takeUp(), sent)
  })

  test('what is under way is not claimed again though the clock jumps, until a lease has passed', async () => {
    const { db } = database.handle()
    const leadId = await send('Under way')
    const claimDue = createClaimDue(db, pace.leaseMs)
    await claimDue(1)
    const another = createClaimDue(db, pace.leaseMs)
    for (const jump of ['1 hour', '-1 hour', '1 day', '-9 hours']) {
      await db.update(deliveries).set({ dueAt: sql`now() - ${jump}::interval` })
      expect([...(await claimDue(1)), ...(await another(1))]).toEqual([])
      expect(await msUntilDue(db)).toBeUndefined()
    }
    const later = performance.now() + pace.leaseMs
    const clock = vi.spyOn(performance, 'now').mockReturnValue(later)
    const [claim] = [...(await another(1)), ...(await claimDue(1))]
    clock.mockRestore()
    expect(claim).toMatchObject({ leadId, attempt: 2 })
    await end(claim as ClaimedDelivery, sent)
  })

  test('what was claimed before the database was away is not claimed again as soon as it is back', async () => {
    const { db } = database.handle()
    const leadId = await send('Left before')
    const claimDue = createClaimDue(db, pace.leaseMs)
    const [claim] = await claimDue(1)
    const started = performance.now()
    const clock = vi.spyOn(performance, 'now')
    const afterLeases = (leases: number) => clock.mockReturnValue(started + leases * pace.leaseMs)
    afterLeases(0.2)
    expect(await claimDue(1)).toEqual([])
    await db.execute(sql`alter table deliveries rename to hidden`)
    afterLeases(0.9)
    await expect(claimDue(1)).rejects.toThrow()
    await db.execute(sql`alter table hidden rename to deliveries`)
    // Whoever sent it can store that now.
    afterLeases(1.4)
    expect(await claimDue(1)).toEqual([])
    expect(await end(claim as ClaimedDelivery, sent)).toBe('sent')
    expect(await shown(leadId)).toMatchObject([{ state: 'sent' }])
    clock.mockRestore()
  })

  test('how long it is until the next delivery is known', async () => {
    const { db } = database.handle()
    await db.delete(deliveries)
    expect(await msUntilDue(db)).toBeUndefined()
    const claim = [await send('Next'), await takeUp()][1] as ClaimedDelivery
    const due = (interval: string) =>
      db
        .update(deliveries)
        .set({ dueAt: sql`now() + ${interval}::interval`, claimToken: null })
        .where(eq(deliveries.id, claim.id))
    await due('1 hour')
    const ms = (await msUntilDue(db)) ?? 0
    expect(ms).toBeGreaterThan(3_000_000)
    expect(ms).toBeLessThanOrEqual(3_600_000)
    await due('-1 hour')
    expect(await msUntilDue(db)).toBe(0)
    await end(await takeUp(), sent)
  })

  test('one that is given back wakes whoever looks for what is due', async () => {
    await send('Given back')
    const toldBefore = told
    await releaseClaim(database.handle().db, await takeUp())
    // What an earlier test has said may be heard only now.
    await expect.poll(() => told).toBeGreaterThan(toldBefore)
    await end(await takeUp(), sent)
  })

  test('what the other side asks to wait is waited, within a bound', async () => {
    const { db } = database.handle()
    const pace = { ...paceAt(1), firstRetryMs: 0, longestRetryMs: 60_000 }
    const waited = async (retryAfterMs: number) => {
      const leadId = await send(`Asked to wait ${retryAfterMs}`)
      const claim = await takeUp()
      const attempt = { ...retry, retryAfterMs, claim, at: new Date(), durationMs: 1 }
      await storeOutcome(db, attempt, pace)
      const [{ dueAt } = {}] = await shown(leadId)
      return Date.parse(dueAt ?? '') - Date.now()
    }
    expect(await waited(30_000)).toBeGreaterThan(25_000)
    expect(await waited(86_400_000)).toBeLessThanOrEqual(60_000)
  })

  test('a process whose lease has ended does not touch what another has taken up', async () => {
    const leadId = await send('Taken over')
    const slow = await takeUp(0)
    const quick = await takeUp(0)
    expect([slow.leadId, quick.leadId]).toEqual([leadId, leadId])

    expect(await end(slow, refused)).toBeUndefined()
    expect(await shown(leadId)).toMatchObject([{ state: 'pending', problem: null, log: [] }])
    await releaseClaim(database.handle().db, slow)
    expect(await shown(leadId)).toMatchObject([{ attempts: 2 }])
    await expect(takeUp()).rejects.toThrow('nothing is due')

    expect(await end(quick, sent)).toBe('sent')
    expect(await end(slow, retry)).toBeUndefined()
    expect(await shown(leadId)).toMatchObject([
      { state: 'sent', problem: null, log: [{ outcome: 'sent' }] },
    ])
  })
})
