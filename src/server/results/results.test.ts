import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { api } from '#/contracts/endpoints/api.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { type AcceptedLead, acceptedOffer } from '#tests/support/factories.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { leads, offers, phoneTaps, referrals } from '../db/tables/schema.ts'
import { localDay } from '../time/local-day.ts'
import { deleteOldTaps } from './register-results.ts'

describeOnDatabase('what came of visits', (database) => {
  const { app, ask, db, site } = referralSite(database)

  const tap = (sent: Record<string, unknown>, headers: Record<string, string> = {}) =>
    app().inject({ method: 'POST', url: api.taps.path, headers, payload: sent })
  const read = (days: number | string = 30) => ask('GET', `${api.results.path}?days=${days}`)
  const accept = (lead: AcceptedLead | undefined, contractorId: number, afterMinutes: number) =>
    db()
      .insert(offers)
      .values(acceptedOffer(lead, contractorId, afterMinutes))
  test('are taps on the number and requests, by source, and nothing of who it was', async () => {
    for (const source of ['google ads', 'unknown', 'google ads', 'google ads']) {
      const { statusCode, body } = await tap({ source })
      expect([statusCode, body]).toEqual([204, ''])
    }
    await site.send({ page: '/contact', consentVersion: '1', visit: '/?gclid=1 ', name: 'Ada' })
    await site.send({
      page: '/about',
      consentVersion: '1',
      visit: '/ https://yelp.com/x',
      name: 'Bo',
    })
    await site.send({ page: '/%00<b>', consentVersion: '1', name: 'Cy' })
    await db()
      .update(leads)
      .set({ firstContactedAt: new Date(), answerMinutes: 30, isContacted: true })

    const { data } = await read()
    expect(data.total).toEqual({
      taps: 4,
      requests: 3,
      answered: 3,
      answerMinutes: { median: 30, ninetieth: 30 },
      matched: 0,
      matchMinutes: null,
      done: 0,
      incomeCents: 0,
    })
    expect(data.bySource).toMatchObject([
      { name: 'google ads', taps: 3, requests: 1 },
      { name: 'unknown', taps: 1, requests: 1 },
      { name: 'yelp', taps: 0, requests: 1, answered: 1 },
    ])
    expect(data.days).toHaveLength(30)
    expect([data.tapsByDay.at(-1), data.requestsByDay.at(-1)]).toEqual([4, 3])
    expect([...data.tapsByDay, ...data.requestsByDay].slice(0, 29)).toEqual(Array(29).fill(0))
    const columns = Object.keys((await db().select().from(phoneTaps))[0] ?? {})
    expect(columns).toEqual(['day', 'source', 'count'])
  })

  test('are of the period that was chosen, without what is in quarantine', async () => {
    await db().delete(phoneTaps)
    await db().delete(leads)
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
    for (const days of [0, 8, 40, 200, 400]) {
      await site.send({ name: `Of ${days} days ago`, message: `${days}` })
      const day = ago(days).toISOString().slice(0, 10)
      await db().insert(phoneTaps).values({ day, source: 'direct', count: 1 })
    }
    for (const { id, message } of await db().select().from(leads)) {
      await db()
        .update(leads)
        .set({ createdAt: ago(Number(message)) })
        .where(eq(leads.id, id))
    }
    const counts = async (days: number) => {
      const { total } = (await read(days)).data
      return [total.taps, total.requests]
    }
    expect(await counts(7)).toEqual([1, 1])
    expect(await counts(30)).toEqual([2, 2])
    expect(await counts(90)).toEqual([3, 3])
    expect(await counts(365)).toEqual([4, 4])
    await db().update(leads).set({ isQuarantined: true })
    expect(await counts(365)).toEqual([4, 0])
    expect(await read(31)).toMatchObject({
      status: 400,
      fields: { days: 'Please choose one of 7, 30, 90, 365 days.' },
    })
  })

  test('forget the taps of more than two years ago', async () => {
    await db().delete(phoneTaps)
    const dayOf = (ago: number) => localDay(Date.now() - ago * 86_400_000)
    const days = [0, 365, 730, 732]
    await db()
      .insert(phoneTaps)
      .values(days.map((ago) => ({ day: dayOf(ago), source: 'direct', count: 1 })))
    await deleteOldTaps(db())
    const left = (await db().select().from(phoneTaps)).map(({ day }) => day)
    expect(left.sort()).toEqual(days.slice(0, 3).map(dayOf).sort())
    await db().delete(phoneTaps)
  })

  test('say who was matched and after how long, and what is done', async () => {
    await db().delete(leads)
    await db().delete(phoneTaps)
    const { id: contractorId } = await site.addContractor()
    for (const name of ['Ada', 'Bo', 'Cy']) await site.send({ name, visit: '/ https://yelp.com/x' })
    const [ada, bo, cy] = await db().select().from(leads).orderBy(leads.id)
    await accept(ada, contractorId, 60)
    await accept(bo, contractorId, 120)
    // A contractor who was asked and no longer has it makes no match; the request still counts.
    const withdrawn = { ...acceptedOffer(ada, contractorId, 5), state: 'withdrawn' as const }
    await db()
      .insert(offers)
      .values({ ...withdrawn, contractorId: (await site.addContractor()).id })
    const stand = (lead: typeof ada, stage: 'matched' | 'done' | 'lost') =>
      db()
        .update(referrals)
        .set({ stage })
        .where(eq(referrals.leadId, lead?.id ?? 0))
    await stand(ada, 'done')
    await stand(bo, 'matched')
    await stand(cy, 'lost')
    const { data } = await read()
    const [yelp] = data.bySource
    expect(yelp).toMatchObject({ name: 'yelp', requests: 3, matched: 2, done: 1 })
    expect(yelp.matchMinutes.median).toBeCloseTo(90, 0)
    expect(yelp.matchMinutes.ninetieth).toBeCloseTo(114, 0)
  })

  test('a tap that tells more than its source is refused', async () => {
    await db().delete(phoneTaps)
    const visit = '/?gclid=1 https://google.com/'
    for (const sent of [{ source: 'google ads', visit }, { source: 'gclid=1' }, {}]) {
      expect((await tap(sent)).statusCode).toBe(400)
    }
  })

  test('a client that taps all day is refused, and another site cannot tap for its visitors', async () => {
    const strange = await tap({ source: 'direct' }, { 'sec-fetch-site': 'cross-site' })
    expect(strange.statusCode).toBe(403)
    const statuses = new Set<number>()
    for (let time = 0; time < 12; time += 1)
      statuses.add((await tap({ source: 'direct' })).statusCode)
    expect([...statuses].sort()).toEqual([204, 429])
  })
})
