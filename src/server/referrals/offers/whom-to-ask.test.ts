import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Place } from '#/content/places.ts'
import { dayNames } from '#/contracts/days.ts'
import type { OfferHours } from '#/contracts/referrals/offer-hours.ts'
import { saveSetting } from '#/server/db/settings.ts'
import {
  contractors,
  deliveries,
  leadHistory,
  leads,
  offers,
  ownerNews,
  referrals,
} from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { holdLead } from '../lead/held-lead.ts'
import { setCannotWait, setPlace } from './lead-changes.ts'
import { advanceLead, findDueLeads } from './next-offer.ts'

/** In about three days. */
const laterDay = dayNames[(new Date().getUTCDay() + 2) % 7] ?? 'Monday'
const later: OfferHours = { days: [laterDay], from: '03:00', until: '04:00' }

describeOnDatabase('whom the server asks', (database) => {
  const { db, site } = referralSite(database, { isEmptied: true })
  const { addContractor, sendLead, advance, endTimes } = site
  beforeEach(async () => {
    await site.setAutomatic(true)
  })

  const statesOf = async (leadId: number) =>
    (await site.referral(leadId)).offers.map(({ state, companyName }) => `${companyName} ${state}`)
  const offerOf = async (leadId: number, companyName: string) => {
    const { offers: all } = await site.referral(leadId)
    const found = all.findLast((offer) => offer.companyName === companyName)
    if (!found) throw new Error(`nothing was offered to ${companyName}`)
    return found
  }
  const decline = async (leadId: number, companyName: string, reason = 'too-busy') => {
    const link = await site.linkTo(await offerOf(leadId, companyName), leadId)
    await site.open(`${link}/decline`, { reason })
  }
  const accept = async (leadId: number, companyName: string) => {
    const link = await site.linkTo(await offerOf(leadId, companyName), leadId)
    await site.open(`${link}/accept`, { callAt: inAnHour() })
  }
  const referralOf = async (leadId: number) =>
    (await db().select().from(referrals).where(eq(referrals.leadId, leadId)))[0]
  const newsOf = async (leadId: number) =>
    (await db().select().from(ownerNews).where(eq(ownerNews.leadId, leadId))).map(
      ({ kind, detail }) => (detail ? `${kind}: ${detail}` : kind),
    )
  const addSeveral = async (names: string, fields: Parameters<typeof addContractor>[0] = {}) => {
    for (const companyName of names) await addContractor({ companyName, ...fields })
  }
  const placeIs = (leadId: number, place: Place) =>
    db().transaction(async (tx) => {
      const lead = await holdLead(tx, leadId)
      if (lead) await setPlace(tx, lead, place)
    })
  /** A signal comes: the server looks again also where it waits. */
  async function lookAgain() {
    for (const leadId of await findDueLeads(db(), { looksAgain: true })) {
      await advanceLead(db(), leadId)
    }
    await advance()
  }

  test('in an emergency three at once; the first yes wins, and when all have ended the next three', async () => {
    await addSeveral('ABCDE', { answersEmergencies: true })
    const leadId = await sendLead({ service: 'emergency-hvac' })
    await advance()
    expect(await statesOf(leadId)).toEqual(['A open', 'B open', 'C open'])
    await decline(leadId, 'A', 'too-far')
    await advance()
    expect(await statesOf(leadId)).toEqual(['A declined', 'B open', 'C open'])
    await endTimes()
    await advance()
    const second = ['A declined', 'B expired', 'C expired', 'D open', 'E open']
    expect(await statesOf(leadId)).toEqual(second)
    await accept(leadId, 'E')
    await advance()
    expect(await statesOf(leadId)).toEqual([...second.slice(0, 3), 'D taken', 'E accepted'])
  })

  test('a request that cannot wait any longer: two more are asked beside the first', async () => {
    await addSeveral('ABCD', { answersEmergencies: true })
    const leadId = await sendLead()
    await advance()
    expect(await statesOf(leadId)).toEqual(['A open'])
    await db().transaction(async (tx) => {
      const lead = await holdLead(tx, leadId)
      if (lead) await setCannotWait(tx, lead, true)
    })
    expect(await statesOf(leadId)).toEqual(['A open', 'B open', 'C open'])
  })

  test('whoever was too late in an emergency is asked again when it is free again', async () => {
    await addSeveral('ABC', { answersEmergencies: true })
    const leadId = await sendLead({ service: 'emergency-hvac' })
    await advance()
    await accept(leadId, 'B')
    const [{ id } = { id: 0 }] = await db()
      .update(contractors)
      .set({ removedAt: sql`now()` })
      .where(eq(contractors.companyName, 'B'))
      .returning({ id: contractors.id })
    expect(id).toBeGreaterThan(0)
    await advance()
    const states = ['A taken', 'B withdrawn', 'C taken', 'A open', 'C open']
    expect(await statesOf(leadId)).toEqual(states)
    expect(await newsOf(leadId)).toContain('contractor-removed: B')
  })

  test('nobody with as many unanswered offers as they take, until they have answered one', async () => {
    await addContractor({ companyName: 'A', mostOpenOffers: 2 })
    const [first = 0, , third = 0] = [await sendLead(), await sendLead(), await sendLead()]
    await advance()
    expect(await statesOf(third)).toEqual([])
    const waiting = await referralOf(third)
    expect(waiting).toMatchObject({ isAutomatic: true, ranOutAt: null })
    expect(waiting?.nextTryAt?.getTime()).toBeGreaterThan(Date.now())
    await accept(first, 'A')
    // Without the signal of the answer it would wait for the end of the first offer.
    await advance()
    expect(await statesOf(third)).toEqual([])
    await lookAgain()
    expect(await statesOf(third)).toEqual(['A open'])
    expect((await referralOf(third))?.nextTryAt).toBeNull()
  })

  test('nobody outside of their hours: the request waits for these, and for nothing else', async () => {
    await addContractor({ companyName: 'A', offerHours: later })
    await addContractor({ companyName: 'Paused', pausedUntil: '2099-01-01' })
    const leadId = await sendLead()
    await advance()
    const waiting = await referralOf(leadId)
    expect(waiting).toMatchObject({ isAutomatic: true, ranOutAt: null, ownerReason: null })
    expect(
      new Intl.DateTimeFormat('en-US', {
        timeZone: 'America/New_York',
        ...{ weekday: 'long', hour: 'numeric', minute: '2-digit' },
      }).format(waiting?.nextTryAt ?? 0),
    ).toBe(`${laterDay} 3:00 AM`)
    expect(await findDueLeads(db())).toEqual([])
    await db().update(contractors).set({ offerHours: null }).where(eq(contractors.companyName, 'A'))
    await db().update(referrals).set({ nextTryAt: sql`clock_timestamp()` })
    await advance()
    expect(await statesOf(leadId)).toEqual(['A open'])
  })

  test('of an emergency that nobody can take now the owner is told at once, and once, while the server goes on', async () => {
    await addContractor({ companyName: 'A', answersEmergencies: true, mostOpenOffers: 1 })
    const first = await sendLead()
    await advance()
    const urgent = await sendLead({ service: 'emergency-hvac' })
    await advance()
    expect(await referralOf(urgent)).toMatchObject({
      ...{ isAutomatic: true, ownerReason: 'nobody-left', ranOutAt: expect.any(Date) },
    })
    await lookAgain()
    const told = await db().select().from(leadHistory).where(eq(leadHistory.leadId, urgent))
    expect(told.filter(({ kind }) => kind === 'ran-out')).toHaveLength(1)
    await accept(first, 'A')
    await lookAgain()
    expect(await statesOf(urgent)).toEqual(['A open'])
    expect(await referralOf(urgent)).toMatchObject({ ownerReason: null, ranOutAt: null })
  })

  test('after the others, and once, who has said "not now"', async () => {
    await addSeveral('AB')
    const leadId = await sendLead()
    await advance()
    await decline(leadId, 'A')
    await advance()
    await decline(leadId, 'B', 'not-our-work')
    await advance()
    const asked = ['A declined', 'B declined']
    expect(await statesOf(leadId)).toEqual(asked)
    expect(await referralOf(leadId)).toMatchObject({ isAutomatic: true, ranOutAt: null })
    await db().update(offers).set({ answeredAt: sql`now() - interval '7 days'` })
    await lookAgain()
    expect(await statesOf(leadId)).toEqual([...asked, 'A open'])
    await decline(leadId, 'A')
    await db().update(offers).set({ answeredAt: sql`now() - interval '7 days'` })
    await advance()
    expect(await statesOf(leadId)).toEqual([...asked, 'A declined'])
    expect(await referralOf(leadId)).toMatchObject({
      ...{ isAutomatic: false, ownerReason: 'nobody-left' },
    })
  })

  test('nobody before it is known where it is: first the visitor is asked, then the owner is told', async () => {
    await saveSetting(db(), 'visitorMails', { sendsMails: true })
    await addSeveral('A')
    const leadId = await sendLead({ address: '' })
    await advance()
    expect(await statesOf(leadId)).toEqual([])
    expect(await referralOf(leadId)).toMatchObject({
      ...{ isAutomatic: true, placeAskedAt: expect.any(Date), ranOutAt: null },
    })
    const mails = () => db().$count(deliveries, eq(deliveries.channel, 'update'))
    expect(await mails()).toBe(1)
    expect(await findDueLeads(db(), { looksAgain: true })).toEqual([])
    await db().update(referrals).set({ placeAskedAt: sql`now() - interval '10 minutes'` })
    await advance()
    expect(await referralOf(leadId)).toMatchObject({
      ...{ isAutomatic: false, ownerReason: 'unknown-place', ranOutAt: expect.any(Date) },
    })
    expect([await newsOf(leadId), await mails()]).toEqual([['place-unknown'], 1])
    // The visitor says it after all.
    await placeIs(leadId, { town: 'Deltona', isOutside: false })
    await advance()
    expect(await statesOf(leadId)).toEqual(['A open'])
    expect(await referralOf(leadId)).toMatchObject({ ownerReason: null, ranOutAt: null })
  })

  test('as soon as its visitor has said where it is', async () => {
    await addSeveral('A')
    const leadId = await sendLead({ address: '' })
    await advance()
    await db().update(leads).set({ town: 'Deltona' })
    await advance()
    expect(await statesOf(leadId)).toEqual(['A open'])
    expect(await newsOf(leadId)).toEqual([])
  })

  test('nobody for what is outside, until the owner has corrected it or asks by hand', async () => {
    await addSeveral('A')
    const leadId = await sendLead()
    await db().update(leads).set({ town: null, isOutside: true })
    await advance()
    expect(await statesOf(leadId)).toEqual([])
    expect(await referralOf(leadId)).toMatchObject({ isAutomatic: false, ownerReason: 'outside' })
    expect(await newsOf(leadId)).toEqual(['outside'])
    const [{ id } = { id: 0 }] = await db().select({ id: contractors.id }).from(contractors)
    expect((await site.offer(leadId, id)).status).toBe(201)
    await site.withdraw((await offerOf(leadId, 'A')).id)
    const other = await sendLead()
    await db().update(leads).set({ town: null, isOutside: true }).where(eq(leads.id, other))
    await advance()
    await placeIs(other, { town: 'DeBary', isOutside: false })
    await advance()
    expect(await statesOf(other)).toEqual(['A open'])
  })

  test('nobody for a request that goes with another, until it is parted', async () => {
    await addSeveral('AB')
    const [first, second] = [await sendLead(), await sendLead()]
    await db().update(referrals).set({ joinedTo: first }).where(eq(referrals.leadId, second))
    await advance()
    expect([await statesOf(first), await statesOf(second)]).toEqual([['A open'], []])
    await db().update(referrals).set({ joinedTo: null })
    await advance()
    expect(await statesOf(second)).toEqual(['B open'])
  })

  test('of requests that come at once each another one', async () => {
    await addSeveral('ABCDEFGH')
    const sent: number[] = []
    for (let each = 0; each < 8; each += 1) sent.push(await sendLead())
    await Promise.all(sent.map((leadId) => advanceLead(db(), leadId)))
    const asked = await db().select({ id: offers.contractorId }).from(offers)
    expect([asked.length, new Set(asked.map(({ id }) => id)).size]).toEqual([8, 8])
  })
})
