import pino from 'pino'
import { expect, test } from 'vitest'
import { submissionSchema } from '#/contracts/leads.ts'
import { describeOnDatabase } from '../../../../tests/databases.ts'
import { contactBody } from '../../../../tests/factories.ts'
import { createSubmitLead } from '../../leads/intake/submit-lead.ts'
import { addRecipient } from '../recipients/recipients.ts'
import { listDeliveriesOf } from './delivery-list.ts'
import { watchForOverdue } from './overdue-deliveries.ts'
import { paceAt } from './pace.ts'

/** Everything is late at once. */
const pace = { ...paceAt(1), overdueAfterMs: 0, fallbackMs: 20 }

describeOnDatabase('a notification that is late', (database) => {
  test('is logged once, by one of the processes; a confirmation never is', async () => {
    const { db } = database.handle()
    await addRecipient(db, 'owner@example.com')
    const submit = createSubmitLead(database.handle())
    /** Stores a lead and answers the number of the mail to the owner. */
    async function send(name: string) {
      const request = submissionSchema.parse(contactBody({ name, email: `${name}@example.com` }))
      const { id } = await submit({ submission: request, confirmationClient: 'a visitor' })
      const queued = await listDeliveriesOf(db, id, pace.overdueAfterMs)
      expect(queued.map(({ channel }) => channel)).toEqual(['mail', 'confirmation'])
      return queued[0]?.id
    }

    const logged: unknown[] = []
    let counted = 0
    const logger = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) })
    const watch = () => watchForOverdue({ db, logger, pace }, (count) => (counted += count))
    const stops = [watch(), watch(), watch()]
    const line = (deliveryId: number | undefined) =>
      expect.objectContaining({ level: pino.levels.values.error, deliveryId })

    const first = await send('first')
    await expect.poll(() => logged).toContainEqual(line(first))
    // Whoever logs this one has looked again, and would find the first again.
    const second = await send('second')
    await expect.poll(() => logged).toContainEqual(line(second))
    for (const stop of stops) stop()
    expect(logged).toEqual([line(first), line(second)])
    expect(counted).toBe(2)
  })
})
