import { eq, isNull, sql } from 'drizzle-orm'
import pino from 'pino'
import { expect, test } from 'vitest'
import { submissionSchema } from '#/contracts/leads/leads.ts'
import { deliveries } from '#/server/db/tables/schema.ts'
import { createSubmitLead } from '#/server/leads/take/submit-lead.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import type { Loop } from '../../jobs/loop.ts'
import { addRecipient } from '../recipients/recipients.ts'
import { saveVisitorMails } from '../recipients/visitor-mails.ts'
import { listDeliveriesOf } from './delivery-list.ts'
import { watchForOverdue } from './overdue-deliveries.ts'
import { paceAt } from './pace.ts'

/** Everything is late at once. */
const pace = { ...paceAt(1), overdueAfterMs: 0, fallbackMs: 20 }

describeOnDatabase('a notification that is late', (database) => {
  test('is logged once, by one of the processes; a confirmation never is', async () => {
    const { db } = database.handle()
    await addRecipient(db, 'owner@example.com')
    await saveVisitorMails(db, { sendsMails: true })
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
      expect.objectContaining({
        ...{ level: pino.levels.values.error, msg: 'a delivery is overdue', deliveryId },
      })

    const first = await send('first')
    await expect.poll(() => logged).toContainEqual(line(first))
    // Whoever logs this one has looked again, and would find the first again.
    const second = await send('second')
    await expect.poll(() => logged).toContainEqual(line(second))
    await Promise.all(stops.map(({ close }) => close()))
    expect(logged).toEqual([line(first), line(second)])
    expect(counted).toBe(2)
  })

  test('is reported in parts, while others are being attempted, by one statement at a time', async () => {
    const { db } = database.handle()
    await db.delete(deliveries)
    const request = submissionSchema.parse(contactBody({ name: 'Many' }))
    const { id: leadId } = await createSubmitLead(database.handle())({ submission: request })
    await db.execute(sql`
      insert into deliveries (lead_id, channel, target)
      select ${leadId}, 'mail', 'many@example.com' from generate_series(1, 1100)`)
    const [{ id: attempted } = { id: 0 }] = await db
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(eq(deliveries.target, 'many@example.com'))
      .limit(1)
    const logger = pino({ level: 'silent' })
    let watch: Loop | undefined
    await db.transaction(async (tx) => {
      await tx.select().from(deliveries).where(eq(deliveries.id, attempted)).for('update')
      watch = watchForOverdue({ db, logger, pace }, () => {})
      // Not by what it counts: the last look of a watch that was stopped before may report some.
      await expect.poll(listUnreported).toEqual([{ id: attempted }])
      // Intervals pass while nothing can be marked.
      await tx.execute(sql`lock table deliveries in exclusive mode`)
      const countWaiting = async () => {
        const answer = await db.execute(sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
        return (answer as unknown as { rowCount: number }).rowCount
      }
      await expect.poll(countWaiting).toBe(1)
      // For a moment PostgreSQL itself may look at the one that waits.
      for (let look = 0; look < 100; look += 1) expect(await countWaiting()).toBeLessThan(2)
    })
    await expect.poll(listUnreported).toEqual([])
    await watch?.close()

    // All parts in one look: the next comes half a minute later.
    await db.update(deliveries).set({ reportedOverdueAt: null })
    const rare = watchForOverdue({ db, logger, pace: { ...pace, fallbackMs: 3_600_000 } }, () => {})
    rare.wake()
    await expect.poll(listUnreported).toEqual([])
    await rare.close()

    async function listUnreported() {
      const isUnreported = isNull(deliveries.reportedOverdueAt)
      return db.select({ id: deliveries.id }).from(deliveries).where(isUnreported)
    }
  })
})
