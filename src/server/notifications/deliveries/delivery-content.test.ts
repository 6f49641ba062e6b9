import { beforeAll, expect, test } from 'vitest'
import { defaultLeadSourceMessage } from '#/content/mails.ts'
import { submissionSchema } from '#/contracts/leads/leads.ts'
import { leadSourceSettings, leads } from '#/server/db/tables/schema.ts'
import { createSubmitLead } from '#/server/leads/take/submit-lead.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'
import { addRecipient, setRecipientActive } from '../recipients/recipients.ts'
import { addWebhook, setWebhookActive } from '../webhooks/webhook-store.ts'
import type { ClaimedDelivery } from './claims.ts'
import { createContentLoader } from './delivery-content.ts'

describeOnDatabase('what an attempt knows', (database) => {
  let claim: ClaimedDelivery
  beforeAll(async () => {
    const submission = submissionSchema.parse(contactBody({ phone: '+1 386 555 0123' }))
    const { id: leadId } = await createSubmitLead(database.handle())({ submission })
    const nobody = {
      recipientId: null,
      webhookId: null,
      offerId: null,
      target: 'owner@example.com',
    }
    claim = { ...nobody, id: 1, leadId, channel: 'mail', claimToken: 'a', attempt: 1 }
  })
  const load = (changes: Partial<ClaimedDelivery> = {}) =>
    createContentLoader(database.handle().db)({ ...claim, ...changes })

  test('of a lead is all that mails and webhooks show', async () => {
    const content = await load()
    expect(content).toEqual({
      lead: {
        id: claim.leadId,
        submissionId: expect.any(String),
        contentHash: expect.any(String),
        ...contactBody(),
        ...{ phone: '3865550123', phoneAsTyped: '+1 386 555 0123' },
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        attribution: null,
      },
      ...{ leadSourceMessage: null, isRecipientActive: false, webhook: undefined },
    })
    expect(await load({ leadId: claim.leadId + 1 })).toBeUndefined()
  })

  test('of the visit is what was stored of it; nothing where that says nothing', async () => {
    const { db } = database.handle()
    for (const [stored, shown] of [
      [
        { landingPage: '/?gclid=1', gclid: '1' },
        { landingPage: '/?gclid=1', gclid: '1' },
      ],
      [{ from: 'an earlier version' }, null],
      [{ landingPage: 7 }, null],
      [{}, null],
    ]) {
      await db.update(leads).set({ attribution: stored as never })
      expect((await load())?.lead.attribution).toEqual(shown)
    }
  })

  test('of the owner’s words is what they wrote, and nothing while it is what stood there', async () => {
    const { db } = database.handle()
    const save = async (message: string) => {
      await db.delete(leadSourceSettings)
      await db.insert(leadSourceSettings).values({ message })
      return (await load())?.leadSourceMessage
    }
    expect(await save('From our website.')).toBe('From our website.')
    expect(await save(defaultLeadSourceMessage)).toBeNull()
  })

  test('of a recipient is whether it is active now, and of a webhook what it takes to call it', async () => {
    const { db } = database.handle()
    const recipientId = (await addRecipient(db, 'owner@example.com'))?.id ?? 0
    const webhook = await addWebhook(db, 'https://hooks.example.com')
    const webhookId = webhook?.id ?? 0
    const now = async () => {
      const content = await load({ recipientId, webhookId })
      return [content?.isRecipientActive, content?.webhook?.url, content?.webhook?.secret]
    }
    expect(await now()).toEqual([true, 'https://hooks.example.com', webhook?.secret])
    // Another's does not count.
    expect(await load()).toMatchObject({ isRecipientActive: false, webhook: undefined })
    await setRecipientActive(db, recipientId, false)
    await setWebhookActive(db, webhookId, false)
    expect(await now()).toEqual([false, undefined, undefined])
  })
})
