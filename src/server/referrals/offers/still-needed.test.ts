import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { offerPage, reportedToVisitor } from '#/content/offer-page.ts'
import { requestPage } from '#/content/request-page.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { saveSetting } from '#/server/db/settings.ts'
import { deliveries, leadStages, leads, ratings, referrals } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { afterYes } from '#tests/support/leads/after-yes.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { createLinkToRequest } from '../lead/links.ts'
import { settleOldClaims } from './settle-claims.ts'

const day = 86_400_000

describeOnDatabase('a visitor after a contractor’s yes', (database) => {
  const { db, site } = referralSite(database, { isEmptied: true })
  const { open, referral } = site
  const { matched, reportLost, newsOf, historyOf, update, storedReferral } = afterYes(db, site)

  beforeEach(async () => {
    await site.setAutomatic(false)
    await site.ask('PUT', apiPaths.visitorMails, { sendsMails: true })
  })

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
    expect(body).toContain('If we hear nothing from you within 14 days, we close the request.')
    expect(body).toContain(requestPage.add.heading)
    expect(body).not.toContain(requestPage.rating.heading)
    expect((await open(made.link)).body).toContain('We check with the customer')
    expect((await open(`${made.page}/answer`, { answer: 'maybe' })).statusCode).toBe(400)
    await open(`${made.page}/answer`, { answer: 'settled' })
    expect(await referral(made.leadId)).toMatchObject({
      ...{ outcome: 'lost', lostReason: 'chose-another', claimedReason: null },
    })
    expect(await historyOf(made.leadId)).toContain(
      'outcome Lost: chose another company, told by the customer',
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

  test.each(['without an email', 'while mails to visitors are off', 'beyond their mails of a day'])(
    '%s nobody asks the visitor: it waits for the owner, and is not settled',
    async (why) => {
      const made = await matched()
      const { leadId } = made
      if (why === 'without an email')
        await db().update(leads).set({ email: '' }).where(eq(leads.id, leadId))
      if (why === 'while mails to visitors are off')
        await saveSetting(db(), 'visitorMails', { sendsMails: false })
      if (why === 'beyond their mails of a day')
        for (let sent = 0; sent < 6; sent += 1)
          await db()
            .insert(deliveries)
            .values({ leadId, channel: 'update', target: 'x', state: 'sent' })
      await reportLost(made)
      await saveSetting(db(), 'visitorMails', { sendsMails: true })
      await settleOldClaims(db(), new Date(Date.now() + 14.1 * day))
      expect((await referral(made.leadId)).outcome).toBe('matched')
      expect((await open(made.page)).body).not.toContain('we close the request')
      const [row] = await db().select().from(leadStages).where(eq(leadStages.leadId, made.leadId))
      expect(row).toMatchObject({ stage: 'matched', waitsFor: 'us', reason: 'chose-another' })
    },
  )

  test.each([
    ['is refused', 'failed', 'us'],
    ['does not leave, as their address was taken out', 'cancelled', 'us'],
    ['has left, whatever becomes of another', 'sent', 'nobody'],
  ] as const)(
    'where the mail that asks the visitor %s (%s), it waits for %s',
    async (_why, state, waitsFor) => {
      const made = await matched()
      const { leadId } = made
      await reportLost(made)
      await db()
        .update(deliveries)
        .set({ state })
        .where(and(eq(deliveries.leadId, leadId), eq(deliveries.channel, 'update')))
      // An older mail is sent again, to no avail.
      const again = {
        leadId,
        channel: 'update',
        target: 'x',
        state: 'failed',
        queuedAt: sql`now()`,
      } as const
      await db().insert(deliveries).values(again)
      await settleOldClaims(db(), new Date(Date.now() + 14.1 * day))
      const [row] = await db().select().from(leadStages).where(eq(leadStages.leadId, leadId))
      expect(row?.waitsFor).toBe(waitsFor)
    },
  )

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
    const { ownerReason, reopenedAt } = await storedReferral(made.leadId)
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
