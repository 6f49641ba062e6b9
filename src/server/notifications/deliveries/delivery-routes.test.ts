import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { deliveries, notificationRecipients, webhooks } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { storeLead } from '#tests/support/leads/store-lead.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import { notify } from '../../db/signals.ts'
import { queueToEveryone } from '../../referrals/store/queue-mails.ts'

describeOnDatabase('deliveries for the owner', (database) => {
  const db = () => database.handle().db
  const site = adminSite(database)
  let leadId: number
  let sentSoFar = 0
  beforeEach(async () => {
    await db().delete(notificationRecipients)
    sentSoFar += 1
    leadId = await storeLead(database.handle(), { name: `Visitor ${sentSoFar}` })
    await db().insert(notificationRecipients).values({ email: 'owner@example.com' })
  })

  async function ask(method: 'GET' | 'POST' | 'DELETE', url: string) {
    const { status, data, message } = await site.ask(method, url)
    return [status, data ?? message]
  }
  const tell = () => db().transaction((tx) => queueToEveryone(tx, leadId, false))
  async function list() {
    const [, { deliveries: listed }] = await ask('GET', `/api/admin/leads/${leadId}`)
    return listed
  }
  const resend = (id: number) => ask('POST', `/api/admin/deliveries/${id}/resend`)

  test('what did not arrive can be sent again, and what did or is on its way not', async () => {
    await tell()
    const [delivery] = await db().select().from(deliveries).where(eq(deliveries.leadId, leadId))
    const id = delivery?.id ?? 0
    const become = (changes: Partial<typeof deliveries.$inferInsert>) =>
      db().update(deliveries).set(changes).where(eq(deliveries.id, id))
    for (const state of ['pending', 'kept', 'failed', 'cancelled'] as const) {
      await become({ state, attempts: 7 })
      expect([state, ...(await resend(id))]).toEqual([state, 200, { resent: 1 }])
      expect(await list()).toMatchObject([{ state: 'pending', attempts: 0 }])
    }
    await become({ claimToken: 'a process' })
    expect(await resend(id)).toEqual([409, 'This notification is being sent right now.'])
    await become({ claimToken: null, state: 'sent' })
    expect(await resend(id)).toEqual([409, 'This notification was already sent.'])
    const [recipient] = await db().select().from(notificationRecipients)
    await ask('DELETE', pathTo(api.removeRecipient, { recipientId: recipient?.id ?? 0 }))
    for (const state of ['pending', 'failed'] as const) {
      await become({ state })
      expect(await resend(id)).toEqual([
        409,
        'Its recipient is disabled or removed. Enable or add the recipient first.',
      ])
    }
    expect(await resend(999_999)).toEqual([404, 'There’s no delivery number 999999.'])
  })

  test('what is sent again leaves at once, because the workers are woken', async () => {
    const { listen } = database.handle()
    await tell()
    const [{ id }] = await list()
    const signals: string[] = []
    await listen('leads_changed', { onMessage: (payload) => void signals.push(payload) })
    await resend(999_999)
    await resend(id)
    await notify(db(), 'leads_changed', 'the last')
    await expect.poll(() => signals).toContain('the last')
    expect(signals).toEqual(['', 'the last'])
  })

  test('what has failed is sent again only to those who are active at that moment', async () => {
    await db().insert(webhooks).values({ url: 'https://hooks.example.com/leads', secret: '' })
    await tell()
    const resendAll = () => ask('POST', api.deliveriesResendFailed.path)
    const setActive = async (isActive: boolean) => {
      await db().update(notificationRecipients).set({ isActive })
      await db().update(webhooks).set({ isActive })
    }
    await setActive(false)
    // They were being tried, and were refused.
    await db().update(deliveries).set({ state: 'failed' })
    expect(await resendAll()).toEqual([200, { resent: 0 }])
    for (const { id } of await list()) expect((await resend(id))[0]).toBe(409)
    await setActive(true)
    expect(await resendAll()).toEqual([200, { resent: 2 }])
  })
})
