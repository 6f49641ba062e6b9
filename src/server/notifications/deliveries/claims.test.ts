import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { deliveries, notificationRecipients } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { storeLead, takeUp } from '#tests/support/leads/store-lead.ts'
import {
  type ClaimedDelivery,
  claimDue,
  createFreeAbandoned,
  msUntilDue,
  releaseClaim,
} from './claims.ts'
import { listDeliveriesOf } from './delivery-list.ts'
import { type AttemptResult, storeOutcome } from './outcomes.ts'
import { paceAt } from './pace.ts'

/** What failed is due again at once. */
const pace = { ...paceAt(1), firstRetryMs: 0, longestRetryMs: 0 }

const sent = { outcome: 'sent', problem: null, answer: '250 taken' } as const
const refused = { outcome: 'refused', problem: 'Nobody is there.', answer: '550 nobody' } as const
const retry = { outcome: 'retry', problem: 'Not now.', answer: '451 not now' } as const

describeOnDatabase('deliveries that processes share', (database) => {
  const db = () => database.handle().db
  /** How often somebody was told to look for what is due. */
  let told = 0
  beforeAll(async () => {
    const { listen } = database.handle()
    await db().insert(notificationRecipients).values({ email: 'owner@example.com' })
    const onMessage = () => {
      told += 1
    }
    await listen('leads_changed', { onMessage, onLost: () => {}, onRestored: () => {} })
  })

  const send = async (name: string, service = 'ac-repair') => {
    const before = told
    const id = await storeLead(database.handle(), { name, service })
    // Whatever is heard after that is of the claims.
    await expect.poll(() => told).toBeGreaterThan(before)
    return id
  }
  /** Makes what looks for one delivery as a process does. */
  function process() {
    const freeAbandoned = createFreeAbandoned(db(), pace.leaseMs)
    return async () => {
      await freeAbandoned()
      return claimDue(db(), 1)
    }
  }
  const end = async (claim: ClaimedDelivery, result: AttemptResult) => {
    const attempt = { ...result, claim, at: new Date(), durationMs: 1 }
    return storeOutcome(db(), attempt, pace)
  }
  const shown = (leadId: number) => listDeliveriesOf(db(), leadId, pace.overdueAfterMs)

  test('emergencies are claimed first, then what has been due for longest', async () => {
    const leadIds = [
      await send('First'),
      await send('Second'),
      await send('No air', 'emergency-hvac'),
    ]
    const order = []
    for (const _ of leadIds) {
      const claim = await takeUp(db())
      order.push(claim.leadId)
      await end(claim, sent)
    }
    expect(order).toEqual([leadIds[2], leadIds[0], leadIds[1]])
    await db().delete(deliveries)
  })

  test('a clock that is set back holds up no mail for longer than it could have waited', async () => {
    const aheadBy = (interval: string) =>
      db()
        .update(deliveries)
        .set({ dueAt: sql`now() + ${interval}::interval` })
        .where(eq(deliveries.state, 'pending'))
    const fresh = await send('Came before')
    // It would have left at once.
    await aheadBy('1 hour')
    const claim = await takeUp(db())
    expect(claim.leadId).toBe(fresh)
    await end(claim, retry)
    // This may be how long it waits.
    await aheadBy('5 hours')
    await expect(takeUp(db())).rejects.toThrow('nothing is due')
    await aheadBy('9 hours')
    await end(await takeUp(db()), sent)
  })

  test('what is under way is not claimed again though the clock jumps, until a lease has passed', async () => {
    const leadId = await send('Under way')
    const [one, another] = [process(), process()]
    await one()
    for (const jump of ['1 hour', '-1 hour', '1 day', '-9 hours']) {
      await db()
        .update(deliveries)
        .set({ dueAt: sql`now() - ${jump}::interval` })
      expect([...(await one()), ...(await another())]).toEqual([])
      expect(await msUntilDue(db())).toBeUndefined()
    }
    const later = performance.now() + pace.leaseMs
    const clock = vi.spyOn(performance, 'now').mockReturnValue(later)
    const [claim] = [...(await another()), ...(await one())]
    clock.mockRestore()
    expect(claim).toMatchObject({ leadId, attempt: 2 })
    await end(claim as ClaimedDelivery, sent)
  })

  test('what was claimed before the database was away is not claimed again as soon as it is back', async () => {
    const leadId = await send('Left before')
    const one = process()
    const [claim] = await one()
    const started = performance.now()
    const clock = vi.spyOn(performance, 'now')
    const afterLeases = (leases: number) => clock.mockReturnValue(started + leases * pace.leaseMs)
    afterLeases(0.2)
    expect(await one()).toEqual([])
    await db().execute(sql`alter table deliveries rename to hidden`)
    afterLeases(0.9)
    await expect(one()).rejects.toThrow()
    await db().execute(sql`alter table hidden rename to deliveries`)
    // Whoever sent it can store that now.
    afterLeases(1.4)
    expect(await one()).toEqual([])
    expect(await end(claim as ClaimedDelivery, sent)).toBe('sent')
    expect(await shown(leadId)).toMatchObject([{ state: 'sent' }])
    clock.mockRestore()
  })

  test('one that is given back wakes whoever looks for what is due', async () => {
    await send('Given back')
    const toldBefore = told
    await releaseClaim(db(), await takeUp(db()))
    // What an earlier test has said may be heard only now.
    await expect.poll(() => told).toBeGreaterThan(toldBefore)
    await end(await takeUp(db()), sent)
  })

  test('a process whose lease has ended does not touch what another has taken up', async () => {
    const leadId = await send('Taken over')
    const slow = await takeUp(db(), 0)
    const quick = await takeUp(db(), 0)
    expect([slow.leadId, quick.leadId]).toEqual([leadId, leadId])

    expect(await end(slow, refused)).toBeUndefined()
    expect(await shown(leadId)).toMatchObject([{ state: 'pending', problem: null, log: [] }])
    await releaseClaim(db(), slow)
    expect(await shown(leadId)).toMatchObject([{ attempts: 2 }])
    await expect(takeUp(db())).rejects.toThrow('nothing is due')

    expect(await end(quick, sent)).toBe('sent')
    expect(await end(slow, retry)).toBeUndefined()
    expect(await shown(leadId)).toMatchObject([
      { state: 'sent', problem: null, log: [{ outcome: 'sent' }] },
    ])
  })

  test('what became of one is stored whatever the other side has answered', async () => {
    const leadId = await send('Odd answer')
    const answer = `250 \0${'a'.repeat(494)}🙂`
    const result = { outcome: 'sent', answer, problem: 'a\0b' } as const
    expect(await end(await takeUp(db()), result)).toBe('sent')
    expect(await shown(leadId)).toMatchObject([
      { problem: 'ab', log: [{ answer: `250 ${'a'.repeat(494)}\uFFFD` }] },
    ])
  })
})
