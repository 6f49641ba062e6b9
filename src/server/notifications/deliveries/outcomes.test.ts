import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { submissionSchema } from '#/contracts/leads/leads.ts'
import { leadEvents } from '#/server/db/tables/schema.ts'
import { createSubmitLead } from '#/server/leads/take/submit-lead.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { anotherPerson, contactBody } from '#tests/support/factories.ts'
import { addRecipient } from '../recipients/recipients.ts'
import { type ClaimedDelivery, createClaimDue } from './claims.ts'
import { listDeliveriesOf } from './delivery-list.ts'
import { type FinishedAttempt, storeOutcome } from './outcomes.ts'
import { paceAt } from './pace.ts'

const pace = paceAt(1)
const sent = { outcome: 'sent', problem: null, answer: '250 taken' } as const
const finished = (claim: ClaimedDelivery) => ({ ...sent, claim, at: new Date(), durationMs: 1 })

describeOnDatabase('outcomes', (database) => {
  beforeAll(() => addRecipient(database.handle().db, 'owner@example.com'))

  /** Sends leads and claims their deliveries. */
  async function claimNew(count: number): Promise<ClaimedDelivery[]> {
    for (let lead = 0; lead < count; lead += 1) {
      const submission = submissionSchema.parse(
        contactBody({ ...anotherPerson(), name: `Lead ${Math.random()}` }),
      )
      await createSubmitLead(database.handle())({ submission })
    }
    const claims = await createClaimDue(database.handle().db, 60_000)(9)
    expect(claims).toHaveLength(count)
    return claims
  }
  const store = (attempt: FinishedAttempt) => storeOutcome(database.handle().db, attempt, pace)
  const shown = async ({ leadId }: ClaimedDelivery) => {
    const [delivery] = await listDeliveriesOf(database.handle().db, leadId, pace.overdueAfterMs)
    return delivery
  }

  test('are stored each as it was, and not where another process has taken over', async () => {
    const { db } = database.handle()
    const refused = { outcome: 'refused', problem: 'Nobody is there.', answer: '550 no' } as const
    const retry = { outcome: 'retry', problem: 'Not now.', answer: '451 later' } as const
    const [first, second, third, lost] = await claimNew(4)
    if (!first || !second || !third || !lost) throw new Error('too few claims')
    const states = await Promise.all([
      store(finished(first)),
      store({ ...finished(second), ...refused }),
      store({ ...finished(third), ...retry }),
      store(finished({ ...lost, claimToken: 'of before' })),
    ])
    expect(states).toEqual(['sent', 'failed', 'pending', undefined])
    const told = await db.select().from(leadEvents).where(eq(leadEvents.kind, 'mail-left'))
    expect(told).toMatchObject([
      { leadId: first.leadId, data: { mail: 'mail', to: 'owner@example.com' } },
    ])
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
    expect(await store({ ...finished(claim), answer, problem: 'a\0b' })).toBe('sent')
    expect(await shown(claim)).toMatchObject({
      problem: 'ab',
      log: [{ answer: `250 ${'a'.repeat(494)}\uFFFD` }],
    })
  })
})
