import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dayMs } from '#/contracts/days.ts'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { ContractorDetail, ContractorEntry } from '#/contracts/referrals/contractors.ts'
import { leads, offers } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { storeReferrals } from '#tests/support/leads/store-referrals.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { makeLink } from '../store/links.ts'
import { readRecords } from '../store/ranking.ts'
import { readNow } from '../store/read-request.ts'

type NewOffer = typeof offers.$inferInsert

describeOnDatabase('the figures of a contractor', (database) => {
  const { db, site } = referralSite(database, { isEmptied: true })

  /** Stores leads in Deltona, and returns their numbers. */
  async function addLeads(count: number, service = 'ac-repair'): Promise<number[]> {
    const rows = await db()
      .insert(leads)
      .values(
        Array.from({ length: count }, (_, place) => ({
          submissionId: crypto.randomUUID(),
          contentHash: crypto.randomUUID(),
          // Of one person each, or they would be joined.
          name: 'Greta Secret',
          email: `${crypto.randomUUID()}@example.com`,
          phone: String(3_865_550_100 + place),
          phoneAsTyped: '386 555 0199',
          service,
          town: 'Deltona' as const,
        })),
      )
      .returning({ id: leads.id })
    await storeReferrals(db())
    return rows.map(({ id }) => id)
  }

  const ago = (ms: number) => Date.now() - ms

  /** An offer of N days ago, as it can be. */
  function made(leadId: number, contractorId: number, days: number, state: NewOffer['state']) {
    const offeredAt = ago(days * dayMs)
    const isAnswered = state === 'accepted' || state === 'declined' || state === 'handed-back'
    return {
      leadId,
      contractorId,
      state,
      offeredAt,
      mailedAt: offeredAt,
      expiresAt: offeredAt + (state === 'open' ? 1000 : 4 / 24) * dayMs,
      answeredAt: isAnswered ? offeredAt + (1 + (leadId % 7)) * 600_000 : null,
    }
  }

  async function detailOf(contractorId: number): Promise<ContractorDetail> {
    const { status, data } = await site.ask<ContractorDetail>(
      'GET',
      pathTo(api.contractorDetail, { contractorId }),
    )
    expect(status).toBe(200)
    return data
  }

  test('are those of the ranking, in the office, in the list and on the page', async () => {
    const { id } = await site.addContractor()
    await db().execute(sql`update contractors set figures_since = now() - interval '400 days'`)
    const given = [
      [1, 'accepted'],
      [3, 'declined'],
      [8, 'expired'],
      [20, 'handed-back'],
      [30, 'open'],
      [95, 'declined'],
    ] as const
    const leadIds = await addLeads(given.length)
    const values = given.map(([days, state], place) => made(leadIds[place] ?? 0, id, days, state))
    await db().insert(offers).values(values)

    const { figures } = await detailOf(id)
    const counted = { ended: 4, answered: 3, offeredThisWeek: 2, unanswered: 1 }
    expect(figures).toMatchObject(counted)
    const list = await site.ask<ContractorEntry[]>('GET', api.contractors.path)
    expect(list.data.find((entry) => entry.id === id)?.figures).toEqual(figures)
    const records = await readRecords(db(), await readNow(db()))
    expect(records.find((each) => each.id === id)?.record).toEqual(figures)
    const { body } = await site.open(await makeLink(db(), 'contractorId', id, ''))
    for (const said of ['75% (3 of 4 in 90 days)', '2, no weekly limit', '1 of 3'])
      expect(body).toContain(said)
  })

  test('say what keeps offers away, in the words that the ranking has', async () => {
    const { id } = await site.addContractor({
      pausedUntil: '2099-03-01',
      licenseExpiresOn: '2026-01-31',
      mostOffersAWeek: 1,
    })
    const [leadId = 0] = await addLeads(1)
    await db()
      .insert(offers)
      .values(made(leadId, id, 1, 'declined'))
    await db().execute(sql`update contractors
      set figures_since = now() - interval '400 days', towns = '{Tampa}'`)
    const { obstacles } = await detailOf(id)
    expect(obstacles).toEqual([
      'License expired on Jan 31, 2026',
      'Paused until Mar 1, 2099',
      'Weekly limit reached (1 of 1)',
      'Outside the towns we serve',
    ])
    const { body } = await site.open(await makeLink(db(), 'contractorId', id, ''))
    for (const obstacle of obstacles) expect(body).toContain(obstacle)
  })
})
