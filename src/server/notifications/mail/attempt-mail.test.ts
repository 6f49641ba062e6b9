import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { MailToRender, WrittenMail } from '#/contracts/notifications/mails.ts'
import { deliveries } from '#/server/db/tables/schema.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { storeLead, takeUp } from '#tests/support/leads/store-lead.ts'
import { leadReference } from '../../db/lead-reference.ts'
import type { Attempt } from '../deliveries/outcomes.ts'
import { addRecipient, setRecipientActive } from '../recipients/recipients.ts'
import { mailAttempt } from './attempt-mail.ts'
import type { MailTransport, OutgoingMail } from './mail-transport.ts'

const signal = new AbortController().signal

describeOnDatabase('attempting a mail', (database) => {
  let recipientId: number
  let rendered: MailToRender[]
  let sent: OutgoingMail[]
  let transport: Pick<MailTransport, 'mode' | 'send'>
  let attempt: Attempt
  let referralMail: WrittenMail
  beforeAll(async () => {
    recipientId = (await addRecipient(database.handle().db, 'owner@example.com'))?.id ?? 0
  })
  beforeEach(() => {
    rendered = []
    sent = []
    transport = { mode: 'smtp', send: async () => '250 taken' }
    attempt = mailAttempt({
      site: testConfig().site,
      transport: {
        get mode() {
          return transport.mode
        },
        send: (mail, stop) => {
          sent.push(mail)
          return transport.send(mail, stop)
        },
        close: () => {},
      },
      renderMail: async (wanted) => {
        rendered.push(wanted)
        return { subject: `About ${wanted.kind}`, html: '', text: '' }
      },
      referralMails: {
        offer: async () => referralMail,
        job: async () => referralMail,
        update: async () => referralMail,
        'follow-up': async () => referralMail,
      },
      linkToRequest: async (leadId) => `/request/of-${leadId}`,
    })
  })

  async function claimNew(name: string) {
    await storeLead(database.handle(), { name })
    return takeUp(database.handle().db)
  }

  test('a mail about an offer says what is written when it leaves, under an id of its own', async () => {
    const claim = await claimNew('Olga')
    const replyTo = { name: 'Olga', address: 'olga@example.com' }
    const reference = leadReference(claim.lead.submissionId)
    const how = { kind: 'follow-up', companyName: null, reference, link: '' } as const
    referralMail = { wanted: how, said: 'how', replyTo }
    const result = await attempt({ ...claim, channel: 'job', offerId: 7 }, signal)
    expect(result).toMatchObject({ outcome: 'sent', said: 'how' })
    expect(sent).toMatchObject([{ subject: 'About follow-up', replyTo }])
    await attempt({ ...claim, id: 2, channel: 'offer', offerId: 7 }, signal)
    await attempt({ ...claim, id: 3, channel: 'offer', offerId: 8 }, signal)
    // The same once more, after the visitor has changed their mind twice.
    await attempt({ ...claim, id: 4, channel: 'job', offerId: 7 }, signal)
    // Another attempt of the last one.
    await attempt({ ...claim, id: 4, channel: 'job', offerId: 7, attempt: 2 }, signal)
    const ids = sent.map(({ messageId }) => messageId)
    expect(new Set(ids).size).toBe(4)
    expect(ids[4]).toBe(ids[3])
  })

  test('a mail about an offer does not leave once there is nothing to say', async () => {
    const claim = await claimNew('Otto')
    referralMail = { cancelled: 'The offer ended.' }
    expect(await attempt({ ...claim, channel: 'offer', offerId: 7 }, signal)).toMatchObject({
      outcome: 'cancelled',
      problem: 'The offer ended.',
    })
    expect(sent).toEqual([])
  })

  test('a confirmation says by when we reply, while that is to come, and promises nothing outside our towns', async () => {
    const claim = {
      ...(await claimNew('Bea')),
      channel: 'confirmation',
      target: 'b@example.com',
    } as const
    const { lead } = claim
    if (!lead) throw new Error('the lead is gone')
    await attempt({ ...claim, lead: { ...lead, town: null } }, signal)
    const longAgo = { ...lead, createdAt: '2026-01-05T15:00:00.000Z' }
    await attempt({ ...claim, lead: { ...longAgo, town: 'DeLand' } }, signal)
    const link = `/request/of-${lead.id}`
    const of = {
      kind: 'update',
      update: { of: 'outside' },
      isUrgent: false,
      reference: '',
      link,
    } as const
    referralMail = { wanted: of }
    await attempt({ ...claim, lead: { ...lead, isOutside: true } }, signal)
    expect(rendered).toMatchObject([
      // Where the work is is asked while it is not known.
      {
        kind: 'confirmation',
        asksTown: true,
        reference: leadReference(lead.submissionId),
        answerBy: expect.any(String),
      },
      { kind: 'confirmation', answerBy: null, asksTown: false },
      of,
    ])
  })

  test('a mail about a lead can be answered to the visitor; a confirmation to us', async () => {
    const claim = await claimNew('Ann')
    expect(await attempt(claim, signal)).toEqual({
      outcome: 'sent',
      problem: null,
      answer: '250 taken',
    })
    const visitor = { ...claim, channel: 'confirmation', target: 'maria@example.com' } as const
    await attempt(visitor, signal)
    expect(rendered).toMatchObject([
      { kind: 'lead', lead: { name: 'Ann' }, leadSourceMessage: null },
      { kind: 'confirmation', link: `/request/of-${claim.leadId}` },
    ])
    const messageId = expect.stringMatching(/^<lead-[0-9a-f]{32}@breezeway\.example>$/)
    expect(sent).toEqual([
      {
        subject: 'About lead',
        html: '',
        text: '',
        to: 'owner@example.com',
        messageId,
        replyTo: { name: 'Ann', address: 'maria@example.com' },
      },
      { subject: 'About confirmation', html: '', text: '', to: 'maria@example.com', messageId },
    ])
    expect(new Set(sent.map((mail) => mail.messageId)).size).toBe(2)
  })

  test('nothing leaves for who was disabled meanwhile', async () => {
    const { db } = database.handle()
    await storeLead(database.handle(), { name: 'Gone' })
    await takeUp(db, 0)
    await setRecipientActive(db, recipientId, false)
    expect(await attempt(await takeUp(db, 0), signal)).toEqual({
      outcome: 'cancelled',
      problem: 'The recipient was disabled or removed before the mail left.',
      answer: null,
    })
    await setRecipientActive(db, recipientId, true)
    expect(sent).toEqual([])
    await db.delete(deliveries)
  })

  test('without a mail server it is kept, as a file', async () => {
    transport = { mode: 'files', send: async () => 'kept as a.eml' }
    expect(await attempt(await claimNew('Kept'), signal)).toEqual({
      outcome: 'kept',
      problem: null,
      answer: 'kept as a.eml',
    })
  })
})
