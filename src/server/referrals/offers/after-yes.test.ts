import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { offerPage, reportedToVisitor } from '#/content/offer-page.ts'
import { requestPage } from '#/content/request-page.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import {
  deliveries,
  leadHistory,
  notificationRecipients,
  ownerNews,
  ratings,
  referrals,
} from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { expectNoSecrets, inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { createLinkToRequest } from '../lead/links.ts'
import { settleOldClaims } from './settle-claims.ts'

const day = 86_400_000

describeOnDatabase('after the yes of a contractor', (database) => {
  const { db, site } = referralSite(database, { isEmptied: true })
  const { open, referral } = site

  beforeEach(async () => {
    await site.setAutomatic(false)
    await site.ask('POST', apiPaths.visitorMails, { sendsMails: true })
    await db().delete(notificationRecipients)
  })

  /** A request that a contractor has accepted, with the pages of both. */
  async function matched() {
    const made = await site.offered()
    await open(`${made.link}/accept`, { callAt: inAnHour() })
    await db().delete(ownerNews)
    return { ...made, page: await createLinkToRequest(db(), '')(made.leadId) }
  }

  const newsOf = async (leadId: number) =>
    (
      await db().select().from(ownerNews).where(eq(ownerNews.leadId, leadId)).orderBy(ownerNews.id)
    ).map(({ kind, detail }) => (detail ? `${kind} ${detail}` : kind))

  const historyOf = async (leadId: number) =>
    (await db().select().from(leadHistory).where(eq(leadHistory.leadId, leadId))).map(
      ({ kind, detail }) => (detail ? `${kind} ${detail}` : kind),
    )

  /** How the mail reads that tells the visitor how it stands, if one waits. */
  async function update(leadId: number) {
    const isWaiting = and(eq(deliveries.leadId, leadId), eq(deliveries.channel, 'update'))
    if ((await db().$count(deliveries, isWaiting)) === 0) return 'none'
    const mail = await site.mails('update', { id: 0 }, leadId)
    if ('cancelled' in mail) return mail.cancelled
    return mail.wanted.kind === 'update' ? mail.wanted.update.of : mail.wanted.kind
  }

  /** The introduction has left before anything else happens. */
  const introduce = () =>
    db()
      .update(deliveries)
      .set({ state: 'sent', sentAt: sql`now()` })
      .where(eq(deliveries.channel, 'introduction'))

  const storedReferral = async (leadId: number) => {
    const [row] = await db().select().from(referrals).where(eq(referrals.leadId, leadId))
    return row
  }

  const handBack = ({ link }: { link: string }, reason = 'too-busy') =>
    open(`${link}/hand-back`, { reason })

  test.each([true, false])(
    'what is handed back goes on, asked of the next by itself %s, and all are told',
    async (isAutomatic) => {
      const made = await matched()
      await site.setAutomatic(isAutomatic)
      const next = await site.addContractor()
      expect((await handBack(made, 'cannot-reach')).statusCode).toBe(303)
      const { body } = await open(made.link)
      expect(body).toContain(offerPage.ended['handed-back'].heading)
      expectNoSecrets(body)
      await site.advance()
      const after = await referral(made.leadId)
      expect(after).toMatchObject({ outcome: 'open', hasRunOut: !isAutomatic })
      expect(after.offers[0]).toMatchObject({
        ...{ state: 'handed-back', handBackReason: 'cannot-reach' },
        endedAt: expect.any(String),
      })
      expect(after.offers.slice(1).map(({ contractorId, state }) => [contractorId, state])).toEqual(
        isAutomatic ? [[next.id, 'open']] : [],
      )
      expect((await storedReferral(made.leadId))?.ownerReason).toBe(
        isAutomatic ? null : 'handed-back',
      )
      const { companyName } = made.contractor
      expect(await newsOf(made.leadId)).toEqual([`handed-back ${companyName}`])
      expect(await historyOf(made.leadId)).toContain(`handed-back ${companyName}`)
      // The contractor knows; the visitor must be told, and reads the same on their page.
      expect(await site.queued(made.offerId)).not.toContainEqual(
        expect.objectContaining({ channel: 'recall' }),
      )
      expect(await update(made.leadId)).toBe('looking')
      const page = (await open(made.page)).body
      expect(page).toContain(requestPage.unmatched.heading)
      expect(page).not.toContain(companyName)
    },
  )

  test('only who holds it can hand it back, and only once', async () => {
    const made = await matched()
    const loser = await site.addContractor()
    const other = await site.offered()
    await handBack(other)
    expect((await referral(other.leadId)).offers[0]?.state).toBe('open')
    await handBack(made)
    await site.agree(made.leadId, loser.id, inAnHour())
    // From the old page, and again: the request is another contractor's now.
    for (const form of ['hand-back', 'call-time', 'on-the-way', 'outcome']) {
      const fields = { reason: 'other', callAt: inAnHour(), outcome: 'done' }
      expect((await open(`${made.link}/${form}`, fields)).statusCode).toBe(303)
    }
    const { outcome, offers: all } = await referral(made.leadId)
    expect([outcome, all.map(({ state }) => state)]).toEqual([
      'matched',
      ['handed-back', 'accepted'],
    ])
    expect((await historyOf(made.leadId)).filter((line) => /^handed-back/.test(line))).toHaveLength(
      1,
    )
  })

  test('two who hand back and accept at once leave one holder, or the owner', async () => {
    const made = await matched()
    const other = await site.addContractor()
    await Promise.all([
      handBack(made),
      handBack(made),
      site.agree(made.leadId, other.id, inAnHour()),
      open(`${made.link}/outcome`, { outcome: 'done' }),
    ])
    const { outcome, offers: all } = await referral(made.leadId)
    const states = all.map(({ state }) => state)
    const holders = states.filter((state) => state === 'accepted').length
    expect(holders).toBe(outcome === 'open' ? 0 : 1)
    expect((await newsOf(made.leadId)).filter((line) => /^handed-back/.test(line)).length).toBe(
      states.filter((state) => state === 'handed-back').length,
    )
  })

  test('what is done, erased or not needed any more cannot be handed back', async () => {
    const done = await matched()
    await open(`${done.link}/outcome`, { outcome: 'done', jobValue: '$1,234.50' })
    await handBack(done)
    expect(await referral(done.leadId)).toMatchObject({
      outcome: 'done',
      offers: [{ state: 'accepted', jobValueCents: 123_450 }],
    })
    expect(await update(done.leadId)).toBe('done')
    const cancelled = await matched()
    await open(cancelled.page, { add: 'withdrawn' })
    await handBack(cancelled)
    expect((await referral(cancelled.leadId)).offers[0]?.state).toBe('accepted')
    const { companyName } = cancelled.contractor
    expect(await newsOf(cancelled.leadId)).toEqual([`cancelled ${companyName}`])
    // An owner who takes it from the contractor then does not open what the visitor has ended.
    await site.withdraw(cancelled.offerId)
    expect((await referral(cancelled.leadId)).outcome).toBe('lost')
    await site.ask('POST', apiPaths.erasures, { leadId: cancelled.leadId, expectedLeads: 2 })
    expect((await handBack(cancelled)).statusCode).toBe(404)
  })

  test('who gave it back can have it again', async () => {
    const made = await matched()
    await handBack(made)
    const { status, data } = await site.agree(made.leadId, made.contractor.id, inAnHour())
    expect([status, data.outcome, data.offers.map(({ state }) => state)]).toEqual([
      201,
      'matched',
      ['handed-back', 'accepted'],
    ])
    expect((await open(made.page)).body).toContain(made.contractor.companyName)
  })

  test('another time for the call and "on our way" are told at once, and stand on both pages', async () => {
    const made = await matched()
    await introduce()
    const { companyName } = made.contractor
    await open(`${made.link}/call-time`, { callAt: '2099-01-05T10:00' })
    expect(await update(made.leadId)).toBe('none')
    const later = new Date(Date.now() + 2 * day).toISOString().slice(0, 10)
    await open(`${made.link}/call-time`, { callAt: `${later}T10:15` })
    expect(await update(made.leadId)).toBe('call')
    for (const page of [made.page, made.link]) expect((await open(page)).body).toContain('10:15 AM')
    await open(`${made.link}/on-the-way`, {})
    await open(`${made.link}/on-the-way`, {})
    expect(await update(made.leadId)).toBe('on-the-way')
    expect((await open(made.page)).body).toContain(`${companyName} is on the way`)
    expect((await open(made.link)).body).not.toContain(offerPage.accepted.visit.onTheWay)
    const { offers: all } = await referral(made.leadId)
    expect(all[0]?.onTheWayAt).toEqual(expect.any(String))
    const lines = await historyOf(made.leadId)
    expect(lines.filter((line) => /^(call-changed|on-the-way)/.test(line))).toEqual([
      `call-changed ${companyName}`,
      `on-the-way ${companyName}`,
    ])
    // A new time: they are not on the way any more.
    await open(`${made.link}/call-time`, { callAt: `${later}T11:15` })
    expect(await update(made.leadId)).toBe('call')
    expect((await open(made.page)).body).not.toContain('is on the way')
  })

  const reportLost = ({ link }: { link: string }, lostReason = 'chose-another') =>
    open(`${link}/outcome`, { outcome: 'lost', lostReason })

  test('"nothing came of it" closes nothing: the visitor is asked, and agrees', async () => {
    const made = await matched()
    await reportLost(made)
    await reportLost(made)
    const { companyName } = made.contractor
    expect(await referral(made.leadId)).toMatchObject({
      ...{ outcome: 'matched', lostReason: null, claimedReason: 'chose-another' },
    })
    expect(await newsOf(made.leadId)).toEqual([`reported ${companyName}`])
    expect(await update(made.leadId)).toBe('claimed')
    const { body } = await open(made.page)
    expect(body).toContain(`${companyName} told us: ${reportedToVisitor['chose-another']}`)
    expect(body).toContain(requestPage.add.heading)
    expect(body).not.toContain(requestPage.rating.heading)
    expect((await open(made.link)).body).toContain('We are asking the customer')
    expect((await open(`${made.page}/answer`, { answer: 'maybe' })).statusCode).toBe(400)
    await open(`${made.page}/answer`, { answer: 'settled' })
    expect(await referral(made.leadId)).toMatchObject({
      ...{ outcome: 'lost', lostReason: 'chose-another', claimedReason: null },
    })
    expect(await historyOf(made.leadId)).toContain(
      'outcome Lost: chose another, told by the customer',
    )
    expect(await update(made.leadId)).toMatch(/nothing to say/)
  })

  test.each([true, false])(
    'a visitor who still needs help gets another contractor, by itself %s',
    async (isAutomatic) => {
      const made = await matched()
      await reportLost(made, 'unreachable')
      await site.setAutomatic(isAutomatic)
      const next = await site.addContractor()
      await open(`${made.page}/answer`, { answer: 'still-needed' })
      await open(`${made.page}/answer`, { answer: 'still-needed' })
      await site.advance()
      const after = await referral(made.leadId)
      expect(after).toMatchObject({ outcome: 'open', hasRunOut: !isAutomatic, claimedReason: null })
      expect(after.offers.map(({ contractorId, state }) => [contractorId, state])).toEqual([
        [made.contractor.id, 'handed-back'],
        ...(isAutomatic ? [[next.id, 'open']] : []),
      ])
      expect((await newsOf(made.leadId)).at(-1)).toBe(`reopened ${made.contractor.companyName}`)
      const { body } = await open(made.page)
      expect(body).toContain(
        isAutomatic ? requestPage.unmatched.heading : requestPage.reopened.heading,
      )
      expect((await open(made.link)).body).toContain(offerPage.ended['handed-back'].heading)
    },
  )

  test.each([true, false])('the owner answers in one click, agrees %s', async (agrees) => {
    const made = await matched()
    const answer = () => site.ask('POST', leadPath(apiPaths.leadClaim, made.leadId), { agrees })
    expect((await answer()).status).toBe(409)
    await reportLost(made, 'out-of-area')
    const { status, data } = await answer()
    expect([status, data.outcome]).toEqual([200, agrees ? 'lost' : 'open'])
    expect(data.offers[0]?.state).toBe(agrees ? 'accepted' : 'handed-back')
    expect(await update(made.leadId)).toMatch(agrees ? /nothing to say/ : /looking/)
    expect((await answer()).status).toBe(409)
    const missing = await site.ask('POST', leadPath(apiPaths.leadClaim, 999_999), { agrees })
    expect(missing.status).toBe(404)
  })

  test('a contractor who calls after all takes back what they reported', async () => {
    const made = await matched()
    await reportLost(made)
    await open(`${made.link}/on-the-way`, {})
    expect((await referral(made.leadId)).claimedReason).toBeNull()
    await reportLost(made)
    await open(`${made.link}/outcome`, { outcome: 'done' })
    expect(await referral(made.leadId)).toMatchObject({ outcome: 'done', claimedReason: null })
  })

  test('what no visitor answers in two weeks is settled as it was reported', async () => {
    const made = await matched()
    await reportLost(made, 'duplicate')
    await settleOldClaims(db(), new Date(Date.now() + 13.9 * day))
    expect((await referral(made.leadId)).outcome).toBe('matched')
    await settleOldClaims(db(), new Date(Date.now() + 14.1 * day))
    expect(await referral(made.leadId)).toMatchObject({ outcome: 'lost', lostReason: 'duplicate' })
  })

  const setBack = (leadId: number, days: number) =>
    db()
      .update(referrals)
      .set({ outcomeAt: new Date(Date.now() - days * day) })
      .where(eq(referrals.leadId, leadId))

  test('for two weeks after it was done the visitor can say that they still need help', async () => {
    const made = await matched()
    await open(`${made.link}/outcome`, { outcome: 'done' })
    await setBack(made.leadId, 13.9)
    expect((await open(made.page)).body).toContain(requestPage.reopen.button)
    await open(`${made.page}/answer`, { answer: 'still-needed' })
    expect(await referral(made.leadId)).toMatchObject({
      ...{ outcome: 'open', hasRunOut: true },
      offers: [{ state: 'withdrawn' }],
    })
    const { ownerReason, reopenedAt } = (await storedReferral(made.leadId)) ?? {}
    expect([ownerReason, reopenedAt]).toEqual(['reopened', expect.any(Date)])
    const { companyName } = made.contractor
    expect((await newsOf(made.leadId)).at(-1)).toBe(`reopened ${companyName}`)
    expect(await site.mails('recall', { id: made.offerId }, made.leadId)).toMatchObject({
      wanted: { kind: 'recall', why: 'reopened' },
    })
    const { body } = await open(made.page)
    expect(body).toContain(requestPage.reopened.heading)
    expect(body).toContain(requestPage.add.heading)
    // The owner gives it to the same contractor again.
    expect((await site.agree(made.leadId, made.contractor.id, inAnHour())).status).toBe(201)
    expect((await open(made.page)).body).toContain(requestPage.matched.saidYes)
  })

  test('after two weeks, and after five times, it stays closed', async () => {
    const made = await matched()
    const close = () => site.setOutcome(made.leadId, 'lost', 'duplicate')
    const needed = () => open(`${made.page}/answer`, { answer: 'still-needed' })
    await site.withdraw(made.offerId)
    await close()
    await setBack(made.leadId, 14.1)
    expect((await open(made.page)).body).not.toContain(requestPage.reopen.open)
    expect((await needed()).statusCode).toBe(400)
    for (let time = 1; time <= 5; time += 1) {
      await setBack(made.leadId, 1)
      expect((await needed()).statusCode).toBe(303)
      await close()
    }
    expect((await needed()).statusCode).toBe(400)
    expect((await referral(made.leadId)).outcome).toBe('lost')
  })

  test('a visitor who cancels and needs it after all is the owner’s where no contractor has it', async () => {
    const { leadId } = await site.offered()
    const page = await createLinkToRequest(db(), '')(leadId)
    await open(page, { add: 'withdrawn' })
    await open(page, { add: 'wanted-again' })
    expect(await referral(leadId)).toMatchObject({ outcome: 'open', hasRunOut: true })
    expect(await newsOf(leadId)).toEqual(['cancelled', 'reopened'])
  })

  test('the owner is told of a yes, and of three stars or fewer', async () => {
    const made = await site.offered()
    await open(`${made.link}/accept`, { callAt: inAnHour() })
    const { companyName } = made.contractor
    expect(await newsOf(made.leadId)).toEqual([`accepted ${companyName}`])
    await open(`${made.link}/outcome`, { outcome: 'done' })
    const page = await createLinkToRequest(db(), '')(made.leadId)
    for (const stars of ['4', '3', '3', '1']) {
      await open(`${page}/rating`, { came: 'yes', stars, ratingText: `Rated ${stars}` })
    }
    expect(await db().$count(ratings)).toBe(1)
    expect((await newsOf(made.leadId)).slice(1)).toEqual([
      'poor-rating 3 of 5',
      'poor-rating 1 of 5',
    ])
  })
})
