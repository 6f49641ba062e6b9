import { beforeAll, expect, test } from 'vitest'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { storeLead, takeUp } from '#tests/support/leads/store-lead.ts'
import { addRecipient } from '../recipients/recipients.ts'
import { listDeliveriesOf } from './delivery-list.ts'
import { storeOutcome } from './outcomes.ts'
import { paceAt } from './pace.ts'

const pace = paceAt(1)

describeOnDatabase('outcomes', (database) => {
  beforeAll(() => addRecipient(database.handle().db, 'owner@example.com'))

  test('are stored whatever the other side has answered', async () => {
    const { db } = database.handle()
    await storeLead(database.handle())
    const claim = await takeUp(db)
    const answer = `250 \0${'a'.repeat(494)}🙂`
    const attempt = { claim, outcome: 'sent', answer, problem: 'a\0b' } as const
    expect(await storeOutcome(db, { ...attempt, at: new Date(), durationMs: 1 }, pace)).toBe('sent')
    expect(await listDeliveriesOf(db, claim.leadId, pace.overdueAfterMs)).toMatchObject([
      { problem: 'ab', log: [{ answer: `250 ${'a'.repeat(494)}\uFFFD` }] },
    ])
  })
})
