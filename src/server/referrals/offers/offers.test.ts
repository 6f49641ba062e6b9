import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { offerPage } from '#/content/offer-page.ts'
import type { LeadDetails } from '#/contracts/leads/inbox.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { deliveries } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { expectNoSecrets, inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'

describeOnDatabase('offers by hand', (database) => {
  const { site } = referralSite(database)

  const { offer, offered, queued, referral, open, linkTo, addContractor, sendLead } = site

  const history = async (leadId: number) => {
    const { data } = await site.ask<{ history: { kind: string; detail: string | null }[] }>(
      'GET',
      leadPath(apiPaths.lead, leadId),
    )
    return data.history.map(({ kind, detail }) => (detail ? `${kind} ${detail}` : kind))
  }

  test('who accepts gets all details, by page and by mail, and the lead is matched', async () => {
    const { contractor, leadId, offerId, link } = await offered()
    const callAt = inAnHour()
    const answer = await open(`${link}/accept`, { callAt })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, link])
    const { body } = await open(link)
    for (const secret of [
      'Greta Secret',
      'greta.secret@example.com',
      '(386) 555-0199',
      '77 Hidden Lane',
    ]) {
      expect(body).toContain(secret)
    }
    expect(await referral(leadId)).toMatchObject({
      ...{ outcome: 'matched', isAutomatic: false },
      offers: [{ state: 'accepted', callAt: expect.any(String) }],
    })
    expect(await queued(offerId)).toEqual([
      { channel: 'offer', to: contractor.email, state: 'pending' },
      { channel: 'match', to: contractor.email, state: 'pending' },
    ])
    expect(await site.mails('match', { id: offerId }, leadId)).toMatchObject({
      wanted: { lead: { name: 'Greta Secret', phone: '3865550199' } },
      replyTo: { address: 'greta.secret@example.com' },
    })
    // The question is not asked any more once it is answered.
    expect(await site.mails('offer', { id: offerId }, leadId)).toHaveProperty('cancelled')
    expect(await history(leadId)).toEqual([
      'received',
      `offered ${contractor.companyName}`,
      `accepted ${contractor.companyName}`,
    ])
    // Twice is once.
    expect((await open(`${link}/accept`, { callAt })).statusCode).toBe(303)
    expect(await history(leadId)).toHaveLength(3)
  })

  test('who declines says why, and cannot accept any more', async () => {
    const { contractor, leadId, link } = await offered()
    const without = await open(`${link}/decline`, { reason: '' })
    expect([without.statusCode, without.body.includes(offerPage.problems.reason)]).toEqual([
      400,
      true,
    ])
    expect((await open(`${link}/decline`, { reason: 'too-far' })).statusCode).toBe(303)
    expect((await open(`${link}/accept`, { callAt: inAnHour() })).statusCode).toBe(303)
    const { body } = await open(link)
    expect(body).toContain(offerPage.ended.declined.heading)
    expectNoSecrets(body)
    expect(await referral(leadId)).toMatchObject({
      outcome: 'open',
      offers: [{ state: 'declined', declineReason: 'too-far' }],
    })
    expect(await history(leadId)).toContain(`declined ${contractor.companyName}`)
  })

  test('nobody is asked who has lapsed, was asked already, or for what is taken, over or in quarantine', async () => {
    const { contractor, leadId, link } = await offered()
    const other = await addContractor()
    const lapsed = await addContractor({ insuranceExpiresOn: '2026-01-01' })
    const refusal = async (id: number, contractorId: number) => {
      const { status, message } = await offer(id, contractorId)
      expect(status).toBe(409)
      return message
    }
    expect(await refusal(leadId, lapsed.id)).toMatch(/insurance of .* has lapsed/)
    expect((await site.agree(leadId, lapsed.id, inAnHour())).status).toBe(409)
    expect(await refusal(leadId, contractor.id)).toMatch(/asked already/)
    expect((await offer(leadId, 999_999)).status).toBe(404)
    expect((await offer(999_999, other.id)).status).toBe(404)
    await open(`${link}/accept`, { callAt: inAnHour() })
    expect(await refusal(leadId, other.id)).toMatch(`${contractor.companyName} has this request`)
    const lost = await sendLead()
    await site.setOutcome(lost, 'lost', 'duplicate')
    expect(await refusal(lost, other.id)).toMatch(/done or lost/)
    expect((await site.setOutcome(lost, 'open')).data.outcome).toBe('open')
    const spam = await sendLead()
    await site.ask('POST', leadPath(apiPaths.leadQuarantine, spam))
    expect(await refusal(spam, other.id)).toMatch(/held as spam/)
  })

  test('of an offer that ends, the mail that is leaving just then is not called off', async () => {
    const { offerId } = await offered()
    await database
      .handle()
      .db.update(deliveries)
      .set({ claimToken: 'a process that sends it' })
      .where(eq(deliveries.offerId, offerId))
    await site.withdraw(offerId)
    expect(await queued(offerId)).toMatchObject([{ channel: 'offer', state: 'pending' }])

    const waiting = await offered()
    await site.withdraw(waiting.offerId)
    expect(await queued(waiting.offerId)).toMatchObject([{ channel: 'offer', state: 'cancelled' }])
  })

  test('an open one that is taken back is the owner’s, with the reason, and who read of it is told', async () => {
    const { leadId, offerId } = await offered()
    const isOffers = eq(deliveries.offerId, offerId)
    await database.handle().db.update(deliveries).set({ state: 'sent' }).where(isOffers)
    const beside = await addContractor()
    const { data } = await offer(leadId, beside.id)
    const stage = async () => {
      const read = await site.ask<LeadDetails>('GET', leadPath(apiPaths.lead, leadId))
      return [read.data.stage, read.data.waitsFor, read.data.reason]
    }
    await site.withdraw(offerId)
    expect(await stage()).toEqual(['asked', 'contractor', null])
    const unread = data.offers.find(({ contractorId }) => contractorId === beside.id)?.id ?? 0
    await site.withdraw(unread)
    expect(await stage()).toEqual(['nobody-left', 'us', 'taken-back'])
    expect(await queued(offerId)).toMatchObject([{ channel: 'offer' }, { channel: 'recall' }])
    expect(await site.mails('recall', { id: offerId }, leadId)).toMatchObject({
      wanted: { kind: 'recall', why: 'unasked' },
    })
    // Who never got the mail is told nothing.
    expect(await queued(unread)).toMatchObject([{ channel: 'offer', state: 'cancelled' }])
  })

  test('the owner takes it from one and gives it to another; the first sees nothing of it any more', async () => {
    const { contractor, leadId, offerId, link } = await offered()
    await open(`${link}/accept`, { callAt: inAnHour() })
    expect((await site.withdraw(offerId)).data).toMatchObject({
      outcome: 'open',
      offers: [{ state: 'withdrawn' }],
    })
    const { body } = await open(link)
    expect(body).toContain(offerPage.ended.withdrawn.heading)
    expectNoSecrets(body)
    expect((await queued(offerId)).at(-1)).toMatchObject({
      channel: 'recall',
      to: contractor.email,
    })
    expectNoSecrets(JSON.stringify(await site.mails('recall', { id: offerId }, leadId)))
    expect(await site.mails('match', { id: offerId }, leadId)).toHaveProperty('cancelled')
    expect((await site.withdraw(offerId)).status).toBe(409)
    expect((await site.withdraw(999_999)).status).toBe(404)
    const other = await addContractor()
    expect((await offer(leadId, other.id)).data.offers[1]).toMatchObject({ state: 'open' })
  })

  test('the owner records what was agreed by phone, with who was asked and with others', async () => {
    const { contractor, leadId, link } = await offered()
    const other = await addContractor()
    expect((await site.agree(leadId, other.id, 'soon')).status).toBe(400)
    expect((await site.agree(leadId, other.id, '2026-13-01T10:00')).status).toBe(400)
    for (const far of ['0000-01-01T10:00', '0026-03-04T10:00', '2206-03-04T10:00']) {
      expect([far, (await site.agree(leadId, other.id, far)).status]).toEqual([far, 400])
    }
    const { status, data } = await site.agree(leadId, other.id, inAnHour())
    expect(status).toBe(201)
    expect(data).toMatchObject({
      outcome: 'matched',
      offers: [
        { companyName: contractor.companyName, state: 'taken' },
        { companyName: other.companyName, state: 'accepted', callAt: expect.any(String) },
      ],
    })
    expect((await open(link)).body).toContain(offerPage.ended.taken.heading)
    const page = await linkTo({ id: data.offers[1]?.id ?? 0 }, leadId, 'match')
    expect((await open(page)).body).toContain('Greta Secret')

    const asked = await offered()
    const agreed = await site.agree(asked.leadId, asked.contractor.id, inAnHour())
    expect(agreed.data.offers.map(({ state }) => state)).toEqual(['accepted'])
    expect(await history(asked.leadId)).toContain(`agreed ${asked.contractor.companyName}`)

    // A yes after a no is a new offer: the no stays what it was.
    const declined = await offered()
    await open(`${declined.link}/decline`, { reason: 'too-busy' })
    const changed = await site.agree(declined.leadId, declined.contractor.id, inAnHour())
    expect(changed.data.offers).toMatchObject([
      { state: 'declined', declineReason: 'too-busy' },
      { state: 'accepted', declineReason: null },
    ])
  })

  test('the owner sets what became of it, as far as it can be so', async () => {
    const { contractor, leadId, link } = await offered()
    await open(`${link}/outcome`, { outcome: 'done' })
    expect((await referral(leadId)).outcome).toBe('open')
    await open(`${link}/accept`, { callAt: inAnHour() })
    await site.setOutcome(leadId, 'lost', 'unreachable')
    expect(await referral(leadId)).toMatchObject({ outcome: 'lost', lostReason: 'unreachable' })
    expect((await site.setOutcome(leadId, 'lost')).status).toBe(400)
    expect((await site.setOutcome(leadId, 'open')).message).toBe(
      `${contractor.companyName} has this request. Withdraw it from them first.`,
    )
    expect((await site.setOutcome(leadId, 'matched')).data.outcome).toBe('matched')
    expect(await site.setOutcome(await sendLead(), 'matched')).toMatchObject({
      status: 409,
      message:
        'No contractor has this request yet. Offer it to one, or record what was agreed by phone.',
    })
    expect(await site.setOutcome(999_999, 'done')).toMatchObject({
      status: 404,
      message: 'There is no lead number 999999.',
    })
  })
})
