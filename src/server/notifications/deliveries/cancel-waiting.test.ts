import { expect, test } from 'vitest'
import { submissionSchema } from '#/contracts/leads/leads.ts'
import { createSubmitLead } from '#/server/leads/take/submit-lead.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { addRecipient, removeRecipient, setRecipientActive } from '../recipients/recipients.ts'
import { addWebhook, removeWebhook } from '../webhooks/webhook-store.ts'
import { createClaimDue } from './claims.ts'
import { listDeliveriesOf } from './delivery-list.ts'
import { storeOutcome } from './outcomes.ts'
import { paceAt } from './pace.ts'

const pace = paceAt(1)

describeOnDatabase('disabling or removing', (database) => {
  const send = async (name: string) => {
    const request = submissionSchema.parse(contactBody({ name }))
    return (await createSubmitLead(database.handle())({ submission: request })).id
  }
  const shown = (leadId: number) =>
    listDeliveriesOf(database.handle().db, leadId, pace.overdueAfterMs)

  async function cancelsOnlyWhatWaits(stop: () => Promise<unknown>, problem: string) {
    const { db } = database.handle()
    const dying = await send(`Dying: ${problem}`)
    const living = await send(`Under way: ${problem}`)
    const waiting = await send(`Waiting: ${problem}`)
    const [lost] = await createClaimDue(db, pace.leaseMs)(1)
    const [claim] = await createClaimDue(db, pace.leaseMs)(1)
    expect([lost?.leadId, claim?.leadId]).toEqual([dying, living])
    if (!claim) throw new Error('nothing is due')

    await stop()
    expect(await shown(waiting)).toMatchObject([{ state: 'cancelled', problem }])
    expect(await shown(living)).toMatchObject([{ state: 'pending', problem: null }])
    // It may have left already when its process died: another will look after it.
    expect(await shown(dying)).toMatchObject([{ state: 'pending', problem: null }])

    const taken = { outcome: 'sent', problem: null, answer: 'taken' } as const
    await storeOutcome(db, { ...taken, claim, at: new Date(), durationMs: 1 }, pace)
    expect(await shown(living)).toMatchObject([{ state: 'sent', problem: null }])
  }

  test('a recipient cancels what waits for them, and spares what is being tried', async () => {
    const { db } = database.handle()
    const recipient = await addRecipient(db, 'owner@example.com')
    await cancelsOnlyWhatWaits(
      () => setRecipientActive(db, recipient?.id ?? 0, false),
      'The recipient was disabled.',
    )
  })

  test('one who is removed does so too', async () => {
    const { db } = database.handle()
    const recipient = await addRecipient(db, 'other@example.com')
    await cancelsOnlyWhatWaits(
      () => removeRecipient(db, recipient?.id ?? 0),
      'The recipient was removed.',
    )
  })

  test('a webhook does so too when it is removed', async () => {
    const { db } = database.handle()
    const webhook = await addWebhook(db, 'https://hooks.example.com/leads')
    await cancelsOnlyWhatWaits(
      () => removeWebhook(db, webhook?.id ?? 0),
      'The webhook was removed.',
    )
  })
})
