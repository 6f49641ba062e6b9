import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { offerPage } from '#/content/offer-page.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { offerLinks, offers } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { expectNoSecrets, inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { hashLinkToken } from '../../http/link-tokens.ts'

describeOnDatabase('the page of an offer', (database) => {
  const { app, site } = referralSite(database)

  const { offered, queued, referral, open } = site

  const endTimeOf = (offerId: number) =>
    database
      .handle()
      .db.update(offers)
      .set({ expiresAt: sql`clock_timestamp()` })
      .where(eq(offers.id, offerId))

  test.each([
    ['accept', { callAt: { toString: null } }, offerPage.problems.callAt],
    ['decline', { reason: { toString: 1 }, x: null }, offerPage.problems.reason],
    ['outcome', { outcome: ['done'], lostReason: { toString: null } }, offerPage.problems.reason],
  ])('what no form can send is refused in words: %s', async (form, payload, words) => {
    const { link, leadId } = await offered()
    if (form === 'outcome') await open(`${link}/accept`, { callAt: inAnHour() })
    const url = `${link}/${form}`
    const { statusCode, body } = await app().inject({ method: 'POST', url, payload })
    expect([statusCode, body.includes(words)]).toEqual([400, true])
    expect((await referral(leadId)).outcome).toBe(form === 'outcome' ? 'matched' : 'open')
  })

  test('an offer has twenty links at most, the newest', async () => {
    const { offerId, leadId, link } = await offered()
    const { db } = database.handle()
    const hashOf = (address: string) => hashLinkToken(address.split('/').at(-1) ?? '')
    const links: string[] = []
    for (let made = 0; made < 20; made += 1) links.push(await site.linkTo({ id: offerId }, leadId))
    const rows = await db.select().from(offerLinks).where(eq(offerLinks.offerId, offerId))
    expect(rows.map(({ tokenHash }) => tokenHash).sort()).toEqual(links.map(hashOf).sort())
    expect((await open(link)).statusCode).toBe(404)
  })

  test('an offer says what and where, and nothing of whose it is; reading it changes nothing', async () => {
    const { contractor, leadId, offerId, link } = await offered()
    const before = await referral(leadId)
    expect(before).toMatchObject({
      outcome: 'open',
      offers: [{ companyName: contractor.companyName, state: 'open', by: expect.any(String) }],
    })
    expect(await queued(offerId)).toEqual([
      { channel: 'offer', to: contractor.email, state: 'pending' },
    ])
    const mail = await site.mails('offer', { id: offerId }, leadId)
    expectNoSecrets(JSON.stringify(mail))
    expect(mail).toMatchObject({ wanted: { work: { service: 'ac-repair', where: 'Deltona' } } })

    const page = await open(link)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('AC Repair')
    expect(page.body).toContain('Deltona')
    expectNoSecrets(page.body)
    expect(page.body).not.toContain('<script')
    expect(page.headers).toMatchObject({
      ...{ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
      'x-robots-tag': 'noindex',
    })
    for (const form of ['accept', 'decline', 'outcome']) {
      expect((await open(`${link}/${form}`)).statusCode).toBe(404)
    }
    expect(await referral(leadId)).toEqual(before)
  })

  test('names the region where the visitor gave no town', async () => {
    const { link } = await offered({ address: '1 Some Road' })
    expect((await open(link)).body).toContain('Central Florida')
  })

  test.each([
    ['none', '', offerPage.problems.callAt],
    ['a wrong one', '2026-02-31T10:00', offerPage.problems.callAt],
    ['one that is over', '2026-01-05T10:00', offerPage.problems.callAtPast],
    ['one in a year', '2099-01-05T10:00', offerPage.problems.callAtFar],
  ])(
    'with %s for the time of the call the page says so, and keeps it',
    async (_name, callAt, problem) => {
      const { leadId, link } = await offered()
      const { statusCode, body } = await open(`${link}/accept`, { callAt })
      expect(statusCode).toBe(400)
      expect(body).toContain(problem)
      expect(body).toContain(`value="${callAt}"`)
      expect((await referral(leadId)).offers[0]?.state).toBe('open')
    },
  )

  test('nobody accepts once the time is over, also before the server has seen that', async () => {
    const { leadId, offerId, link } = await offered()
    await endTimeOf(offerId)
    expect((await open(link)).body).toContain(offerPage.ended.expired.heading)
    await open(`${link}/accept`, { callAt: inAnHour() })
    expect((await referral(leadId)).outcome).toBe('open')
    expect(await site.mails('offer', { id: offerId }, leadId)).toHaveProperty('cancelled')
    await site.advance()
    expect((await referral(leadId)).offers[0]?.state).toBe('expired')
    const [first] = await queued(offerId)
    expect(first?.state).toBe('cancelled')
    // By hand it stays with the owner: nobody else is asked.
    expect((await referral(leadId)).offers).toHaveLength(1)
  })

  test('erasing a person leaves nothing of the lead in the page of who had it', async () => {
    const { leadId, link } = await offered({ email: 'erase@example.com', phone: '3865550188' })
    await open(`${link}/accept`, { callAt: inAnHour() })
    const preview = await site.ask<{ leads: number }>('POST', apiPaths.erasurePreview, { leadId })
    expect(preview.data.leads).toBe(1)
    const erased = await site.ask('POST', apiPaths.erasures, { leadId, expectedLeads: 1 })
    expect(erased.status).toBe(200)
    for (const answer of [await open(link), await open(`${link}/outcome`, { outcome: 'done' })]) {
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toContain(offerPage.missing.heading)
      expectNoSecrets(answer.body)
    }
    const left = await database.handle().db.$count(offers, eq(offers.leadId, leadId))
    expect(left).toBe(0)
  })

  test('a form that is far too long is not read', async () => {
    const { link, leadId } = await offered()
    const { statusCode } = await open(`${link}/decline`, {
      reason: 'too-far',
      words: 'x'.repeat(17_000),
    })
    expect(statusCode).toBe(413)
    expect((await referral(leadId)).offers[0]?.state).toBe('open')
  })

  test('a wrong link is answered like one that never was', async () => {
    const answers = [await open('/offer/wrong'), await open(`/offer/${'x'.repeat(22)}`)]
    for (const { statusCode, body } of answers) {
      expect(statusCode).toBe(404)
      expect(body).toBe(answers[0]?.body)
    }
  })

  test('the page arrives in one round trip, also with the longest message', async () => {
    const message = Array.from({ length: 500 }, () => crypto.randomUUID())
      .join(' ')
      .slice(0, 9_999)
    const { link } = await offered({ message })
    const headers = { 'accept-encoding': 'br' }
    const size = async () => (await app().inject({ url: link, headers })).rawPayload.length
    expect(await size()).toBeLessThanOrEqual(14_600)
    await open(`${link}/accept`, { callAt: inAnHour() })
    // The visitor's words come on top.
    expect(await size()).toBeLessThanOrEqual(14_600 + 7_000)
  })
})
