import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { countFloor, leadFiltersSchema } from '#/contracts/leads/inbox.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { contractors, leadStages } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contractorFields } from '#tests/support/factories.ts'
import { countMatching, listCompanies } from './counts.ts'
import { listPage } from './list-leads.ts'

const many = countFloor + 200

describeOnDatabase('the orders of the list, and its filter by contractor', (database) => {
  const db = () => database.handle().db
  const filtersOf = (part: object) => leadFiltersSchema.parse(part)
  const named = new Map<number, string>()

  /** Leads in every stage: of several contractors, of two with one name, joined, asked at once, without any. */
  beforeAll(async () => {
    const names = ['pine Cooling', 'Lakeside Air', 'Lakeside Air', 'Oak & Sons', 'Never Asked']
    const made = await db()
      .insert(contractors)
      .values(names.map((companyName) => contractorFields({ companyName })))
      .returning({ id: contractors.id, name: contractors.companyName })
    for (const { id, name } of made) named.set(id, name.toLowerCase())
    // Each finds those of the same person, which is quick once PostgreSQL knows how many there are.
    for (let from = 1; from <= many; from += 200) {
      await db().execute(sql`
        insert into leads (submission_id, content_hash, name, email, phone, phone_as_typed, service, created_at)
        select i::text, i::text, 'Lead ' || i, i || '@b.example', (3860000000 + i)::text, '',
          case when i % 3 = 0 then 'duct-cleaning' else 'ac-repair' end,
          now() - (${many}::int - i / 2) * interval '1 hour'
        from generate_series(${from}::int, ${from + 199}::int) i`)
      await db().execute(sql`analyze`)
    }
    await db().execute(sql`
      update referrals set outcome = made.outcome, lost_reason = case when made.outcome = 'lost' then
          case when id % 20 = 8 then 'cancelled' else 'unreachable' end end,
        ran_out_at = case when made.outcome = 'open' and id % 4 = 0 then now() end,
        owner_reason = case when made.outcome = 'open' and id % 4 = 0 then 'nobody-left' end,
        joined_to = case when id % 10 = 3 then id - 2 end
      from (
        select id, (array['open', 'matched', 'done', 'lost', 'done'])[1 + id % 5] as outcome from leads
      ) made where id = lead_id`)
    await db().execute(sql`
      insert into offers (lead_id, contractor_id, state, offered_at, mailed_at, expires_at, answered_at)
      select lead_id, (${sql.param([...named.keys()])}::bigint[])[1 + (lead_id / 7 + turn) % 4], case
          when outcome = 'open' then 'open' when turn = 1 then 'declined' else 'accepted' end,
        now(), now(), now() + case when lead_id % 25 = 5 then interval '-1 hour' else interval '4 hours' end, now()
      from referrals, generate_series(0, 1) turn
      where joined_to is null and lead_id % 6 <> 0 and not (outcome = 'lost' and lead_id % 3 = 0)`)
    await db().execute(sql`analyze`)
  })

  /** The numbers of a list, page after page. */
  async function walk(order: LeadOrder, limit: number, part: object = {}): Promise<number[]> {
    const ids: number[] = []
    let cursor: string | undefined
    do {
      const page = await listPage(db(), filtersOf(part), { limit, cursor, order })
      expect(page.data.length).toBeLessThanOrEqual(limit)
      ids.push(...page.data.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    return ids
  }
  const staged = () => db().select().from(leadStages)
  type Row = Awaited<ReturnType<typeof staged>>[number]
  const idsOf = (rows: readonly Row[]) => rows.map(({ leadId }) => leadId)

  test('by who waits for us each lead is there once, those that are over at the end, the oldest first', async () => {
    const rows = await staged()
    const [open, over] = [false, true].map((isOver) =>
      idsOf(rows.filter(({ waitsFor }) => (waitsFor === 'nobody') === isOver)),
    )
    for (const limit of [97, 1000]) {
      const ids = await walk('waiting', limit)
      expect(ids.slice(0, open?.length).toSorted((a, b) => a - b)).toEqual(
        open?.toSorted((a, b) => a - b),
      )
      expect(ids.slice(open?.length)).toEqual(over?.toSorted((a, b) => a - b))
    }
    const lost = idsOf(rows.filter(({ stage }) => stage === 'lost')).toSorted((a, b) => a - b)
    expect(await walk('waiting', 60, { stage: 'lost' })).toEqual(lost)
  })

  test('a page is of one moment: a lead that is settled while it is read is on it once', {
    tags: 'slow',
  }, async () => {
    const ids = idsOf(await staged()).toSorted((a, b) => a - b)
    let isRead = false
    const settling = (async () => {
      for (let outcome = 'done'; !isRead; outcome = outcome === 'done' ? 'open' : 'done')
        await db().execute(sql`
          update referrals set outcome = ${outcome} where joined_to is null and lead_id % 50 = 0`)
    })()
    try {
      for (let read = 0; read < 12; read += 1) {
        const page = await listPage(db(), filtersOf({}), { limit: many, order: 'waiting' })
        expect(page.data.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids)
      }
    } finally {
      isRead = true
      await settling
    }
  })

  test('the filter by contractor finds whom they are asked for, have or had, in each order', async () => {
    const companies = await listCompanies(db())
    expect(companies.map(({ companyName }) => companyName)).toEqual([
      ...['Lakeside Air', 'Lakeside Air', 'Oak & Sons', 'pine Cooling'],
    ])
    for (const { id: contractor, companyName } of companies) {
      const { rows } = (await db().execute(sql`
        select lead_stages.lead_id as id from lead_stages where exists (
          select from offers where offers.lead_id = root_id and contractor_id = ${contractor}
            and state in ('open', 'accepted'))
        order by id desc`)) as unknown as { rows: { id: string }[] }
      const ids = rows.map(({ id }) => Number(id))
      expect([companyName, await walk('newest', 70, { contractor })]).toEqual([companyName, ids])
      const { matching } = await countMatching(db(), filtersOf({ contractor }))
      expect(matching).toBe(ids.length)
    }
    const [first] = companies
    const theirs = await walk('newest', 1000, { contractor: first?.id })
    for (const order of ['oldest', 'waiting'] as const) {
      const found = await walk(order, 200, { contractor: first?.id })
      expect([order, found.toSorted((a, b) => b - a)]).toEqual([order, theirs])
    }
    const matched = { contractor: first?.id, stage: 'matched' }
    const page = await listPage(db(), filtersOf(matched), { limit: 1000 })
    expect(page.data.length).toBeGreaterThan(0)
    for (const { stage, companyName } of page.data) {
      expect([stage, companyName]).toEqual(['matched', 'Lakeside Air'])
    }
    expect(await walk('newest', 70, { contractor: 999_999 })).toEqual([])
  })

  test('a place of another order is refused', async () => {
    const wrong = { newest: '1.2', oldest: '7.1769860800000000.7', waiting: '1769860800000000.7' }
    for (const [order, cursor] of Object.entries(wrong)) {
      const page = listPage(db(), filtersOf({}), { limit: 5, cursor, order: order as LeadOrder })
      await expect(page).rejects.toThrow('This is not the place of a page.')
    }
  })
})
