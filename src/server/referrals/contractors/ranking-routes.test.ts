import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { ContractorFields } from '#/contracts/referrals/contractors.ts'
import { contractors, leads, offers, ratings } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { referralSite } from '#tests/support/suite-site.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

describeOnDatabase('who fits a lead', (database) => {
  const { ask, db, site } = referralSite(database, { isEmptied: true })
  const send = site.sendLead

  async function add(overrides: Partial<ContractorFields> = {}): Promise<number> {
    const { id } = await site.addContractor(overrides)
    await db()
      .update(contractors)
      .set({ figuresSince: new Date(0) })
    return id
  }

  /** An offer of N days ago, answered after some minutes. */
  async function offer(
    contractorId: number,
    leadId: number,
    state: 'open' | 'declined' | 'expired' | 'accepted',
    { daysAgo = 0, minutes = 0 } = {},
  ) {
    const offeredAt = Date.now() - daysAgo * dayMs
    const answeredAt = offeredAt + minutes * minuteMs
    const expiresAt = offeredAt + dayMs
    const answered = state === 'declined' || state === 'accepted' ? { answeredAt } : {}
    const made = { contractorId, leadId, state, offeredAt, expiresAt, mailedAt: offeredAt }
    await db()
      .insert(offers)
      .values({ ...made, ...answered })
  }

  const whoFits = async (leadId: number) =>
    (await ask('GET', pathTo(api.lead, { leadId }))).data.ranking

  test('is answered with the figures of each, the one to be asked first at the top', async () => {
    const lead = await send({ address: '100 Sanford Ave, Deltona FL' })
    const other = await send()
    const quick = await add({ companyName: 'Quick', answersEmergencies: true })
    const slow = await add({ companyName: 'Slow' })
    await add({ companyName: 'Elsewhere', towns: ['Oviedo'] })
    await add({ companyName: 'Lapsed', insuranceExpiresOn: '2026-01-01' })
    for (const [daysAgo, minutes] of [
      [10, 10],
      [9, 12],
      [8, 80],
    ]) {
      await offer(quick, other, 'declined', { daysAgo, minutes })
    }
    await offer(quick, other, 'expired', { daysAgo: 5 })
    for (const daysAgo of [90.5, 70, 60, 50]) await offer(slow, other, 'expired', { daysAgo })
    // Of two jobs, 3 and 4 stars; a rating in quarantine counts as little as in the list.
    for (const [stars, isQuarantined] of [
      [3, false],
      [4, false],
      [1, true],
    ] as const) {
      const leadId = await send()
      await offer(quick, leadId, 'accepted', { daysAgo: 100 })
      const rating = { hasCome: true, text: '', mayPublish: false, ratedAt: new Date() }
      await db()
        .insert(ratings)
        .values({ leadId, stars, ...rating })
      await db().update(leads).set({ isQuarantined }).where(eq(leads.id, leadId))
    }
    const ranking = await whoFits(lead)
    expect(ranking).toEqual({
      town: 'Deltona',
      reasons: ['All do AC Repair & Installation', 'All work in Deltona'],
      fitting: [
        {
          id: quick,
          companyName: 'Quick',
          contactName: 'Ana Torres',
          email: expect.stringContaining('@lakeside.example'),
          phone: '3865550177',
          isEligible: true,
          figures: expect.objectContaining({
            ended: 4,
            answered: 3,
            medianMinutes: 12,
            offeredThisWeek: 1,
            unanswered: 0,
          }),
          stars: 3.5,
          ratings: 2,
          obstacles: [],
        },
        expect.objectContaining({
          companyName: 'Slow',
          figures: expect.objectContaining({ ended: 3, answered: 0, medianMinutes: null }),
          stars: null,
          ratings: 0,
        }),
      ],
      others: [
        expect.objectContaining({
          companyName: 'Lapsed',
          isEligible: false,
          obstacles: ['Insurance expired on Jan 1, 2026'],
        }),
      ],
    })
    const lastAsked = ranking.fitting[0].figures.lastOfferedAt
    expect(Math.round((Date.now() - lastAsked) / dayMs)).toBe(5)
    await db().update(contractors).set({ removedAt: sql`now()` })
    expect(await whoFits(lead)).toMatchObject({ fitting: [], others: [] })
  })

  test('without a town everybody who does the service fits, and the words say so', async () => {
    await add({ towns: ['Oviedo'] })
    await add({ services: ['duct-cleaning'], towns: ['Osteen'] })
    const ranking = await whoFits(await send({ address: undefined }))
    expect([ranking.town, ranking.fitting.length, ranking.others]).toEqual([null, 1, []])
    expect(ranking.reasons[1]).toContain('We don’t know the town')
    const outside = await whoFits(await send({ address: '1 Ocean Dr, Miami, FL 33139' }))
    expect([outside.fitting.length, outside.reasons[1]]).toEqual([
      1,
      expect.stringContaining('outside our towns'),
    ])
    const unsure = await whoFits(await send({ address: undefined, service: 'not-sure' }))
    expect(unsure.fitting).toHaveLength(2)
    const urgent = await whoFits(await send({ service: 'emergency-hvac' }))
    expect(urgent).toMatchObject({ fitting: [], others: [] })
  })
})
