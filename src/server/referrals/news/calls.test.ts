import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { offerPage } from '#/content/offer-page.ts'
import { requestPage } from '#/content/request-page.ts'
import type { LeadDetails, LeadPage } from '#/contracts/leads/inbox.ts'
import type { NewsList } from '#/contracts/referrals/news.ts'
import { apiPaths, leadPath, offerApiPath } from '#/contracts/routes.ts'
import { deliveries, leads, offers, ownerNews, referrals } from '#/server/db/tables/schema.ts'
import { testConfig } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { afterYes } from '#tests/support/leads/after-yes.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { createBuiltRenderer } from '../../render/built-renderer.ts'
import { createLinkToRequest } from '../lead/links.ts'
import { watchCalls } from './watch-calls.ts'

const { renderMail } = await createBuiltRenderer(testConfig().site)

const minute = 60_000

// A Wednesday at noon, and half an hour before the end of a Friday.
const noon = Date.parse('2026-03-04T17:00:00Z')
const friday = Date.parse('2026-03-06T23:30:00Z')

describeOnDatabase('the call that a contractor has promised', (database) => {
  const { db, ask, site } = referralSite(database, { isEmptied: true })
  const { open, referral } = site
  const { matched, handBack, reportLost, newsOf, historyOf, leave } = afterYes(db, site)

  beforeEach(() => site.setAutomatic(false))

  type Made = Awaited<ReturnType<typeof matched>>

  const promiseAt = ({ offerId }: Made, at: number) =>
    db()
      .update(offers)
      .set({ callAt: new Date(at) })
      .where(eq(offers.id, offerId))

  /** A request whose contractor promised to call at that time, an hour ago unless it is said. */
  async function promised(at = Date.now() - 60 * minute): Promise<Made> {
    const made = await matched()
    await promiseAt(made, at)
    return made
  }

  const setUrgent = ({ leadId }: Made) =>
    db().update(leads).set({ cannotWait: true }).where(eq(leads.id, leadId))

  /** Several processes look at that time. */
  const lookAt = (at: number) => Promise.all([1, 2, 3].map(() => watchCalls(db(), new Date(at))))

  const reminders = async ({ offerId }: Made) =>
    (await site.queued(offerId)).filter(({ channel }) => channel === 'call-reminder').length
  const reminder = ({ offerId, leadId }: Made) =>
    site.mails('call-reminder', { id: offerId }, leadId)
  const stage = async ({ leadId }: Made) => {
    const { data } = await site.ask<LeadDetails>('GET', leadPath(apiPaths.lead, leadId))
    return [data.stage, data.waitsFor, data.lateness]
  }
  const waitingForUs = async () => {
    const { body } = await ask('GET', `${apiPaths.leads}?waitsFor=us`)
    return (body as LeadPage).data.map(({ id }) => id)
  }

  const matchedNow = ['matched', 'contractor', 'fine']

  test('is reminded of when late, and is the owner’s when overdue, in opening hours, each once', async () => {
    const made = await promised(noon)
    const lines = [`call-missed ${made.contractor.companyName}`]
    await lookAt(noon + 59 * minute)
    expect([await reminders(made), await newsOf(made.leadId)]).toEqual([0, []])
    await lookAt(noon + 60 * minute)
    await lookAt(noon + 119 * minute)
    expect([await reminders(made), await newsOf(made.leadId)]).toEqual([1, []])
    await leave('call-reminder')
    await lookAt(noon + 120 * minute)
    await lookAt(noon + 500 * minute)
    expect([await reminders(made), await newsOf(made.leadId)]).toEqual([1, lines])
    expect((await historyOf(made.leadId)).filter((line) => /^call/.test(line))).toEqual(lines)
    // The mail that has left is not sent again.
    expect(await site.queued(made.offerId)).toContainEqual(
      expect.objectContaining({ channel: 'call-reminder', state: 'sent' }),
    )
    const evening = await promised(friday)
    // Half an hour of that evening is left, and the night counts for nothing.
    await lookAt(friday + 8 * 60 * minute)
    expect(await reminders(evening)).toBe(0)
  })

  test('of an emergency is late after minutes by the clock', async () => {
    const made = await promised(friday + 8 * 60 * minute)
    await setUrgent(made)
    const at = (minutes: number) => friday + (8 * 60 + minutes) * minute
    await lookAt(at(14))
    expect(await reminders(made)).toBe(0)
    await lookAt(at(15))
    expect([await reminders(made), await newsOf(made.leadId)]).toEqual([1, []])
    await lookAt(at(30))
    expect(await newsOf(made.leadId)).toHaveLength(1)
    const { items }: NewsList = (await ask('GET', apiPaths.news)).data
    expect(items).toMatchObject([{ kind: 'call-missed', isUrgent: true }])
  })

  test('that nobody has confirmed stands at the top of the list, with the reason', async () => {
    const made = await promised()
    expect(await stage(made)).toEqual(matchedNow)
    // Whatever the opening hours are now: the call was days ago.
    await promiseAt(made, Date.now() - 6 * 24 * 60 * minute)
    await lookAt(Date.now() - 4 * 24 * 60 * minute)
    expect(await stage(made)).toEqual(['matched', 'us', 'overdue'])
    expect(await waitingForUs()).toEqual([made.leadId])
    expect((await open(made.page)).body).toContain('Nobody has told us that you have spoken')
    // One tap, and all is as it was.
    await open(`${made.link}/spoken`, {})
    expect(await stage(made)).toEqual(matchedNow)
    expect((await ask('GET', apiPaths.news)).data.total).toBe(0)
  })

  const sayings: [string, (made: Made) => Promise<unknown>][] = [
    ['the contractor says that they have spoken', ({ link }) => open(`${link}/spoken`, {})],
    ['the visitor says so', ({ page }) => open(`${page}/answer`, { answer: 'spoken' })],
    [
      'the owner says so',
      ({ offerId }) => ask('POST', offerApiPath(apiPaths.offerSpoken, offerId)),
    ],
    ['the contractor is on the way', ({ link }) => open(`${link}/on-the-way`, {})],
    ['another time is agreed', ({ link }) => open(`${link}/call-time`, { callAt: inAnHour() })],
    ['it is done', ({ link }) => open(`${link}/outcome`, { outcome: 'done' })],
    ['nothing came of it, they say', (made) => reportLost(made)],
    ['it was handed back', (made) => handBack(made)],
    ['the owner took it back', ({ offerId }) => site.withdraw(offerId)],
    ['the visitor needs nobody', ({ page }) => open(page, { add: 'withdrawn' })],
    ['it is in quarantine', ({ leadId }) => ask('POST', leadPath(apiPaths.leadQuarantine, leadId))],
  ]

  test.each(sayings)('is waited for no longer once %s', async (_how, say) => {
    const made = await promised()
    await say(made)
    await db().delete(ownerNews)
    const now = Date.now()
    await lookAt(now + 40 * minute)
    await lookAt(now + 3 * 24 * 60 * minute)
    const [before] = await db().select().from(offers).where(eq(offers.id, made.offerId))
    if (before?.callAt && before.callAt.getTime() > now) {
      // The new promise is watched like the first.
      expect(await newsOf(made.leadId)).toHaveLength(1)
      return
    }
    expect([await reminders(made), await newsOf(made.leadId)]).toEqual([0, []])
    // Nor by a page that is older.
    await open(`${made.page}/answer`, { answer: 'not-called' })
    expect(await newsOf(made.leadId)).toEqual([])
  })

  test.each(sayings)('is not asked about by a mail that waited, once %s', async (_how, say) => {
    const made = await promised()
    await lookAt(Date.now() + 3 * 24 * 60 * minute)
    expect(await reminder(made)).toHaveProperty('wanted')
    await say(made)
    expect(await reminder(made)).toHaveProperty('cancelled')
    expect((await ask('GET', apiPaths.news)).data.items).not.toContainEqual(
      expect.objectContaining({ kind: 'call-missed' }),
    )
  })

  test('is promised anew with another time, and each promise has its reminder and its news', async () => {
    const made = await promised(noon)
    await lookAt(noon + 180 * minute)
    expect([await reminders(made), await newsOf(made.leadId)]).toEqual([1, [expect.anything()]])
    await open(`${made.link}/call-time`, { callAt: inAnHour() })
    expect(await stage(made)).toEqual(matchedNow)
    await promiseAt(made, noon)
    await lookAt(noon + 180 * minute)
    expect(await newsOf(made.leadId)).toHaveLength(2)
    expect(await reminders(made)).toBe(1)
  })

  const again: [string, (made: Made) => Promise<unknown>][] = [
    ['its visitor', ({ page }) => open(page, { add: 'wanted-again' })],
    ['the owner', ({ leadId }) => site.setOutcome(leadId, 'matched')],
  ]

  test.each(again)(
    'is waited for anew once the request is wanted again by %s, from then on',
    async (_who, wantAgain) => {
      const made = await promised()
      await setUrgent(made)
      await lookAt(Date.now())
      await open(`${made.link}/spoken`, {})
      await open(made.page, { add: 'withdrawn' })
      await wantAgain(made)
      await db().delete(ownerNews)
      await db().delete(deliveries)
      const now = Date.now()
      await lookAt(now + 14 * minute)
      expect([await reminders(made), await newsOf(made.leadId)]).toEqual([0, []])
      expect(await stage(made)).toEqual(matchedNow)
      for (const path of [made.page, made.link]) {
        expect((await open(path)).body).not.toMatch(/would call|have spoken\./)
      }
      const read = async (channel: 'match' | 'call-reminder') => {
        const mail = await site.mails(channel, { id: made.offerId }, made.leadId)
        return 'wanted' in mail ? (await renderMail(mail.wanted)).text : mail.cancelled
      }
      expect(await read('match')).toContain('no time is agreed')
      await lookAt(now + 16 * minute)
      expect(await reminders(made)).toBe(1)
      expect(await read('call-reminder')).toContain('The customer is waiting for your call.')
      await lookAt(now + 31 * minute)
      expect(await newsOf(made.leadId)).toHaveLength(1)
      expect((await stage(made)).slice(0, 2)).toEqual(['matched', 'us'])
      expect((await open(made.page)).body).toContain(
        'Nobody has told us that you have spoken, so we reminded them',
      )
      await open(`${made.page}/answer`, { answer: 'spoken' })
      expect(await stage(made)).toEqual(matchedNow)
    },
  )

  test('that is still to come is as it was promised once the request is wanted again', async () => {
    const made = await matched()
    const callAtOf = async () => (await referral(made.leadId)).offers[0]?.callAt
    const before = await callAtOf()
    await open(made.page, { add: 'withdrawn' })
    await open(made.page, { add: 'wanted-again' })
    expect([before, await callAtOf()]).toEqual([expect.any(String), before])
  })

  test('has not come, says the visitor: the owner is told at once, and the contractor reminded', async () => {
    const made = await promised(Date.now() - minute)
    const { body } = await open(made.page)
    for (const text of [requestPage.callDue.notCalled, requestPage.callDue.spoken]) {
      expect(body).toContain(text)
    }
    // To open the page, or the address of the form, changes nothing.
    await open(`${made.page}/answer`)
    expect(await newsOf(made.leadId)).toEqual([])
    for (let again = 0; again < 2; again += 1) {
      const { statusCode } = await open(`${made.page}/answer`, { answer: 'not-called' })
      expect(statusCode).toBe(303)
    }
    const { companyName } = made.contractor
    expect(await newsOf(made.leadId)).toEqual([`call-missed ${companyName}`])
    expect(await historyOf(made.leadId)).toContain(`not-called ${companyName}`)
    expect(await reminders(made)).toBe(1)
    expect(await stage(made)).toEqual(['matched', 'us', 'fine'])
    const after = (await open(made.page)).body
    expect(after).not.toContain(requestPage.callDue.notCalled)
    expect(after).toContain(requestPage.callDue.spoken)
    // The worker does not tell it again.
    await lookAt(Date.now() + 24 * 60 * minute)
    expect([await reminders(made), await newsOf(made.leadId)]).toEqual([1, [expect.anything()]])
    await open(`${made.page}/answer`, { answer: 'spoken' })
    expect(await stage(made)).toEqual(matchedNow)
    expect(await historyOf(made.leadId)).toContain('spoken the customer')
    expect((await open(made.page)).body).toContain('we were told that you have spoken')
  })

  test('has not come, says the page of a request that goes with it, of the same person alone', async () => {
    const made = await promised(Date.now() - minute)
    const [{ email, phone } = { email: '', phone: '' }] = await db()
      .select()
      .from(leads)
      .where(eq(leads.id, made.leadId))
    const other = await site.sendLead({ email: 'a.stranger@example.com', phone })
    await db().update(referrals).set({ joinedTo: made.leadId }).where(eq(referrals.leadId, other))
    const page = await createLinkToRequest(db(), '')(other)
    await open(`${page}/answer`, { answer: 'not-called' })
    expect(await newsOf(made.leadId)).toEqual([])
    await db().update(leads).set({ email }).where(eq(leads.id, other))
    expect((await open(page)).body).toContain(requestPage.callDue.notCalled)
    await open(`${page}/answer`, { answer: 'not-called' })
    expect(await newsOf(made.leadId)).toHaveLength(1)
  })

  test('cannot be called missed before its time', async () => {
    const made = await matched()
    expect((await open(made.page)).body).not.toContain(requestPage.callDue.notCalled)
    for (const answer of ['not-called', 'spoken']) await open(`${made.page}/answer`, { answer })
    expect([await newsOf(made.leadId), await stage(made)]).toEqual([[], matchedNow])
    expect((await referral(made.leadId)).offers[0]?.calledAt).toBeNull()
  })

  test('is confirmed only by those whose it is, and ends nothing else', async () => {
    const made = await promised()
    const other = await site.offered()
    expect((await ask('POST', offerApiPath(apiPaths.offerSpoken, other.offerId))).status).toBe(409)
    await open(`${other.link}/spoken`, {})
    expect((await referral(other.leadId)).offers[0]?.calledAt).toBeNull()
    const page = (await open(made.link)).body
    expect(page).toContain('You said that you would call')
    expect(page).toContain(offerPage.accepted.visit.spoken)
    await open(`${made.link}/spoken`, {})
    await open(`${made.link}/spoken`, {})
    const { outcome, offers: all } = await referral(made.leadId)
    expect([outcome, all[0]?.state, all[0]?.calledAt]).toEqual([
      ...['matched', 'accepted'],
      expect.any(String),
    ])
    const { companyName } = made.contractor
    const spoken = (await historyOf(made.leadId)).filter((line) => /^spoken/.test(line))
    expect(spoken).toEqual([`spoken ${companyName}`])
    expect((await open(made.link)).body).not.toContain(offerPage.accepted.visit.spoken)
  })

  test('is not asked about by mail where the owner wants none; the owner is told as ever', async () => {
    const muted = async (kinds: string[]) => {
      expect((await ask('PUT', apiPaths.newsSettings, { muted: kinds })).data.muted).toEqual(kinds)
    }
    await muted(['accepted', 'call-late'])
    const made = await promised(noon)
    await lookAt(noon + 60 * minute)
    await lookAt(noon + 120 * minute)
    const lines = [`call-missed ${made.contractor.companyName}`]
    expect([await reminders(made), await newsOf(made.leadId)]).toEqual([0, lines])
    await muted([])
  })

  test('is asked about by a mail with what it takes to call, emergencies first', async () => {
    const made = await promised(noon)
    await lookAt(noon + 60 * minute)
    const read = async () => {
      const mail = await reminder(made)
      if (!('wanted' in mail)) throw new Error(mail.cancelled)
      return renderMail(mail.wanted)
    }
    const { subject, text } = await read()
    expect(subject).toMatch(/^Have you called\? AC Repair & Installation, Deltona, \d{3}-\d{4}$/)
    expect(text).toContain('you would call this customer Wednesday, Mar 4, 2026, 12:00 PM EST')
    expect(text).toContain('(386) 555-')
    expect(text).toMatch(/\/offer\/[\w-]{22}/)
    await setUrgent(made)
    expect((await read()).subject).toMatch(/^Emergency: have you called\?/)
  })
})
