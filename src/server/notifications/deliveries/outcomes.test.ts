import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { submissionSchema } from '#/contracts/leads/leads.ts'
import { leadHistory } from '#/server/db/tables/schema.ts'
import { createSubmitLead } from '#/server/leads/take/submit-lead.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { anotherPerson, contactBody } from '#tests/support/factories.ts'
import { addRecipient } from '../recipients/recipients.ts'
import { type ClaimedDelivery, createClaimDue } from './claims.ts'
import { listDeliveriesOf } from './delivery-list.ts'
import { createOutcomeStore } from './outcomes.ts'
import { paceAt } from './pace.ts'

const pace = paceAt(1)
const sent = { outcome: 'sent', problem: null, answer: '250 taken' } as const
const finished = (claim: ClaimedDelivery) => ({ ...sent, claim, at: new Date(), durationMs: 1 })

describeOnDatabase('outcomes', (database) => {
  beforeAll(() => addRecipient(database.handle().db, 'owner@example.com'))
  afterEach(() => void vi.restoreAllMocks())

  /** Sends leads and claims their deliveries. */
  async function claimNew(count: number): Promise<ClaimedDelivery[]> {
    for (let lead = 0; lead < count; lead += 1) {
      const submission = submissionSchema.parse(
        contactBody({ ...anotherPerson(), name: `Lead ${Math.random()}` }),
      )
      await createSubmitLead(database.handle())({ submission })
    }
    const claims = await createClaimDue(database.handle().db, ['mail'], 60_000)(9)
    expect(claims).toHaveLength(count)
    return claims
  }
  const shown = async ({ leadId }: ClaimedDelivery) => {
    const [delivery] = await listDeliveriesOf(database.handle().db, leadId, pace.overdueAfterMs)
    return delivery
  }

  test('of attempts that end at once are stored by one statement, each as it was', async () => {
    const { db } = database.handle()
    const claims = await claimNew(5)
    const announce = vi.fn()
    const transactions = vi.spyOn(db, 'transaction')
    const store = createOutcomeStore(db, { pace, announce })
    const refused = { outcome: 'refused', problem: 'Nobody is there.', answer: '550 no' } as const
    const retry = { outcome: 'retry', problem: 'Not now.', answer: '451 later' } as const
    const [first, second, third, lost, last] = claims
    if (!first || !second || !third || !lost || !last) throw new Error('too few claims')
    const states = await Promise.all([
      store(finished(first)),
      store({ ...finished(second), ...refused }),
      store({ ...finished(third), ...retry, waitsForServer: true }),
      // Another process has claimed it since.
      store(finished({ ...lost, claimToken: 'of before' })),
      store(finished(last)),
    ])
    expect(transactions).not.toHaveBeenCalled()
    expect(states).toEqual(['sent', 'failed', 'pending', undefined, 'sent'])
    expect(announce.mock.calls).toEqual([['leads_changed']])
    const told = await db.select().from(leadHistory).orderBy(leadHistory.leadId)
    expect(told).toMatchObject(
      [first, last].map(({ leadId }) => ({
        leadId,
        kind: 'notified',
        detail: 'owner@example.com',
      })),
    )
    expect(await shown(first)).toMatchObject({ state: 'sent', log: [{ outcome: 'sent' }] })
    expect(await shown(second)).toMatchObject({
      state: 'failed',
      problem: 'Nobody is there.',
      sentAt: null,
      log: [{ outcome: 'refused', answer: '550 no', durationMs: 1 }],
    })
    const waiting = await shown(third)
    expect(waiting).toMatchObject({ state: 'pending', problem: 'Not now.', attempts: 1 })
    const waitMs = Date.parse(waiting?.dueAt ?? '') - Date.now()
    expect(waitMs).toBeGreaterThan(pace.firstRetryMs / 2)
    expect(waitMs).toBeLessThan(pace.firstRetryMs * 2)
    expect(await shown(lost)).toMatchObject({ state: 'pending', log: [] })
  })

  test('are stored whatever the other side has answered', async () => {
    const [claim] = await claimNew(1)
    if (!claim) throw new Error('nothing is due')
    const answer = `250 \0${'a'.repeat(494)}🙂`
    const store = createOutcomeStore(database.handle().db, { pace })
    expect(await store({ ...finished(claim), answer, problem: 'a\0b' })).toBe('sent')
    expect(await shown(claim)).toMatchObject({
      problem: 'ab',
      log: [{ answer: `250 ${'a'.repeat(494)}\uFFFD` }],
    })
  })

  test('that cannot be stored keep no others from it', async () => {
    const { db } = database.handle()
    const claims = await claimNew(4)
    const broken = claims[2]?.leadId
    await db.execute(
      sql.raw(`alter table lead_history add constraint breaks check (lead_id <> ${broken})`),
    )
    const store = createOutcomeStore(db, { pace })
    const ends = await Promise.allSettled(claims.map((claim) => store(finished(claim))))
    await db.execute(sql`alter table lead_history drop constraint breaks`)
    expect(ends.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    const states = await Promise.all(claims.map(shown))
    expect(states.map((delivery) => delivery?.state)).toEqual(['sent', 'sent', 'pending', 'sent'])
  })
})
