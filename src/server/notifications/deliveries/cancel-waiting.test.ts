import { expect, test } from 'vitest'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { storeLead, takeUp } from '#tests/support/leads/store-lead.ts'
import { addRecipient, removeRecipient, setRecipientActive } from '../recipients/recipients.ts'
import { addWebhook, removeWebhook } from '../webhooks/webhook-store.ts'
import { listDeliveriesOf } from './delivery-list.ts'
import { storeOutcome } from './outcomes.ts'
import { paceAt } from './pace.ts'

const pace = paceAt(1)

describeOnDatabase('disabling or removing', (database) => {
  const send = (name: string) => storeLead(database.handle(), { name })
  const shown = (leadId: number) =>
    listDeliveriesOf(database.handle().db, leadId, pace.overdueAfterMs)

  async function cancelsOnlyWhatWaits(stop: () => Promise<unknown>, problem: string) {
    const { db } = database.handle()
    const dying = await send(`Dying: ${problem}`)
    const living = await send(`Under way: ${problem}`)
    const waiting = await send(`Waiting: ${problem}`)
    const [lost, claim] = [await takeUp(db), await takeUp(db)]
    expect([lost.leadId, claim.leadId]).toEqual([dying, living])

    await stop()
    expect(await shown(waiting)).toMatchObject([{ state: 'cancelled', problem }])
    expect(await shown(living)).toMatchObject([{ state: 'pending', problem: null }])
    // It may have left already when its process died: another will look after it.
    expect(await shown(dying)).toMatchObject([{ state: 'pending', problem: null }])

    const taken = { outcome: 'sent', problem: null, answer: 'taken' } as const
    await storeOutcome(db, { ...taken, claim, at: new Date(), durationMs: 1 }, pace)
    expect(await shown(living)).toMatchObject([{ state: 'sent', problem: null }])
  }

  test('a recipient or a webhook cancels what waits for it, and spares what is being tried', async () => {
    const { db } = database.handle()
    const one = (await addRecipient(db, 'owner@example.com'))?.id ?? 0
    await cancelsOnlyWhatWaits(
      () => setRecipientActive(db, one, false),
      'The recipient was disabled.',
    )
    const other = (await addRecipient(db, 'other@example.com'))?.id ?? 0
    await cancelsOnlyWhatWaits(() => removeRecipient(db, other), 'The recipient was removed.')
    const webhook = (await addWebhook(db, 'https://hooks.example.com/leads'))?.id ?? 0
    await cancelsOnlyWhatWaits(() => removeWebhook(db, webhook), 'The webhook was removed.')
  })
})
