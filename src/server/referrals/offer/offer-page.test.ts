import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { offerPage } from '#/content/offer-page.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { contractors, leads } from '#/server/db/tables/schema.ts'
import { localMinute } from '#/server/time/business-hours.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { expectNoSecrets, inAnHour, secretVisitor } from '#tests/support/leads/offer-site.ts'
import { requestSite } from '#tests/support/leads/request-site.ts'
import { proposeCallTime } from '../../time/call-times.ts'
import { addPhoto } from '../request/add-details.ts'
import { isHarmless } from './find-offer.ts'

const picture = {
  image: Buffer.from('large'),
  thumbnail: Buffer.from('small'),
  width: 8,
  height: 6,
}

describeOnDatabase('the page of an offer', (database) => {
  const {
    app,
    db,
    ask,
    site,
    open,
    read,
    send,
    asked,
    matched,
    go,
    seeNews,
    stands,
    offersOf,
    addContractor,
    news,
    history,
  } = requestSite(database)

  test('says what and where, and nothing of whose it is; reading it changes nothing', async () => {
    const { link, leadId } = await asked(secretVisitor, { companyName: 'A' })
    const page = await open(link)
    expect(page.statusCode).toBe(200)
    for (const shown of ['AC Repair', 'Deltona']) expect(page.body).toContain(shown)
    expectNoSecrets(page.body)
    expect(page.body).not.toContain('<script')
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    for (const form of ['accept', 'decline', 'outcome', 'hand-back', 'call-time', 'on-the-way']) {
      const { statusCode, headers } = await open(`${link}/${form}`)
      expect([statusCode, headers.location]).toEqual([308, link])
    }
    expect(await offersOf(leadId)).toEqual(['A open'])
  })

  test('who accepts gets all details; twice is once', async () => {
    const { link, leadId } = await asked(secretVisitor)
    const callAt = inAnHour()
    for (const _ of ['once', 'twice']) {
      const { statusCode, headers } = await open(`${link}/accept`, { callAt })
      expect([statusCode, headers.location]).toEqual([303, link])
    }
    const body = await read(link)
    for (const each of [
      'Greta Secret',
      'greta.secret@example.com',
      '(386) 555-0199',
      '77 Hidden Lane',
    ])
      expect(body).toContain(each)
    expect(await stands(leadId)).toBe('matched contractor')
    expect(await site.referral(leadId)).toMatchObject({
      outcome: 'matched',
      isAutomatic: false,
      offers: [{ state: 'accepted', callAt: expect.any(Number) }],
    })
  })

  test('who declines says why, and cannot accept any more', async () => {
    const { link, leadId } = await asked(secretVisitor, { companyName: 'A' })
    const without = await open(`${link}/decline`, { reason: '' })
    expect(without.statusCode).toBe(400)
    expect(without.body).toContain(offerPage.problems.reason)
    for (const form of ['decline', 'accept'])
      expect(
        (await open(`${link}/${form}`, { reason: 'too-far', callAt: inAnHour() })).statusCode,
      ).toBe(303)
    const body = await read(link)
    expect(body).toContain(offerPage.ended.declined.heading)
    expectNoSecrets(body)
    expect((await site.referral(leadId)).offers).toMatchObject([
      { state: 'declined', declineReason: 'too-far' },
    ])
  })

  test.each([
    ['accept', { callAt: { toString: null } }, offerPage.problems.callAt],
    ['decline', { reason: { toString: 1 }, x: null }, offerPage.problems.reason],
    ['outcome', { outcome: ['done'], lostReason: { toString: null } }, offerPage.problems.reason],
    ['outcome', { outcome: 'done', jobValue: 'about 400' }, offerPage.problems.jobValue],
    ['outcome', { outcome: 'done', jobValue: '1000000.01' }, offerPage.problems.jobValue],
    ['outcome', { outcome: 'lost', lostReason: 'cancelled' }, offerPage.problems.reason],
    ['hand-back', { reason: 'bored' }, offerPage.problems.reason],
    ['call-time', { callAt: ['2026'] }, offerPage.problems.callAt],
    ['call-time', { callAt: '2026-01-05T10:00' }, offerPage.problems.callAtPast],
  ])('what no form can send is refused in words: %s %j', async (form, payload, words) => {
    const isAfterYes = form !== 'accept' && form !== 'decline'
    const { link, leadId } = await (isAfterYes ? matched() : asked())
    const { statusCode, body } = await app().inject({
      method: 'POST',
      url: `${link}/${form}`,
      payload,
    })
    expect([statusCode, body.includes(words)]).toEqual([400, true])
    expect((await site.referral(leadId)).outcome).toBe(isAfterYes ? 'matched' : 'open')
  })

  test.each([
    ['none', '', offerPage.problems.callAt],
    ['a wrong one', '2026-02-31T10:00', offerPage.problems.callAt],
    ['one that is over', '2026-01-05T10:00', offerPage.problems.callAtPast],
    ['one in a year', '2099-01-05T10:00', offerPage.problems.callAtFar],
  ])(
    'with %s for the time of the call the page says so, and keeps it',
    async (_name, callAt, problem) => {
      const { leadId, link } = await asked({}, { companyName: 'A' })
      const { statusCode, body } = await open(`${link}/accept`, { callAt })
      expect([statusCode, body.includes(problem), body.includes(`value="${callAt}"`)]).toEqual([
        400,
        true,
        true,
      ])
      expect(await offersOf(leadId)).toEqual(['A open'])
    },
  )

  test('a call at night is proposed to nobody, and asked about before it is promised', async () => {
    const nextNight = `${localMinute(new Date(Date.now() + 86_400_000)).slice(0, 11)}03:00`
    const { link, leadId } = await asked()
    expect(await read(link)).toMatch(/name="callAt"[^>]* value="[\d-]+T(0[89]|1\d|20):/)
    for (const [form, time, state] of [
      ['accept', '03:00', 'open'],
      ['call-time', '03:30', 'accepted'],
    ] as const) {
      const callAt = nextNight.replace('03:00', time)
      for (const atNight of ['', nextNight.replace('03:00', '04:00')]) {
        const { statusCode, body } = await open(`${link}/${form}`, { callAt, atNight })
        expect([statusCode, body.includes(offerPage.night.confirm)]).toEqual([400, true])
        expect(body).toContain(`name="atNight" value="${callAt}"`)
        expect((await site.referral(leadId)).offers[0]?.state).toBe(state)
      }
      expect((await open(`${link}/${form}`, { callAt, atNight: callAt })).statusCode).toBe(303)
    }
    expect(await read(link)).toMatch(/3:30 AM E[SD]T/)
    const urgent = await asked({ service: 'emergency-hvac' })
    await open(`${urgent.link}/accept`, { callAt: nextNight, atNight: '' })
    expect((await site.referral(urgent.leadId)).outcome).toBe('matched')
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

  test('says that we tell the visitor only where we can', async () => {
    const { link, leadId } = await asked()
    const { accept } = offerPage.open
    expect(await read(link)).toContain(accept.hint.told)
    await ask('PUT', api.visitorMails.change.path, { sendsMails: false })
    expect(await read(link)).toContain(accept.hint.untold)
    await ask('PUT', api.visitorMails.change.path, { sendsMails: true })
    await db().update(leads).set({ email: '' }).where(eq(leads.id, leadId))
    expect(await read(link)).toContain(accept.hint.untold)
    await open(`${link}/accept`, { callAt: inAnHour() })
    const body = await read(link)
    for (const { told, untold } of [
      offerPage.accepted.visit.onTheWayHint,
      offerPage.accepted.visit.handBack.text,
    ])
      expect([body.includes(told), body.includes(untold)]).toEqual([false, true])
  })

  test('shows of place, time and photographs what says nothing of whose it is, and all after the yes', async () => {
    await addContractor({ towns: ['Sanford'] })
    const { page, leadId } = await send({ name: 'Greta Secret', address: '' })
    await open(page, { add: 'place', town: '', zip: '32771-1234', address: '77 Hidden Lane' })
    await open(page, { add: 'call-time', callTime: '11/24/2026, 9:00–11:30' })
    await open(page, { add: 'word', word: 'The hums come at night.' })
    await addPhoto(db(), leadId, picture)
    await go()
    const [offer] = (await site.referral(leadId)).offers
    if (!offer) throw new Error('nobody was asked')
    const shown = await site.linkTo(offer, leadId)
    const before = await read(shown)
    expect(before).toContain('Sanford')
    expect(before).toContain('11/24/2026, 9:00–11:30')
    expect(before).not.toContain('32771-1234')
    expectNoSecrets(before)
    const [, photo = ''] = /src="([^"]+)"/.exec(before.split('<main')[1] ?? '') ?? []
    expect([await read(photo), await read(photo.split('?')[0] ?? '')]).toEqual(['small', 'large'])
    expect((await open(`${shown}/photos/999999`)).statusCode).toBe(404)

    await open(page, { add: 'call-time', callTime: 'call 386 · 555 · 0199 at noon' })
    expect(await read(shown)).toContain(offerPage.facts.anyTime)
    expectNoSecrets(await read(shown))
    await open(`${shown}/accept`, { callAt: inAnHour() })
    const after = await read(shown)
    for (const each of ['77 Hidden Lane', 'The hums come at night.', 'at noon', photo])
      expect(after).toContain(each)
    await site.withdraw(offer.id)
    expect((await open(photo)).statusCode).toBe(404)
  })

  test('a part of the name is no more shown than the whole, but one letter is no name', () => {
    expect(
      ['ask for o’brien', 'JO at 5', 'after 5 p.m.', 'any day'].map((text) =>
        isHarmless(text, 'Jo A. O’Brien'),
      ),
    ).toEqual([false, false, true, true])
  })

  test('a late yes counts while nobody has it; else the page says so, and the owner is told', async () => {
    const { link, leadId, offerId } = await asked({}, { companyName: 'A', towns: ['Deltona'] })
    await go(24 * 8)
    expect(await offersOf(leadId)).toEqual(['A expired'])
    expect(await read(link)).toContain('you still can')
    await open(`${link}/accept`, { callAt: inAnHour() })
    expect(await stands(leadId)).toBe('matched contractor')
    expect(await read(link)).toContain(offerPage.accepted.heading)
    await site.withdraw(offerId)

    const other = await asked({ address: 'DeBary' }, { companyName: 'B', towns: ['DeBary'] })
    await go(24 * 8)
    await seeNews()
    const next = await addContractor({ companyName: 'C' })
    await site.agree(other.leadId, next.id, inAnHour())
    for (const _ of ['once', 'twice']) await open(`${other.link}/accept`, { callAt: inAnHour() })
    expect(await read(other.link)).toContain(offerPage.ended.expired.heading)
    expect(await news()).toEqual(['Accepted too late: B'])
  })

  test('a form that is far too long is not read', async () => {
    const { link, leadId } = await asked({}, { companyName: 'A' })
    const form = { reason: 'too-far', words: 'x'.repeat(33_000) }
    expect((await open(`${link}/decline`, form)).statusCode).toBe(413)
    expect(await offersOf(leadId)).toEqual(['A open'])
  })

  test('a late yes is none of who does not work there any more', async () => {
    const { contractor, leadId, link } = await asked({}, { companyName: 'A', towns: ['Deltona'] })
    await go(24 * 8)
    const isTheirs = eq(contractors.id, contractor.id)
    await db()
      .update(contractors)
      .set({ towns: ['DeBary'] })
      .where(isTheirs)
    expect(await read(link)).toContain(offerPage.ended.expired.heading)
    await open(`${link}/accept`, { callAt: inAnHour() })
    expect(await offersOf(leadId)).toEqual(['A expired'])
  })

  test('the same call time, and that they are on the way, twice is once', async () => {
    const { leadId, link } = await matched()
    const callAt = inAnHour(2).replace(/\d\d$/, '03')
    for (const _ of [1, 2, 3]) await open(`${link}/call-time`, { callAt })
    expect(await news()).toEqual([])
    const before = (await history(leadId)).length
    for (const _ of ['once', 'twice']) await open(`${link}/on-the-way`, {})
    expect((await history(leadId)).slice(before)).toHaveLength(1)
  })
})
