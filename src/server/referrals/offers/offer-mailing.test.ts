import { and, eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { DeliveryState } from '#/contracts/notifications/deliveries.ts'
import { apiPaths, deliveryPath, leadPath, offerApiPath } from '#/contracts/routes.ts'
import {
  contractors,
  deliveries,
  leadHistory,
  offers,
  ownerNews,
} from '#/server/db/tables/schema.ts'
import { createBuiltRenderer } from '#/server/render/built-renderer.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { readCandidates } from '../contractors/ranking.ts'
import { readLead } from '../lead/held-lead.ts'
import { findDueLeads, msUntilDue } from './next-offer.ts'
import { answerBy } from './offer-changes.ts'

describeOnDatabase('the time to answer', (database) => {
  const { db, ask, site } = referralSite(database, { isEmptied: true })
  beforeEach(async () => {
    await site.setAutomatic(true)
  })

  const asked = async (leadId: number) =>
    (await db().select().from(offers).where(eq(offers.leadId, leadId)).orderBy(offers.id)).at(-1)
  const mailIs = (state: DeliveryState, sentAt?: Date) =>
    db()
      .update(deliveries)
      .set({ state, ...(sentAt && { sentAt }) })
      .where(and(eq(deliveries.channel, 'offer'), eq(deliveries.state, 'pending')))
  const statesOf = async (leadId: number) =>
    (await site.referral(leadId)).offers.map(({ state, companyName }) => `${companyName} ${state}`)

  test('starts when the mail has left, and not before', async () => {
    await site.addContractor({ companyName: 'A' })
    const leadId = await site.sendLead()
    await site.advance()
    // The mail server is away for longer than there is time to answer.
    await db().update(offers).set({
      offeredAt: sql`now() - interval '30 days'`,
      expiresAt: sql`now() - interval '29 days'`,
    })
    expect(await findDueLeads(db())).toEqual([])
    expect(await statesOf(leadId)).toEqual(['A open'])
    const offer = await asked(leadId)
    const link = await site.linkTo({ id: offer?.id ?? 0 }, leadId)
    expect((await site.open(link)).statusCode).toBe(200)
    const sentAt = new Date(Date.now() - 90_000)
    await mailIs('sent', sentAt)
    await site.advance()
    const expiresAt = answerBy(sentAt, false)
    expect(await asked(leadId)).toMatchObject({ state: 'open', mailedAt: sentAt, expiresAt })
    expect((await site.open(link)).body).toContain('Can you take this request?')
    const ms = (await msUntilDue(db())) ?? 0
    expect(Math.abs(Date.now() + ms - expiresAt.getTime())).toBeLessThan(60_000)
  })

  test('starts at once where mails are kept as files', async () => {
    await site.addContractor()
    const leadId = await site.sendLead({ service: 'ac-repair' })
    await site.advance()
    await mailIs('kept')
    await site.advance()
    const { mailedAt, expiresAt } = (await asked(leadId)) ?? {}
    expect(Math.abs(Date.now() - (mailedAt?.getTime() ?? 0))).toBeLessThan(60_000)
    expect(expiresAt).toEqual(answerBy(mailedAt ?? new Date(), false))
  })

  test('the mail says the time that is left when it leaves', async () => {
    await site.addContractor({ answersEmergencies: true })
    const leadId = await site.sendLead({ service: 'emergency-hvac' })
    await site.advance()
    const { id = 0 } = (await asked(leadId)) ?? {}
    await db().update(offers).set({ expiresAt: sql`now() - interval '1 day'` })
    const mail = await site.mails('offer', { id }, leadId)
    if (!('wanted' in mail) || mail.wanted.kind !== 'offer') throw new Error('no offer')
    const inHalfAnHour = Date.now() + 30 * 60_000
    expect(Math.abs(Date.parse(mail.wanted.answerBy) - inHalfAnHour)).toBeLessThan(60_000)
  })

  test.each(['failed', 'cancelled'] as const)(
    'of a mail that is %s the next one is asked at once, and nobody is blamed',
    async (state) => {
      for (const companyName of ['A', 'B']) await site.addContractor({ companyName })
      const leadId = await site.sendLead()
      await site.advance()
      await mailIs(state)
      await site.advance()
      expect(await statesOf(leadId)).toEqual(['A undelivered', 'B open'])
      const news = await db()
        .select({ kind: ownerNews.kind, detail: ownerNews.detail })
        .from(ownerNews)
      expect(news).toEqual([{ kind: 'undelivered', detail: 'A' }])
      const lead = await readLead(db(), leadId)
      if (!lead) throw new Error('no lead')
      const [, a] = await readCandidates(db(), lead, lead)
      const [first] = await readCandidates(db(), lead, lead)
      expect([first?.companyName, first?.record.lastOfferedAt]).toEqual(['A', null])
      expect(a?.companyName).toBe('B')
    },
  )

  /** The owner found in their mailbox that the last mail of a kind came back. Returns the status. */
  async function comesBack(channel: 'offer' | 'confirmation'): Promise<number> {
    const [mail] = await db()
      .select()
      .from(deliveries)
      .where(eq(deliveries.channel, channel))
      .orderBy(deliveries.id)
    return (await ask('POST', deliveryPath(apiPaths.deliveryCameBack, mail?.id ?? 0))).status
  }

  test.each([false, true])(
    'a mail that comes back days later is one that was refused, its time over %s',
    async (isOver) => {
      for (const companyName of ['A', 'B']) await site.addContractor({ companyName })
      const leadId = await site.sendLead()
      await site.advance()
      expect(await comesBack('offer')).toBe(409)
      await site.sendOffers()
      const { id = 0 } = (await asked(leadId)) ?? {}
      if (isOver) {
        await site.endTimes()
        await site.advance()
        expect(await statesOf(leadId)).toEqual(['A expired', 'B open'])
      }
      expect([await comesBack('offer'), await comesBack('offer')]).toEqual([204, 409])
      await site.advance()
      expect(await statesOf(leadId)).toEqual(['A undelivered', 'B open'])
      const lead = await readLead(db(), leadId)
      const [a] = lead ? await readCandidates(db(), lead, lead) : []
      expect(a).toMatchObject({ companyName: 'A', record: { ended: 0, lastOfferedAt: null } })
      const history = await db().select().from(leadHistory).where(eq(leadHistory.leadId, leadId))
      const told = history.map(({ kind, detail }) => `${kind} ${detail}`)
      expect(told).toContain('undelivered A')
      expect(told).toContainEqual(expect.stringMatching(/^came-back office-\d+@/))
      const [mail] = await db().select().from(deliveries).where(eq(deliveries.offerId, id))
      expect(mail?.problem).toBe('It left, and came back to your mailbox.')
    },
  )

  test('a mail whose offer was answered cannot have come back, and one to the visitor is told alone', async () => {
    await ask('PUT', apiPaths.visitorMails, { sendsMails: true })
    await site.addContractor()
    const leadId = await site.sendLead()
    await site.advance()
    await db().update(deliveries).set({ state: 'sent', sentAt: new Date() })
    const offer = await asked(leadId)
    const link = await site.linkTo({ id: offer?.id ?? 0 }, leadId)
    await site.open(`${link}/accept`, { callAt: inAnHour() })
    expect(await comesBack('offer')).toBe(409)
    expect(await comesBack('confirmation')).toBe(204)
    expect((await site.referral(leadId)).offers).toMatchObject([{ state: 'accepted' }])
    const [mail] = await db()
      .select()
      .from(deliveries)
      .where(eq(deliveries.channel, 'confirmation'))
    expect(mail?.state).toBe('failed')
  })

  test('one of three mails in an emergency fails: a fourth is asked while the others can answer', async () => {
    for (const companyName of ['A', 'B', 'C', 'D']) {
      await site.addContractor({ companyName, answersEmergencies: true })
    }
    const leadId = await site.sendLead({ service: 'emergency-hvac' })
    await site.advance()
    const { id = 0 } =
      (await db().select().from(contractors).where(eq(contractors.companyName, 'B')))[0] ?? {}
    const [offer] = await db().select().from(offers).where(eq(offers.contractorId, id))
    await db()
      .update(deliveries)
      .set({ state: 'failed' })
      .where(eq(deliveries.offerId, offer?.id ?? 0))
    await site.advance()
    expect(await statesOf(leadId)).toEqual(['A open', 'B undelivered', 'C open', 'D open'])
  })

  test('who was asked in an emergency and was not the first hears so, if their mail had left', async () => {
    for (const companyName of ['A', 'B', 'C']) {
      await site.addContractor({ companyName, answersEmergencies: true })
    }
    const leadId = await site.sendLead({ service: 'emergency-hvac', phone: '(386) 555-0199' })
    await site.advance()
    const { offers: all } = await site.referral(leadId)
    const [a, b, c] = all.map(({ id }) => ({ id }))
    if (!a || !b || !c) throw new Error('not three were asked')
    const sent = inArray(deliveries.offerId, [a.id, b.id])
    await db().update(deliveries).set({ state: 'sent', sentAt: new Date() }).where(sent)
    await site.open(`${await site.linkTo(a, leadId)}/accept`, { callAt: inAnHour() })
    const recalled = await db()
      .select({ offerId: deliveries.offerId, state: deliveries.state })
      .from(deliveries)
      .where(eq(deliveries.channel, 'recall'))
    expect(recalled).toEqual([{ offerId: b.id, state: 'pending' }])
    const mail = await site.mails('recall', b, leadId)
    expect(mail).toMatchObject({ wanted: { kind: 'recall', why: 'taken' } })
    if (!('wanted' in mail)) throw new Error('no mail')
    const { renderMail } = await createBuiltRenderer(testConfig().site)
    const { subject, text } = await renderMail(mail.wanted)
    expect(subject).toMatch(/^Taken: /)
    expect(text).toContain('another one said yes first')
    expect(text).not.toContain('you accepted')
    expect(text).not.toContain('555-0199')
  })

  test.each([
    ['its visitor needs no one any more', (id: number) => site.setOutcome(id, 'lost', 'duplicate')],
    ['it is in quarantine', (id: number) => ask('POST', leadPath(apiPaths.leadQuarantine, id))],
  ] as const)('who was asked hears that %s, if their mail had left', async (_why, end) => {
    for (const companyName of ['A', 'B']) {
      await site.addContractor({ companyName, answersEmergencies: true })
    }
    const leadId = await site.sendLead({ service: 'emergency-hvac' })
    await site.advance()
    const [a, b] = (await site.referral(leadId)).offers
    if (!a || !b) throw new Error('not two were asked')
    await site.sendOffers(a.id)
    await end(leadId)
    expect(await site.queued(a.id)).toMatchObject([{ channel: 'offer' }, { channel: 'recall' }])
    expect(await site.queued(b.id)).toMatchObject([{ channel: 'offer', state: 'cancelled' }])
    expect(await site.mails('recall', a, leadId)).toMatchObject({ wanted: { why: 'unasked' } })
  })

  test('who was asked hears nothing more where the owner wants no such mails; who had it does', async () => {
    for (const companyName of ['A', 'B']) {
      await site.addContractor({ companyName, answersEmergencies: true })
    }
    await ask('PUT', apiPaths.newsSettings, { muted: ['not-needed'] })
    const leadId = await site.sendLead({ service: 'emergency-hvac' })
    await site.advance()
    const [a, b] = (await site.referral(leadId)).offers
    if (!a || !b) throw new Error('not two were asked')
    await site.sendOffers()
    await site.open(`${await site.linkTo(a, leadId)}/accept`, { callAt: inAnHour() })
    expect(await site.queued(b.id)).toMatchObject([{ channel: 'offer' }])
    await ask('POST', offerApiPath(apiPaths.offerWithdrawal, a.id))
    const told = (await site.queued(a.id)).map(({ channel }) => channel)
    expect(told).toContain('recall')
    await ask('PUT', apiPaths.newsSettings, { muted: [] })
  })

  test('an offer by hand whose mail fails is the owner’s again', async () => {
    await site.setAutomatic(false)
    const { leadId, offerId } = await site.offered()
    await mailIs('failed')
    await site.advance()
    expect((await site.referral(leadId)).offers).toMatchObject([
      { id: offerId, state: 'undelivered' },
    ])
    expect(await db().$count(ownerNews, eq(ownerNews.kind, 'undelivered'))).toBe(1)
  })
})
