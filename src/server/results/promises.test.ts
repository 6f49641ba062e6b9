import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { PromiseCheck } from '#/contracts/results/results.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { towns } from '#/contracts/site/towns.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import {
  type AcceptedLead,
  acceptedOffer,
  anotherPerson,
  contactBody,
  contractorFields,
} from '#tests/support/factories.ts'
import { adminSite } from '#tests/support/suite-site.ts'
import { contractors, leads, offers, ratings, referrals } from '../db/tables/schema.ts'

describeOnDatabase('what the site promises', (database) => {
  const { app, cookie, db } = adminSite(database)
  beforeEach(async () => {
    await db().delete(leads)
    await db().delete(contractors)
  })

  async function promises() {
    const { data } = (
      await app().inject({ url: apiPaths.promises, headers: { cookie: cookie() } })
    ).json() as {
      data: PromiseCheck[]
    }
    return Object.fromEntries(data.map(({ id, ...check }) => [id, check]))
  }
  const send = (body: Record<string, unknown>) =>
    app().inject({
      method: 'POST',
      url: apiPaths.contact,
      payload: contactBody({ ...anotherPerson(), ...body }),
    })
  const accept = (lead: AcceptedLead | undefined, contractorId: number, afterMinutes: number) =>
    db()
      .insert(offers)
      .values(acceptedOffer(lead, contractorId, afterMinutes))
  /** Its papers are valid today by default. */
  async function addContractor(fields: Partial<typeof contractors.$inferInsert> = {}) {
    const added = { ...contractorFields(), ...fields }
    const [row] = await db().insert(contractors).values(added).returning()
    return row?.id ?? 0
  }

  test('are borne out by the data, or it says so', async () => {
    const unknown = { measured: null, sample: 0, holds: null }
    expect(await promises()).toEqual({
      answer: unknown,
      emergency: unknown,
      matching: unknown,
      contractors: { measured: 0, sample: null, holds: false },
      areas: { measured: 0, sample: null, holds: false },
      projects: { measured: 0, sample: null, holds: false },
      satisfaction: unknown,
      testimonials: { measured: 0, sample: null, holds: false },
    })

    // Quarantined leads do not count, nor do those of more than ninety days ago.
    await send({ name: 'Spam' })
    await send({ name: 'Long ago' })
    const daysAgo = (days: number) => sql`now() - ${days} * interval '1 day'`
    const [spam] = await db()
      .update(leads)
      .set({ isQuarantined: true, createdAt: daysAgo(3) })
      .where(eq(leads.name, 'Spam'))
      .returning()
    await db()
      .update(leads)
      .set({ createdAt: daysAgo(91) })
      .where(eq(leads.name, 'Long ago'))
    const rating = { leadId: spam?.id ?? 0, hasCome: true, stars: 5, text: '', mayPublish: false }
    await db()
      .insert(ratings)
      .values({ ...rating, ratedAt: new Date() })
    expect(await promises()).toMatchObject({
      ...{ answer: unknown, matching: unknown, satisfaction: unknown },
    })
    await db().delete(leads)

    // Ten requests of three days ago, and one that is too young to be late.
    for (let at = 0; at < 10; at += 1) {
      await send({ name: `Visitor ${at}`, service: at === 0 ? 'emergency-hvac' : 'ac-repair' })
    }
    const hour = 3_600_000
    const received = new Date(Date.now() - 72 * hour)
    const answered = (hours: number) => new Date(received.getTime() + hours * hour)
    await db()
      .update(leads)
      .set({ createdAt: received, firstContactedAt: answered(23) })
    await send({ name: 'Just now' })
    expect(await promises()).toMatchObject({
      answer: { measured: 1, sample: 10, holds: true },
      emergency: { measured: 1, sample: 1, holds: true },
      matching: { measured: 0, sample: 10, holds: false },
    })
    // A request that was answered before its time is over counts at once.
    const answerYoungest = (firstContactedAt: Date | null) =>
      db().update(leads).set({ firstContactedAt }).where(eq(leads.name, 'Just now'))
    await answerYoungest(new Date())
    expect((await promises()).answer).toEqual({ measured: 1, sample: 11, holds: true })
    await answerYoungest(null)
    const [first, second, ...others] = await db().select().from(leads).orderBy(leads.id)
    const answerLate = (lead: { id: number } | undefined) =>
      db()
        .update(leads)
        .set({ firstContactedAt: answered(25) })
        .where(eq(leads.id, lead?.id ?? 0))
    await answerLate(first)
    expect(await promises()).toMatchObject({
      answer: { measured: 0.9, sample: 10, holds: true },
      emergency: { measured: 0, sample: 1, holds: false },
    })
    await answerLate(second)
    expect((await promises()).answer).toEqual({ measured: 0.8, sample: 10, holds: false })

    // One was matched too late, one is not needed any more, and the others were in time.
    const contractorId = await addContractor()
    await addContractor({ licenseExpiresOn: '2020-01-01' })
    await addContractor({ insuranceExpiresOn: '2020-01-01' })
    await addContractor({ removedAt: new Date() })
    await accept(first, contractorId, 49 * 60)
    await db()
      .update(referrals)
      .set({ outcome: 'lost', lostReason: 'cancelled' })
      .where(eq(referrals.leadId, second?.id ?? 0))
    for (const lead of others.slice(0, 8)) await accept(lead, contractorId, 47 * 60)
    expect(await promises()).toMatchObject({
      matching: { measured: 8 / 9, sample: 9, holds: false },
      contractors: { measured: 1 },
      areas: { measured: 2 },
    })
  })

  test('a number that the site claims is borne out from that number on', async () => {
    for (let at = 0; at < 29; at += 1) await addContractor({ towns: towns.slice(0, 14) })
    await db().execute(sql`
      insert into leads (submission_id, content_hash, name, email, phone, phone_as_typed, service)
      select n, n, 'Maria', 'maria' || n || '@example.com', 3860000000 + n, '3865550123', 'ac-repair'
      from generate_series(1, 1000) n`)
    const numbered = sql`(select id lead_id, row_number() over (order by id) n from leads) numbered`
    await db().execute(sql`
      update referrals set outcome = case when n = 1000 then 'open' else 'done' end
      from ${numbered} where numbered.lead_id = referrals.lead_id`)
    await db().execute(sql`
      insert into ratings (lead_id, has_come, stars, text, may_publish, rated_at)
      select lead_id, true, case when n < 3 then 3 else 4 end, '', false, now()
      from ${numbered} where n <= 99`)
    expect(await promises()).toMatchObject({
      contractors: { measured: 29, holds: false },
      areas: { measured: 14, holds: false },
      projects: { measured: 999, holds: false },
      satisfaction: { sample: 99, holds: false },
    })

    await addContractor({ towns: towns.slice(0, 15) })
    await db().update(referrals).set({ outcome: 'matched' }).where(eq(referrals.outcome, 'open'))
    await db().execute(sql`
      insert into ratings (lead_id, has_come, stars, text, may_publish, rated_at)
      select lead_id, true, 5, '', false, now() from ${numbered} where n = 100`)
    expect(await promises()).toMatchObject({
      contractors: { measured: 30, holds: true },
      areas: { measured: 15, holds: true },
      projects: { measured: 1000, holds: true },
      satisfaction: { measured: 0.98, sample: 100, holds: true },
    })
  })
})
