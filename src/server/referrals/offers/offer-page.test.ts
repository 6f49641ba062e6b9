import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { offerPage } from '#/content/offer-page.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { leads, offerLinks } from '#/server/db/tables/schema.ts'
import { localMinute } from '#/server/time/business-hours.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { expectNoSecrets, inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { hashLinkToken } from '../../http/link-tokens.ts'
import { proposeCallTime } from '../../time/call-times.ts'

describeOnDatabase('the page of an offer', (database) => {
  const { app, site } = referralSite(database)

  const { offered, queued, referral, open } = site

  test.each([
    ['accept', { callAt: { toString: null } }, offerPage.problems.callAt],
    ['decline', { reason: { toString: 1 }, x: null }, offerPage.problems.reason],
    ['outcome', { outcome: ['done'], lostReason: { toString: null } }, offerPage.problems.reason],
    ['outcome', { outcome: 'done', jobValue: 'about 400' }, offerPage.problems.jobValue],
    ['outcome', { outcome: 'done', jobValue: '1000000.01' }, offerPage.problems.jobValue],
    ['outcome', { outcome: 'lost', lostReason: 'cancelled' }, offerPage.problems.reason],
    ['hand-back', { reason: 'bored' }, offerPage.problems.reason],
    ['hand-back', {}, offerPage.problems.reason],
    ['call-time', { callAt: ['2026'] }, offerPage.problems.callAt],
    ['call-time', { callAt: '2026-01-05T10:00' }, offerPage.problems.callAtPast],
  ])('what no form can send is refused in words: %s %j', async (form, payload, words) => {
    const { link, leadId } = await offered()
    const isAfterYes = form !== 'accept' && form !== 'decline'
    if (isAfterYes) await open(`${link}/accept`, { callAt: inAnHour() })
    const url = `${link}/${form}`
    const { statusCode, body } = await app().inject({ method: 'POST', url, payload })
    expect([statusCode, body.includes(words)]).toEqual([400, true])
    expect((await referral(leadId)).outcome).toBe(isAfterYes ? 'matched' : 'open')
  })

  test('says that we tell the visitor only where we can', async () => {
    const setMails = (sendsMails: boolean) => site.ask('PUT', apiPaths.visitorMails, { sendsMails })
    await setMails(true)
    const { link, leadId } = await offered()
    const { accept } = offerPage.open
    const { onTheWayHint, handBack } = offerPage.accepted.visit
    expect((await open(link)).body).toContain(accept.hint.told)
    await setMails(false)
    expect((await open(link)).body).toContain(accept.hint.untold)
    await setMails(true)
    const { db } = database.handle()
    await db.update(leads).set({ email: '' }).where(eq(leads.id, leadId))
    expect((await open(link)).body).toContain(accept.hint.untold)
    await open(`${link}/accept`, { callAt: inAnHour() })
    const { body } = await open(link)
    for (const { told, untold } of [onTheWayHint, handBack.text]) {
      expect([body.includes(told), body.includes(untold)]).toEqual([false, true])
    }
    await setMails(false)
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
    for (const form of ['accept', 'decline', 'outcome', 'hand-back', 'call-time', 'on-the-way']) {
      const { statusCode, headers } = await open(`${link}/${form}`)
      expect([statusCode, headers.location]).toEqual([308, link])
    }
    expect(await referral(leadId)).toEqual(before)
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

  test('a call at night is proposed to nobody, and asked about before it is promised', async () => {
    const nextNight = `${localMinute(new Date(Date.now() + 86_400_000)).slice(0, 11)}03:00`
    const { link, leadId } = await offered()
    expect((await open(link)).body).toMatch(/name="callAt"[^>]* value="[\d-]+T(0[89]|1\d|20):/)
    const urgent = await offered({ service: 'emergency-hvac' })
    await open(`${urgent.link}/accept`, { callAt: nextNight, atNight: '' })
    expect((await referral(urgent.leadId)).offers[0]?.state).toBe('accepted')
    for (const [form, time, state] of [
      ['accept', '03:00', 'open'],
      ['call-time', '03:30', 'accepted'],
    ] as const) {
      const callAt = nextNight.replace('03:00', time)
      for (const atNight of ['', nextNight.replace('03:00', '04:00')]) {
        const asked = await open(`${link}/${form}`, { callAt, atNight })
        expect([asked.statusCode, asked.body.includes(offerPage.night.confirm)]).toEqual([
          400,
          true,
        ])
        expect(asked.body).toContain(`name="atNight" value="${callAt}"`)
        expect((await referral(leadId)).offers[0]?.state).toBe(state)
      }
      expect((await open(`${link}/${form}`, { callAt, atNight: callAt })).statusCode).toBe(303)
    }
    expect((await open(link)).body).toMatch(/3:30 AM E[SD]T/)
  })

  // In Eastern time it is winter: a Wednesday at 1:56 AM, noon, 6:50 PM, and Saturday night.
  test.each([
    ['2026-03-04T06:56:00Z', false, '2026-03-04T08:00'],
    ['2026-03-04T17:00:00Z', false, '2026-03-04T13:00'],
    ['2026-03-04T23:50:00Z', false, '2026-03-05T08:00'],
    ['2026-03-04T23:00:00Z', false, '2026-03-04T19:00'],
    ['2026-03-08T04:00:00Z', false, '2026-03-09T08:00'],
    ['2026-03-04T06:56:00Z', true, '2026-03-04T02:30'],
  ])('at %s, in an emergency %s, a call at %s is proposed', (now, isUrgent, callAt) => {
    expect(proposeCallTime(isUrgent, Date.parse(now))).toBe(callAt)
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
})
