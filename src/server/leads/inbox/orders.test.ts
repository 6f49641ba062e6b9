import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { LeadOrder } from '#/contracts/limits.ts'
import { contractors, leads, referrals } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contractorFields } from '#tests/support/factories.ts'
import { storeReferrals } from '#tests/support/leads/store-referrals.ts'
import { countMatching, listCompanies } from './counts.ts'
import { readAtOnce, selectFound } from './filter-leads.ts'
import { leadFiltersSchema } from './inbox-routes.ts'
import { listPage } from './list-leads.ts'

const many = 600

describeOnDatabase(
  'the orders of the list, and its filters by what became of a lead',
  (database) => {
    const db = () => database.handle().db
    const filtersOf = (part: object) => leadFiltersSchema.parse(part)

    /** Leads in every stage: of several contractors, of two with one name, joined, asked at once, without any. */
    beforeAll(async () => {
      const names = ['pine Cooling', 'Lakeside Air', 'Lakeside Air', 'Oak & Sons', 'Never Asked']
      const made = await db()
        .insert(contractors)
        .values(names.map((companyName) => contractorFields({ companyName })))
        .returning({ id: contractors.id })
      const ids = sql`${sql.param(made.map(({ id }) => id))}::bigint[]`
      await db().execute(sql`
      insert into leads (submission_id, content_hash, name, email, phone, phone_as_typed, service, created_at)
      select i::text, i::text, 'Lead ' || i, i || '@b.example', (3860000000 + i)::text, '',
        case when i % 3 = 0 then 'duct-cleaning' else 'ac-repair' end,
        now() - (${many}::int - i / 2) * interval '1 hour'
      from generate_series(1, ${many}) i`)
      await storeReferrals(db())
      await db().execute(sql`
      update referrals set stage = made.stage, waits_for = made.waits_for,
        turn = case made.waits_for when 'us' then lead_id % 3 when 'contractor' then 3 else 6 end,
        contractor_id = case when made.stage <> 'new' and lead_id % 6 <> 0 then (${ids})[1 + lead_id % 4] end,
        "end" = case when made.waits_for = 'nobody'
          then jsonb_build_object('as', made.stage, 'reason', null, 'at', 0, 'isReported', false) end
      from (
        select id, (array['new', 'asked', 'matched', 'done', 'lost'])[1 + id % 5] stage,
          (array['us', 'contractor', 'contractor', 'nobody', 'nobody'])[1 + id % 5] waits_for from leads
      ) made where id = lead_id`)
      await db().execute(sql`
      insert into offers (lead_id, contractor_id, state, offered_at, mailed_at, expires_at)
      select lead_id, contractor_id, case stage when 'asked' then 'open' when 'lost' then 'ended' else 'accepted' end,
        now(), now(), now()
      from referrals where contractor_id is not null`)
      // Others are asked beside the first, and some requests go with one that is asked.
      await db().execute(sql`
      insert into offers (lead_id, contractor_id, state, offered_at, mailed_at, expires_at)
      select lead_id, (${ids})[1 + (lead_id + 1) % 4], 'open', now(), now(), now()
      from referrals where stage = 'asked' and contractor_id is not null and lead_id % 4 = 1`)
      await db().execute(sql`
      update referrals later set stage = 'joined', joined_to = first.lead_id, contractor_id = first.contractor_id,
        waits_for = first.waits_for, turn = first.turn
      from referrals first where first.stage = 'asked' and later.lead_id = first.lead_id + 4 and later.lead_id % 10 = 0`)
      await db().execute(sql`analyze`)
    })

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
    const idsWhere = async (
      condition: ReturnType<typeof sql>,
      order = sql`turn, received_at, lead_id`,
    ) => {
      const { rows } = await db().execute<{ id: string }>(
        sql`select lead_id as id from referrals where ${condition} order by ${order}`,
      )
      return rows.map(({ id }) => Number(id))
    }

    test('by who waits for us each lead is there once, those that are over at the end, the oldest first', async () => {
      for (const limit of [97, 1000])
        expect(await walk('waiting', limit)).toEqual(await idsWhere(sql`true`))
      for (const waitsFor of ['us', 'contractor', 'nobody'] as const) {
        expect(await walk('waiting', 60, { waitsFor })).toEqual(
          await idsWhere(sql`waits_for = ${waitsFor}`),
        )
      }
      const lost = await idsWhere(sql`stage = 'lost'`)
      expect(await walk('waiting', 60, { stage: 'lost' })).toEqual(lost)
      expect(await walk('newest', 60, { stage: 'lost' })).toEqual(lost.toReversed())
    })

    test('the filter by contractor finds whom they are asked for, have or had, in each order', async () => {
      const companies = await listCompanies(db())
      expect(companies.map(({ companyName }) => companyName)).toEqual([
        ...['Lakeside Air', 'Lakeside Air', 'Oak & Sons', 'pine Cooling'],
      ])
      for (const { id: contractor } of companies) {
        const isTheirs = sql`exists (select from offers where contractor_id = ${contractor}
        and lead_id = coalesce(referrals.joined_to, referrals.lead_id))`
        const ids = await idsWhere(isTheirs, sql`received_at desc, lead_id desc`)
        expect(await walk('newest', 70, { contractor })).toEqual(ids)
        expect(await walk('oldest', 70, { contractor })).toEqual(ids.toReversed())
        expect(await walk('waiting', 70, { contractor })).toEqual(await idsWhere(isTheirs))
        expect((await countMatching(db(), filtersOf({ contractor }))).matching).toBe(ids.length)
      }
      const matched = { contractor: companies[0]?.id, stage: 'matched' }
      const page = await listPage(db(), filtersOf(matched), { limit: 1000 })
      expect(page.data.length).toBeGreaterThan(0)
      for (const { stage, companyName } of page.data) {
        expect([stage, companyName]).toEqual(['matched', 'Lakeside Air'])
      }
      expect(await walk('newest', 70, { contractor: 999_999 })).toEqual([])
    })

    test('each filter and order of what has become of them is read from one index', async () => {
      const contractor = (await listCompanies(db()))[0]?.id
      const [newest, waiting] = [
        sql`received_at desc, lead_id desc`,
        sql`turn, received_at, lead_id`,
      ]
      await db().transaction(async (tx) => {
        for (const way of ['seqscan', 'sort', 'bitmapscan', 'hashjoin', 'mergejoin'])
          await tx.execute(sql.raw(`set local enable_${way} = off`))
        for (const [index, order, part] of [
          ['referrals_contractor', newest, { contractor }],
          ['referrals_contractor_turn', waiting, { contractor }],
          ['referrals_turn', waiting, { waitsFor: 'us' }],
          ['referrals_turn', newest, { waitsFor: 'nobody' }],
        ] as const) {
          const found = selectFound(tx, filtersOf(part), { by: [order], most: 5 })
          const { rows } = await tx.execute(sql`explain select from ${found} found`)
          expect(JSON.stringify(rows)).toMatch(RegExp(`Scan (Backward )?using ${index} on`))
        }
      })
    })

    test('a page is of one moment: a lead that is settled while it is read is on it once', {
      tags: 'slow',
    }, async () => {
      const ids = (await idsWhere(sql`true`)).toSorted((a, b) => a - b)
      let isRead = false
      const settling = (async () => {
        for (let turn = 6; !isRead; turn = 6 - turn)
          await db().update(referrals).set({ turn }).where(sql`lead_id % 50 = 0`)
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

    test('what is counted together is of one moment, and nothing is written with it', async () => {
      const counted = await readAtOnce(db(), async (tx) => {
        const before = await tx.$count(referrals)
        const [gone] = await db().delete(leads).where(sql`id = 1`).returning({ id: leads.id })
        return [before, gone?.id, await tx.$count(referrals)]
      })
      expect(counted).toEqual([many, 1, many])
      const writing = readAtOnce(db(), (tx) => tx.delete(leads))
      await expect(writing).rejects.toHaveProperty('cause.code', '25006')
    })
  },
)
