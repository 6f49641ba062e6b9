import { once } from 'node:events'
import { expect, test } from 'vitest'
import { submissionSchema } from '#/contracts/leads.ts'
import { describeOnDatabase } from '../../../../tests/databases.ts'
import { contactBody } from '../../../../tests/factories.ts'
import { silentLogger } from '../../../../tests/silent-logger.ts'
import { createSubmitLead } from '../../leads/intake/submit-lead.ts'
import { addRecipient } from '../recipients/recipients.ts'
import { type ClaimedDelivery, claimDue } from './claims.ts'
import { listDeliveriesOf } from './delivery-list.ts'
import { startLane } from './lane.ts'
import { paceAt } from './pace.ts'

const pace = { ...paceAt(1), drainMs: 0 }

describeOnDatabase('a lane that is closed', (database) => {
  test('gives back what it broke off as if it had never been tried', async () => {
    const { db } = database.handle()
    await addRecipient(db, 'owner@example.com')
    const request = submissionSchema.parse(contactBody())
    const { id: leadId } = await createSubmitLead(database.handle())({ submission: request })
    const tried: ClaimedDelivery[] = []
    const lane = startLane({
      db,
      logger: silentLogger,
      pace,
      channels: ['mail'],
      concurrency: 1,
      async attempt(claim, signal) {
        tried.push(claim)
        await once(signal, 'abort')
        return {
          outcome: 'retry',
          problem: 'The mail server did not answer in time.',
          answer: null,
        }
      },
    })
    await expect.poll(() => tried).toMatchObject([{ leadId, attempt: 1 }])
    await lane.close()

    expect(await listDeliveriesOf(db, leadId, pace.overdueAfterMs)).toMatchObject([
      { state: 'pending', attempts: 0, problem: null, log: [] },
    ])
    // Another process need not wait for the end of the lease.
    expect(await claimDue(db, ['mail'], { limit: 1, leaseMs: pace.leaseMs })).toMatchObject([
      { leadId, attempt: 1 },
    ])
  })
})
