import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { MailToRender, WrittenMail } from '#/contracts/notifications/mails.ts'
import { deliveries, notificationRecipients } from '#/server/db/tables/schema.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { storeLead, takeUp } from '#tests/support/leads/store-lead.ts'
import { leadReference } from '../../db/lead-reference.ts'
import type { Attempt } from '../deliveries/outcomes.ts'
import { mailAttempt } from './attempt-mail.ts'
import type { MailTransport, OutgoingMail } from './mail-transport.ts'

const signal = new AbortController().signal

describeOnDatabase('attempting a mail', (database) => {
  let rendered: MailToRender[]
  let sent: OutgoingMail[]
  let send: MailTransport['send']
  let attempt: Attempt
  let referralMail: WrittenMail
  beforeAll(async () => {
    const { db } = database.handle()
    await db.insert(notificationRecipients).values({ email: 'owner@example.com' })
  })
  beforeEach(() => {
    rendered = []
    sent = []
    send = async () => ({ outcome: 'sent', answer: '250 taken' })
    attempt = mailAttempt({
      site: testConfig().site,
      transport: {
        send: (mail, stop) => {
          sent.push(mail)
          return send(mail, stop)
        },
      },
      renderMail: async (wanted) => {
        rendered.push(wanted)
        return { subject: `About ${wanted.kind}`, html: '', text: '' }
      },
      writeReferralMail: async () => referralMail,
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
    const update = { of: 'how', match: null } as const
    const how = { kind: 'update', update, isUrgent: false, reference, link: '' } as const
    referralMail = { wanted: how, said: 'how', replyTo }
    const result = await attempt({ ...claim, channel: 'job', offerId: 7 }, signal)
    expect(result).toMatchObject({ outcome: 'sent', said: 'how' })
    expect(sent).toMatchObject([{ subject: 'About update', replyTo }])
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

  test('a mail about a lead can be answered to the visitor; a confirmation to us', async () => {
    const claim = await claimNew('Ann')
    expect(await attempt(claim, signal)).toEqual({
      outcome: 'sent',
      problem: null,
      answer: '250 taken',
    })
    referralMail = { wanted: { kind: 'test' } }
    const visitor = { ...claim, channel: 'confirmation', target: 'maria@example.com' } as const
    await attempt(visitor, signal)
    expect(rendered[0]).toMatchObject({ lead: { name: 'Ann' }, leadSourceMessage: null })
    const messageId = expect.stringMatching(/^<lead-[0-9a-f]{32}@breezeway\.example>$/)
    const replyTo = { name: 'Ann', address: 'maria@example.com' }
    expect(sent).toMatchObject([
      { subject: 'About lead', to: 'owner@example.com', messageId, replyTo },
      { to: 'maria@example.com', messageId },
    ])
    expect(sent[1]).not.toHaveProperty('replyTo')
    expect(new Set(sent.map((mail) => mail.messageId)).size).toBe(2)
  })

  test('nothing leaves for who was disabled meanwhile', async () => {
    const { db } = database.handle()
    await storeLead(database.handle(), { name: 'Gone' })
    await takeUp(db, 0)
    await db.update(notificationRecipients).set({ isActive: false })
    expect(await attempt(await takeUp(db, 0), signal)).toEqual({
      outcome: 'cancelled',
      problem: 'The recipient was disabled or removed before the email went out.',
      answer: null,
    })
    await db.update(notificationRecipients).set({ isActive: true })
    expect(sent).toEqual([])
    await db.delete(deliveries)
  })

  test('without a mail server it is kept, as a file', async () => {
    send = async () => ({ outcome: 'kept', answer: 'kept as a.eml' })
    expect(await attempt(await claimNew('Kept'), signal)).toEqual({
      outcome: 'kept',
      problem: null,
      answer: 'kept as a.eml',
    })
  })
})
