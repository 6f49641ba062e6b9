import { count, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { leadFiltersSchema } from '#/contracts/leads/inbox.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { choiceServiceIds } from '#/contracts/site/services.ts'
import { leadCountDeltas, leads } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import type { Database } from '../../db/database.ts'
import { leadReference } from '../../db/lead-reference.ts'
import { locks } from '../../db/locks.ts'
import { countDaily, countLeads, countMatching, countSources, foldCounts } from './counts.ts'
import { listPage } from './list-leads.ts'
import { searchFor } from './search-leads.ts'

const people = [
  ['Maria Alvarez', 'maria@example.com', '3865550123'],
  ['MARÍA  de la Cruz', 'm.cruz@Example.org', '4075550199'],
  ['Zoë O’Brien-Smith', 'zoe_%@example.com', '+442079460123'],
  ['عمر 漢字 🙂', 'omar@xn--bro-hoa.example', '3865559999'],
  ['Ann', 'ann@b.co', '6895550123'],
] as const

const day = 86_400_000

/** Leads of every kind, spread over three years, several at the same instant. */
async function fill(db: Database) {
  const now = Date.now()
  const values = Array.from({ length: 60 }, (_, index) => {
    const [name, email, phone] = people[index % people.length] ?? people[0]
    return {
      ...{
        name,
        email,
        phone,
        phoneAsTyped: phone,
        submissionId: crypto.randomUUID(),
        contentHash: 'h',
      },
      service: choiceServiceIds[index % 3] ?? 'not-sure',
      source: index % 2 ? 'google' : 'direct',
      isContacted: index % 4 === 0,
      isQuarantined: index % 11 === 0,
      createdAt: new Date(now - Math.floor(index / 2) * 37 * day - (index % 3 === 0 ? 1 : 0)),
    }
  })
  await db.insert(leads).values(values)
}

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

type Query = Parameters<typeof leadFiltersSchema.parse>[0] & object

describeOnDatabase('the list and its search', (database) => {
  let all: (typeof leads.$inferSelect)[]
  beforeAll(async () => {
    await fill(database.handle().db)
    all = await database.handle().db.select().from(leads).orderBy(sql`created_at desc, id desc`)
  })

  /** Every page, one after the other. */
  async function idsOf(
    query: Query,
    limit = 7,
    { order, cutoffs }: { order?: LeadOrder; cutoffs?: Parameters<typeof searchFor>[2] } = {},
  ): Promise<number[]> {
    const ids: number[] = []
    let cursor: string | undefined
    do {
      const { db } = database.handle()
      const filters = leadFiltersSchema.parse(query)
      const search = searchFor(db, filters, cutoffs)
      const wanted = { limit, cursor, ...(order && { order }) }
      const page = search ? await search.page(wanted) : await listPage(db, filters, wanted)
      ids.push(...page.data.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    return ids
  }

  test('pages hold every lead once, in order from either end, whatever filters are set', async () => {
    const kinds = fc.record({
      service: fc.constantFrom('', ...choiceServiceIds.slice(0, 3)),
      source: fc.constantFrom('', 'google', 'direct'),
      status: fc.constantFrom('all' as const, 'new' as const, 'contacted' as const),
      quarantined: fc.constantFrom('true', 'false'),
      q: fc.constantFrom('', 'a', 'example'),
      order: fc.constantFrom('newest' as const, 'oldest' as const),
    })
    await fc.assert(
      fc.asyncProperty(kinds, async ({ order, ...query }) => {
        const expected = all.filter(
          (lead) =>
            lead.isQuarantined === (query.quarantined === 'true') &&
            (query.service === '' || lead.service === query.service) &&
            (query.source === '' || lead.source === query.source) &&
            (query.status === 'all' || lead.isContacted === (query.status === 'contacted')) &&
            fold(`${lead.name}\n${lead.email}`).includes(query.q),
        )
        const ids = expected.map(({ id }) => id)
        if (order === 'oldest' && query.q === '') ids.reverse()
        expect(await idsOf(query, 7, { order })).toEqual(ids)
        const counted = await countMatching(database.handle().db, leadFiltersSchema.parse(query))
        expect(counted).toMatchObject({ matching: ids.length, isFloor: false })
      }),
      { numRuns: 25 },
    )
  })

  test.each([
    ['maria', [0, 1]],
    ['MARÍA DE', [1]],
    ['de la', [1]],
    ['la  cruz', [1]],
    ['zoe', [2]],
    ['_%@', [2]],
    ['\\', []],
    ["'", []],
    ["' or ''='", []],
    ['字', [3]],
    ['漢字', [3]],
    ['🙂', [3]],
    ['عمر', [3]],
    ['@b', [4]],
    ['Omar@BÜRO.example', [3]],
    ['z', [2, 1, 0]],
    ['(386) 555-0123', [0]],
    ['\u202d(386) 555-0123\u202c', [0]],
    ['386', [0, 3]],
    ['9999', [3]],
    ['555-9999', [3]],
    ['99999', []],
    ['1 386', [0, 3]],
    ['555.0123', [0, 4]],
    ['+44 20 7946', [2]],
    ['020 7946', [2]],
    ['1 2079', []],
    ['nobody at all', []],
  ])('a search for %j finds the right people', async (q, whom) => {
    const names = whom.map((index) => people[index]?.[0])
    const expected = all
      .filter((lead) => !lead.isQuarantined && names.includes(lead.name as never))
      .map(({ id }) => id)
    expect(await idsOf({ q }, 50)).toEqual(expected)
    // The way of terms that many leads have must find the same.
    const byPeriods = { newest: 1, rare: 0, sorted: 1 }
    expect(await idsOf({ q }, 50, { cutoffs: byPeriods })).toEqual(expected)
  })

  test('a search for a reference finds its lead, whatever way it takes', async () => {
    const lead = all.findLast(({ isQuarantined }) => !isQuarantined)
    const reference = leadReference(lead?.submissionId ?? '')
    const usual = { newest: 2_000, rare: 5, sorted: 4_000 }
    for (const q of [reference, reference.replace('-', ''), ` ${reference.replace('-', ' ')}`]) {
      for (const cutoffs of [usual, { ...usual, newest: 1 }, { newest: 1, rare: 0, sorted: 1 }]) {
        expect(await idsOf({ q }, 50, { cutoffs })).toEqual([lead?.id])
      }
      const counted = await countMatching(database.handle().db, leadFiltersSchema.parse({ q }))
      expect(counted.matching).toBe(1)
    }
  })

  describe('whatever way a search takes', () => {
    // Each page but the last holds 7, and one more is looked for.
    const limit = 7
    const wide = { newest: 1_000, rare: 1_000, sorted: 1_000 }
    const sorts = { ...wide, newest: 1 }
    const reads = { ...sorts, rare: 0 }

    /** What a term finds; `@` finds everybody. */
    const found = (term: string) =>
      all.filter(
        (lead) => !lead.isQuarantined && fold(`${lead.name}\n${lead.email}`).includes(term),
      )

    const cutoffs: [string, (matches: number) => (typeof wide)[]][] = [
      ['the newest', () => [limit - 1, limit, limit + 1].map((newest) => ({ ...reads, newest }))],
      ['all, sorted', (n) => [0, n - 1, n, n + 1].map((sorted) => ({ ...sorts, sorted }))],
      ['one period after the other', () => [reads]],
      ['how rare a term is', () => [0, 1, 2, 3].map((rare) => ({ ...wide, newest: 5, rare }))],
    ]
    const terms = ['@', 'maria', 'zoe', 'ann', 'nobody']
    test.each(cutoffs)('it finds the same: %s', async (_way, cutoffsFor) => {
      for (const q of terms) {
        const ids = found(q).map(({ id }) => id)
        for (const cutoff of cutoffsFor(ids.length)) {
          const message = `${q} with ${JSON.stringify(cutoff)}`
          expect(await idsOf({ q }, limit, { cutoffs: cutoff }), message).toEqual(ids)
        }
      }
    })

    test('it counts the same, and says where it stopped', async () => {
      const { db } = database.handle()
      for (const q of terms) {
        const matching = found(q).length
        for (const floor of [matching - 1, matching, matching + 1].filter((n) => n > 0)) {
          for (const newest of [1, floor, floor + 1, 1_000]) {
            const search = searchFor(db, leadFiltersSchema.parse({ q }), { ...wide, newest })
            const counted = await search?.count(floor)
            expect(counted, `${q} to ${floor} with ${newest}`).toBe(Math.min(matching, floor + 1))
          }
        }
      }
    })
  })

  test('a search that asks for nothing, and a cursor that is none', async () => {
    expect(await idsOf({ q: ' \u200b ' }, 100)).toHaveLength(
      all.filter((l) => !l.isQuarantined).length,
    )
    await expect(
      listPage(database.handle().db, leadFiltersSchema.parse({}), { limit: 1, cursor: 'x' }),
    ).rejects.toThrow('not the place')
  })

  test('the counts are folded by one process at a time, and two at once lose and double nothing', async () => {
    const { db } = database.handle()
    await fill(db)
    const before = await countLeads(db)
    const bySource = async () =>
      (await countDaily(db, 'source')).series.map(({ name, total }) => [name, total])
    const seriesBefore = await bySource()
    const waiting = async () => {
      const [locked] = await db
        .select({ waiting: count() })
        .from(sql`pg_locks`)
        .where(sql`locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`)
      return locked?.waiting
    }
    // A third process is in the middle of it.
    const folds = await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${locks.counts})`)
      const both = [foldCounts(db), foldCounts(db)]
      await expect.poll(waiting).toBe(2)
      return both
    })
    await Promise.all(folds)
    expect(await db.select().from(leadCountDeltas)).toEqual([])
    expect(await countLeads(db)).toEqual(before)
    expect(await bySource()).toEqual(seriesBefore)
    const [rows] = await db.select({ count: count() }).from(leads)
    expect(before.total + before.quarantined).toBe(rows?.count)
  })

  test('the counts are those of the rows, whatever is done to them and folded when', async () => {
    const { db } = database.handle()
    const some = (share: number) =>
      sql`id in (select id from leads order by random() limit ${share})`
    const steps: Record<string, () => Promise<unknown>> = {
      insert: () => fill(db),
      contact: () => db.update(leads).set({ isContacted: sql`not is_contacted` }).where(some(7)),
      quarantine: () =>
        db.update(leads).set({ isQuarantined: sql`not is_quarantined` }).where(some(4)),
      move: () => db.update(leads).set({ source: 'yelp', service: 'not-sure' }).where(some(3)),
      delete: () => db.delete(leads).where(some(3)),
      fold: () => foldCounts(db),
      undone: () =>
        db
          .transaction(async (tx) => {
            await tx.delete(leads)
            throw new Error('on purpose')
          })
          .catch(() => {}),
    }
    const order = fc.array(fc.constantFrom(...Object.keys(steps)), { minLength: 3, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(order, async (names) => {
        for (const name of names) await steps[name]?.()
        const [rows] = await db
          .select({
            total: count(sql`case when not is_quarantined then 1 end`),
            contacted: count(sql`case when not is_quarantined and is_contacted then 1 end`),
            new: count(sql`case when not is_quarantined and not is_contacted then 1 end`),
            quarantined: count(sql`case when is_quarantined then 1 end`),
            thisWeek: count(
              sql`case when not is_quarantined and created_at > now() - interval '7 days' then 1 end`,
            ),
          })
          .from(leads)
        expect(await countLeads(db)).toEqual(rows)
        const sources = await countSources(db)
        expect(sources.reduce((sum, each) => sum + each.count, 0)).toBe(rows?.total)
        const daily = await countDaily(db, 'source')
        const [month] = await db
          .select({ count: count() })
          .from(leads)
          .where(
            sql`not is_quarantined and created_at >= ${daily.days[0]}::timestamp at time zone 'America/New_York'`,
          )
        expect(daily.series.reduce((sum, { total }) => sum + total, 0)).toBe(month?.count)
      }),
      { numRuns: 8 },
    )
  })
})
