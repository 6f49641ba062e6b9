import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { leadStatuses } from '#/contracts/leads/lead-stage.ts'
import type { LeadOrder } from '#/contracts/limits.ts'
import { choiceServiceIds } from '#/contracts/site/services.ts'
import { foldText } from '#/contracts/text.ts'
import { leads } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { storeReferrals } from '#tests/support/leads/store-referrals.ts'
import type { Database } from '../../db/database.ts'
import { leadReference } from '../../db/lead-reference.ts'
import { addNote } from '../lead/lead-routes.ts'
import { countLeads, countMatching } from './counts.ts'
import { leadFiltersSchema } from './inbox-routes.ts'
import { listPage } from './list-leads.ts'

const people = [
  ['Maria Alvarez', 'maria@example.com', '3865550123', '7 Oak_Hill Rd', null],
  ['MARÍA  de la Cruz', 'm.cruz@Example.org', '4075550199', null, 'The fan\nhums  loudly'],
  ['Zoë O’Brien-Smith', 'zoe_%@example.com', '+442079460123', null, 'Filter: 50% clogged'],
  ['عمر 漢字 🙂', 'omar@xn--bro-hoa.example', '3865559999', 'Ávila Street', null],
  ['Ann', 'ann@b.co', '6895550123', null, 'c:\\fan'],
] as const

const day = 86_400_000

/** Leads of every kind, some of them 6.9 days old, several at the same instant. */
async function fill(db: Database) {
  const now = Date.now()
  const values = Array.from({ length: 60 }, (_, index) => {
    const [name, email, phone, address, message] = people[index % people.length] ?? people[0]
    return {
      name,
      email,
      phone,
      phoneAsTyped: phone,
      address,
      message,
      contentHash: 'h',
      // None of the references has digits that a test looks for.
      submissionId: `lead ${index}`,
      service: choiceServiceIds[index % 3] ?? 'not-sure',
      source: index % 2 ? 'google' : 'direct',
      isContacted: index % 4 === 0,
      isQuarantined: index % 11 === 0,
      createdAt: new Date(now - Math.floor(index / 2) * 1.38 * day - (index % 3 === 0 ? 1 : 0)),
    }
  })
  await db.insert(leads).values(values)
  await storeReferrals(db)
  await db.execute(sql`update referrals set stage = 'lost', turn = 6 where lead_id % 5 = 0`)
}

const statusOf = ({ id, isContacted }: typeof leads.$inferSelect) =>
  isContacted ? 'contacted' : id % 5 === 0 ? 'closed' : 'new'

type Query = Parameters<typeof leadFiltersSchema.parse>[0] & object

describeOnDatabase('the list and its search', (database) => {
  let all: (typeof leads.$inferSelect)[]
  beforeAll(async () => {
    await fill(database.handle().db)
    all = await database.handle().db.select().from(leads).orderBy(sql`created_at desc, id desc`)
  })

  async function idsOf(query: Query, limit = 7, order: LeadOrder = 'newest'): Promise<number[]> {
    const ids: number[] = []
    let cursor: string | undefined
    do {
      const { db } = database.handle()
      const page = await listPage(db, leadFiltersSchema.parse(query), { limit, cursor, order })
      ids.push(...page.data.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    return ids
  }

  test('pages hold every lead once, in order from either end, whatever filters are set', async () => {
    const kinds = fc.record({
      service: fc.constantFrom('', ...choiceServiceIds.slice(0, 3)),
      source: fc.constantFrom('', 'google', 'direct'),
      status: fc.constantFrom(...leadStatuses),
      quarantined: fc.constantFrom('true', 'false'),
      q: fc.constantFrom('', 'a', '55', 'example'),
      order: fc.constantFrom('newest' as const, 'oldest' as const),
    })
    await fc.assert(
      fc.asyncProperty(kinds, async ({ order, ...query }) => {
        const expected = all.filter(
          (lead) =>
            lead.isQuarantined === (query.quarantined === 'true') &&
            (query.service === '' || lead.service === query.service) &&
            (query.source === '' || lead.source === query.source) &&
            (query.status === 'all' || query.status === statusOf(lead)) &&
            (query.q === 'a' ? /[\W_]a/ : RegExp(query.q)).test(lead.searchText),
        )
        const ids = expected.map(({ id }) => id)
        if (order === 'oldest') ids.reverse()
        expect(await idsOf(query, 7, order)).toEqual(ids)
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
    ['Mari\u200ba  de', [1]],
    ['zoe', [2]],
    ['_%@', [2]],
    ["'", [2]],
    ["o'brien", [2]],
    ['O’BRIEN–smith', [2]],
    ["O'", [2]],
    ['br', [2, 3]],
    ['zoe\u0308', [2]],
    ["' or ''='", []],
    ['字', [3]],
    ['漢字', [3]],
    ['🙂', [3]],
    ['عمر', [3]],
    ['@b', [4]],
    ['Omar@BÜRO.example', [3]],
    // One or two letters begin a word.
    ['z', [2]],
    ['Cr', [1]],
    ['sm', [2]],
    ['_%', [2]],
    ['(386) 555-0123', [0]],
    ['\u202d(386) 555-0123\u202c', [0]],
    ['386\u2212555\u22120123', [0]],
    ['386-555-0123 (cell)', [0]],
    ['386-555-0123 ext. 2', [0]],
    ['386555', [0, 3]],
    ['555-9999', [3]],
    ['99999', []],
    ['1 386 55', [0, 3]],
    ['555.0123', [0, 4]],
    ['+44 20 7946', [2]],
    ['020 7946', [2]],
    ['1 2079', []],
    // In an address and a message, where nothing is a wildcard.
    ['oak_hill', [0]],
    ['oak-hill', []],
    ['avila st', [3]],
    ['fan hums loudly', [1]],
    ['50% clogged', [2]],
    ['5% c', []],
    ['c:\\fan', [4]],
    ['\\', [4]],
    ['nobody at all', []],
  ])('a search for %j finds the right people', async (q, whom) => {
    const names = whom.map((index) => people[index]?.[0])
    const expected = all
      .filter((lead) => !lead.isQuarantined && names.includes(lead.name as never))
      .map(({ id }) => id)
    expect(await idsOf({ q }, 50)).toEqual(expected)
  })

  test('a search finds a lead by its reference, and by what any of its notes says', async () => {
    const { db } = database.handle()
    const lead = all.findLast(({ isQuarantined }) => !isQuarantined)
    const id = lead?.id ?? 0
    const reference = leadReference(lead?.submissionId ?? '')
    for (const q of [reference, reference.replace('-', ''), ` ${reference.replace('-', ' ')}`]) {
      expect([q, await idsOf({ q }, 50)]).toEqual([q, [id]])
    }
    await addNote(db, id, 'Gate code:\nPÉLICAN', 'owner@example.com')
    await addNote(db, id, 'Ask for Ruth', 'owner@example.com')
    for (const q of ['code: pelican', 'ask for ruth']) {
      expect([q, await idsOf({ q }, 50)]).toEqual([q, [id]])
    }
    await db.update(leads).set({ noted: null }).where(eq(leads.id, id))
  })

  test('the database folds a text as the browser does', async () => {
    for (const text of [
      'O’Brien ‘n’ ‛Sonsʼ',
      ' Zoë–\u200bMARÍA\u2212de\u2011la\n Cruz ',
      '＇`′ＡＢ',
    ]) {
      const folded = sql<string>`fold_text(${text})`
      const rows = await database.handle().db.select({ folded }).from(leads).limit(1)
      expect(rows).toEqual([{ folded: foldText(text) }])
    }
  })

  test('a search that asks for nothing', async () => {
    const q = ' \u200b '
    const listed = all.filter((lead) => !lead.isQuarantined).length
    expect(await idsOf({ q }, 100)).toHaveLength(listed)
  })

  test('the counts are those of the rows: each is new, contacted or closed', async () => {
    const { db } = database.handle()
    const listed = all.filter((lead) => !lead.isQuarantined)
    const ofStatus = Map.groupBy(listed, statusOf)
    expect(await countLeads(db)).toEqual({
      total: listed.length,
      new: ofStatus.get('new')?.length,
      contacted: ofStatus.get('contacted')?.length,
      closed: ofStatus.get('closed')?.length,
      quarantined: all.length - listed.length,
      thisWeek: listed.filter(({ createdAt }) => Date.now() - createdAt.getTime() < 7 * day).length,
    })
  })
})
