import { beforeAll, expect, test } from 'vitest'
import { submissionSchema } from '#/contracts/leads.ts'
import { describeOnDatabase } from '../../../../tests/databases.ts'
import { contactBody } from '../../../../tests/factories.ts'
import { createSubmitLead } from '../../leads/intake/submit-lead.ts'
import { addRecipient } from '../recipients/recipients.ts'
import {
  type AttemptResult,
  type ClaimedDelivery,
  claimDue,
  releaseClaim,
  storeOutcome,
} from './claims.ts'
import { listDeliveriesOf } from './delivery-list.ts'
import { paceAt } from './pace.ts'

/** What failed is due again at once. */
const pace = { ...paceAt(1), firstRetryMs: 0, longestRetryMs: 0 }

const sent = { outcome: 'sent', problem: null, answer: '250 taken' } as const
const refused = { outcome: 'refused', problem: 'Nobody is there.', answer: '550 nobody' } as const
const retry = { outcome: 'retry', problem: 'Not now.', answer: '451 not now' } as const

describeOnDatabase('deliveries that processes share', (database) => {
  beforeAll(() => addRecipient(database.handle().db, 'owner@example.com'))

  const send = async (name: string) => {
    const request = submissionSchema.parse(contactBody({ name }))
    return (await createSubmitLead(database.handle())({ submission: request })).id
  }
  /** Takes up one delivery, as a process does that has one place free. */
  const takeUp = async (leaseMs = pace.leaseMs): Promise<ClaimedDelivery> => {
    const [claim] = await claimDue(database.handle().db, ['mail'], { limit: 1, leaseMs })
    if (!claim) throw new Error('nothing is due')
    return claim
  }
  const end = (claim: ClaimedDelivery, result: AttemptResult) =>
    storeOutcome(
      database.handle().db,
      claim,
      { ...result, at: new Date(), durationMs: 1 },
      { pace },
    )
  const shown = (leadId: number) =>
    listDeliveriesOf(database.handle().db, leadId, pace.overdueAfterMs)

  test('a new lead does not queue behind what has failed before', async () => {
    const old = await send('Has failed')
    await end(await takeUp(), retry)
    await end(await takeUp(), retry)
    const fresh = await send('Is new')
    const claims = [await takeUp(), await takeUp()]
    expect(claims.map(({ leadId, attempt }) => [leadId, attempt])).toEqual([
      [fresh, 1],
      [old, 3],
    ])
    for (const claim of claims) await end(claim, sent)
  })

  test('a process whose lease has ended does not touch what another has taken up', async () => {
    const leadId = await send('Taken over')
    const slow = await takeUp(0)
    const quick = await takeUp()
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
