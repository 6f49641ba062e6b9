import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dayMs } from '#/contracts/days.ts'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { ContractorDetail } from '#/contracts/referrals/contractor-page.ts'
import type { ContractorEntry, ContractorFigures } from '#/contracts/referrals/contractors.ts'
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

  /** The figures by a query that a person would write. */
  async function countPlainly(contractorId: number) {
    const { rows } = await db().execute<Omit<ContractorFigures, 'lastOfferedAt'>>(sql`
      select
        count(*) filter (where state in ('accepted', 'declined', 'handed-back', 'expired'))::int ended,
        count(answered_at)::int answered,
        (percentile_cont(0.5) within group (
          order by extract(epoch from answered_at - offered_at) / 60))::float8 "medianMinutes",
        count(*) filter (where offered_at > now() - interval '7 days' and state <> 'undelivered'
          and (answered_at is not null or state not in ('withdrawn', 'taken')))::int "offeredThisWeek",
        count(*) filter (where state = 'open')::int unanswered
      from offers where contractor_id = ${contractorId} and state <> 'undelivered'
        and offered_at > now() - interval '90 days'`)
    return rows[0]
  }

  test('are the ranking’s and those of a plain query, in the office, in the list and on the page', async () => {
    const ids: number[] = []
    for (let added = 0; added < 3; added += 1) ids.push((await site.addContractor()).id)
    await db().execute(sql`update contractors set figures_since = now() - interval '400 days'`)
    const states = ['accepted', 'declined', 'expired', 'open', 'handed-back'] as const
    const leadIds = await addLeads(500)
    const values = leadIds.map((leadId, place) =>
      made(
        leadId,
        ids[(place * 7) % 3] ?? 0,
        ((place * 37) % 1200) / 10 + 0.2,
        states[(place * 11) % 5] ?? 'open',
      ),
    )
    await db().insert(offers).values(values)

    const records = await readRecords(db(), await readNow(db()))
    const list = await site.ask<ContractorEntry[]>('GET', api.contractors.path)
    for (const id of ids) {
      const { figures: counted } = await detailOf(id)
      expect(counted.ended).toBeGreaterThan(20)
      const plain = await countPlainly(id)
      expect(counted).toMatchObject({
        ...plain,
        medianMinutes: expect.closeTo(plain?.medianMinutes ?? -1, 6),
      })
      expect(list.data.find((entry) => entry.id === id)?.figures).toEqual(counted)
      expect(records.get(id)).toEqual(counted)
      const { body } = await site.open(await makeLink(db(), 'contractorId', id, ''))
      const share = Math.round((100 * counted.answered) / counted.ended)
      expect(body).toContain(`${share}% (${counted.answered} of ${counted.ended} in 90 days)`)
      expect(body).toContain(`${counted.offeredThisWeek}, no weekly limit`)
      expect(body).toContain(`${counted.unanswered} of 3`)
    }
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
