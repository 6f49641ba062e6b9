import { beforeAll, expect, test } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import { deliveries, notificationRecipients } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { storeLead } from '#tests/support/leads/store-lead.ts'
import { findInDeliveries, listDeliveriesOf } from './delivery-list.ts'

const minute = 60_000
const overdueAfterMs = 5 * minute
const start = Date.now()
const ago = (minutes: number) => new Date(start - minutes * minute)

describeOnDatabase('the list of deliveries', (database) => {
  let leadId: number
  /** A lead is sent to each recipient once. */
  let recipientIds: number[]
  const queued = (target: string, minutes: number) => ({
    leadId,
    recipientId: recipientIds.pop() ?? 0,
    channel: 'mail' as const,
    target,
    queuedAt: ago(minutes),
    createdAt: ago(minutes),
  })
  beforeAll(async () => {
    const { db } = database.handle()
    leadId = await storeLead(database.handle(), { name: 'Ann' })
    const added = await db
      .insert(notificationRecipients)
      .values(Array.from({ length: 26 }, (_, index) => ({ email: `${index}@example.com` })))
      .returning({ id: notificationRecipients.id })
    recipientIds = added.map(({ id }) => id)
    await db.insert(deliveries).values([
      { ...queued('failed', 30), state: 'failed', problem: 'Nobody is there.' },
      { ...queued('late', 10), problem: 'Not now.', dueAt: ago(-1), attempts: 3 },
      queued('later', 6),
      queued('fresh', 4),
      { ...queued('sent', 60), state: 'sent', sentAt: ago(59) },
      {
        ...queued('visitor', 90),
        channel: 'confirmation',
        state: 'failed',
        problem: 'No such box.',
      },
    ])
  })
  test('says of each where it stands, and of one lead in the order in which they were queued', async () => {
    const list = await listDeliveriesOf(database.handle().db, leadId, overdueAfterMs)
    expect(list.map(({ target, isOverdue }) => [target, isOverdue])).toEqual([
      ['failed', false],
      ['late', true],
      ['later', true],
      ['fresh', false],
      ['sent', false],
      ['visitor', false],
    ])
    const iso = (minutes: number) => ago(minutes).toISOString()
    expect(list[1]).toEqual({
      id: expect.any(Number),
      channel: 'mail',
      target: 'late',
      state: 'pending',
      isOverdue: true,
      createdAt: iso(10),
      dueAt: iso(-1),
      sentAt: null,
      problem: 'Not now.',
      attempts: 3,
      log: [],
    })
    expect(list[4]).toMatchObject({ state: 'sent', dueAt: null, sentAt: iso(59) })
    expect(await listDeliveriesOf(database.handle().db, leadId + 1, overdueAfterMs)).toEqual([])
  })

  test('that failed or is late is a finding that names its request and sends it again, but for mails to visitors', async () => {
    const { db } = database.handle()
    const links = [{ text: 'Ann', path: leadPagePath(leadId) }]
    expect(await findInDeliveries(db, overdueAfterMs)).toMatchObject([
      {
        text: '1 notification couldn’t be delivered.',
        detail: 'Nobody is there.',
        links,
        buttons: [{ text: 'Resend', path: api.deliveriesResendFailed.path }],
      },
      // Of the latest that says why.
      { text: expect.stringMatching(/^2 notifications are late/), detail: 'Not now.', links },
    ])
    // After an hour's patience only what has failed is left.
    expect(await findInDeliveries(db, 60 * minute)).toMatchObject([{ key: 'deliveries-failed' }])
    await db
      .insert(deliveries)
      .values(
        Array.from({ length: 20 }, () => ({ ...queued('failed', 30), state: 'failed' as const })),
      )
    const [{ text } = {}] = await findInDeliveries(db, overdueAfterMs)
    expect(text).toBe('21 notifications couldn’t be delivered.')
    // Who is disabled gets none of them, so nobody has to see to it.
    await db.update(notificationRecipients).set({ isActive: false })
    expect(await findInDeliveries(db, overdueAfterMs)).toEqual([])
  })
})
