import { beforeAll, expect, test } from 'vitest'
import { submissionSchema } from '#/contracts/leads/leads.ts'
import { createSubmitLead } from '#/server/leads/take/submit-lead.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { addRecipient } from '../recipients/recipients.ts'
import { createClaimDue } from './claims.ts'
import { listDeliveriesOf } from './delivery-list.ts'
import { storeOutcome } from './outcomes.ts'
import { paceAt } from './pace.ts'

const pace = paceAt(1)

describeOnDatabase('outcomes', (database) => {
  beforeAll(() => addRecipient(database.handle().db, 'owner@example.com'))

  test('are stored whatever the other side has answered', async () => {
    const { db } = database.handle()
    await createSubmitLead(database.handle())({ submission: submissionSchema.parse(contactBody()) })
    const [claim] = await createClaimDue(db, pace.leaseMs)(1)
    if (!claim) throw new Error('nothing is due')
    const answer = `250 \0${'a'.repeat(494)}🙂`
    const attempt = { claim, outcome: 'sent', answer, problem: 'a\0b' } as const
    expect(await storeOutcome(db, { ...attempt, at: new Date(), durationMs: 1 }, pace)).toBe('sent')
    expect(await listDeliveriesOf(db, claim.leadId, pace.overdueAfterMs)).toMatchObject([
      { problem: 'ab', log: [{ answer: `250 ${'a'.repeat(494)}\uFFFD` }] },
    ])
  })
})
