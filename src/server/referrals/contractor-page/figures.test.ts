import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contractorPage } from '#/content/contractor-page.ts'
import { dayMs } from '#/contracts/days.ts'
import type { ContractorFigures } from '#/contracts/referrals/contractor-figures.ts'
import type { ContractorDetail } from '#/contracts/referrals/contractor-page.ts'
import type { ContractorEntry } from '#/contracts/referrals/contractors.ts'
import { apiPaths, contractorDetailPath } from '#/contracts/routes.ts'
import { leads, ledgerEntries, offers } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { inAnHour } from '#tests/support/leads/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { readRecords } from '../contractors/ranking.ts'
import { readNow } from '../contractors/read-figures.ts'
import { linkToContractor } from '../lead/links.ts'

type NewOffer = typeof offers.$inferInsert

const hourMs = 3_600_000

describeOnDatabase('the figures of a contractor', (database) => {
  const { db, site } = referralSite(database, { isEmptied: true })

  /** Stores leads in Deltona, and returns their numbers. */
  async function addLeads(count: number, service = 'ac-repair'): Promise<number[]> {
    const rows = await db()
      .insert(leads)
      .values(
        Array.from({ length: count }, (_, place) => ({
          ...{ submissionId: crypto.randomUUID(), contentHash: crypto.randomUUID() },
          // Of one person each, or they would be joined.
          ...{ name: 'Greta Secret', email: `${crypto.randomUUID()}@example.com` },
          phone: String(3_865_550_100 + place),
          ...{ phoneAsTyped: '386 555 0199', service, town: 'Deltona' as const },
        })),
      )
      .returning({ id: leads.id })
    return rows.map(({ id }) => id)
  }

  const ago = (ms: number) => new Date(Date.now() - ms)

  /** An offer of so many days ago, as it can be. */
  function made(leadId: number, contractorId: number, days: number, state: NewOffer['state']) {
    const offeredAt = ago(days * dayMs)
    const isAnswered = state === 'accepted' || state === 'declined' || state === 'handed-back'
    return {
      ...{ leadId, contractorId, state, offeredAt, mailedAt: offeredAt },
      expiresAt: new Date(offeredAt.getTime() + (state === 'open' ? 1000 : 4 / 24) * dayMs),
      answeredAt: isAnswered ? new Date(offeredAt.getTime() + (1 + (leadId % 7)) * 600_000) : null,
    }
  }

  async function detailOf(contractorId: number): Promise<ContractorDetail> {
    const { status, data } = await site.ask<ContractorDetail>(
      'GET',
      contractorDetailPath(contractorId),
    )
    expect(status).toBe(200)
    return data
  }

  /** The figures by a query that a person would write. */
  async function countPlainly(contractorId: number): Promise<Omit<ContractorFigures, 'days'>> {
    const { rows } = (await db().execute(sql`
      select
        count(*) filter (where state in ('accepted', 'declined', 'handed-back', 'expired'))::int ended,
        count(answered_at)::int answered,
        (percentile_cont(0.5) within group (
          order by extract(epoch from answered_at - offered_at) / 60))::float8 "medianMinutes",
        count(*) filter (where offered_at > now() - interval '7 days' and state <> 'undelivered'
          and (answered_at is not null or state not in ('withdrawn', 'taken')))::int "offeredThisWeek",
        count(*) filter (where state = 'open')::int unanswered
      from offers where contractor_id = ${contractorId} and state <> 'undelivered'
        and offered_at > now() - interval '90 days'`)) as unknown as {
      rows: [Omit<ContractorFigures, 'days'>]
    }
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
        states[(place * 11) % 5],
      ),
    )
    await db().insert(offers).values(values)

    const records = await readRecords(db(), await readNow(db()))
    const list = await site.ask<ContractorEntry[]>('GET', apiPaths.contractors)
    for (const id of ids) {
      const { figures } = await detailOf(id)
      const { days, ...counted } = figures
      expect(days).toBe(90)
      expect(counted.ended).toBeGreaterThan(20)
      const plain = await countPlainly(id)
      expect(counted).toEqual({
        ...plain,
        medianMinutes: expect.closeTo(plain.medianMinutes ?? -1, 6),
      })
      expect(list.data.find((entry) => entry.id === id)?.figures).toEqual(figures)
      const { ended, answered, medianMinutes, offeredThisWeek } = records.get(id) ?? {}
      expect({ ended, answered, medianMinutes, offeredThisWeek }).toEqual({
        ...{ ended: counted.ended, answered: counted.answered },
        ...{ medianMinutes: counted.medianMinutes, offeredThisWeek: counted.offeredThisWeek },
      })
      const { body } = await site.open(await linkToContractor(db(), id, ''))
      const share = Math.round((100 * counted.answered) / counted.ended)
      expect(body).toContain(`${share}% (${counted.answered} of ${counted.ended} in 90 days)`)
      expect(body).toContain(`${counted.offeredThisWeek}, no weekly limit`)
      expect(body).toContain(`${counted.unanswered} of at most 3 at a time`)
    }
  })

  test('say what keeps offers away, in the words that the ranking has', async () => {
    const { id } = await site.addContractor({
      ...{ pausedUntil: '2099-03-01', licenseExpiresOn: '2026-01-31', mostOffersAWeek: 1 },
    })
    const [leadId = 0] = await addLeads(1)
    await db()
      .insert(offers)
      .values(made(leadId, id, 1, 'declined'))
    await db().execute(sql`update contractors set figures_since = now() - interval '400 days'`)
    const { obstacles } = await detailOf(id)
    expect(obstacles).toEqual([
      'License lapsed on Jan 31, 2026',
      'Paused until Mar 1, 2099',
      'Had 1 of at most 1 offers in seven days',
    ])
    const { body } = await site.open(await linkToContractor(db(), id, ''))
    for (const obstacle of obstacles) expect(body).toContain(obstacle)
  })

  // The last one: entries are never deleted, nor contractors who have some.
  test('the office reads of a job what its contractor has said and missed', async () => {
    const { contractor, link, offerId } = await site.offered()
    await site.open(`${link}/accept`, { callAt: inAnHour() })
    const job = async () => (await detailOf(contractor.id)).jobs[0]
    expect(await job()).toMatchObject({ callState: 'ahead', onTheWayAt: null, claimedReason: null })
    await db()
      .update(offers)
      .set({ callAt: ago(hourMs), callMissedAt: ago(0) })
      .where(eq(offers.id, offerId))
    expect(await job()).toMatchObject({ callState: 'missed' })
    await site.open(`${link}/on-the-way`, {})
    expect(await job()).toMatchObject({ callState: 'spoken', onTheWayAt: expect.any(String) })
    await site.open(`${link}/outcome`, { outcome: 'lost', lostReason: 'unreachable' })
    expect(await job()).toMatchObject({ claimedReason: 'unreachable' })
  })

  test('say what they owe and this month’s entries, and nothing where there never were any', async () => {
    const me = await site.addContractor()
    const other = await site.addContractor()
    const path = await linkToContractor(db(), me.id, '')
    expect((await site.open(path)).body).not.toContain(contractorPage.account.heading)
    const entry = { contractorId: me.id, kind: 'fee', actor: 'owner@example.com' } as const
    await db()
      .insert(ledgerEntries)
      .values([
        { ...entry, amountCents: 4_550, reference: '123-4567', text: 'AC repair' },
        { ...entry, kind: 'payment', amountCents: -10_000, text: 'Check 77' },
        { ...entry, amountCents: 20_010, createdAt: ago(40 * dayMs) },
        { ...entry, contractorId: other.id, amountCents: 99_999 },
      ])
    const { body } = await site.open(path)
    for (const said of ['You owe $145.60.', '$200.10', 'Fee', '123-4567', '-$100.00', 'Check 77']) {
      expect(body).toContain(said)
    }
    for (const secret of ['$999.99', 'owner@example.com']) expect(body).not.toContain(secret)
  })
})
