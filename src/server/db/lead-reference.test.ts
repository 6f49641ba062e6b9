import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { storeLead } from '#tests/support/leads/store-lead.ts'
import { leadReference } from './lead-reference.ts'

describeOnDatabase('the reference of a lead', (database) => {
  test('is the same seven digits here and in the database', async () => {
    const idLists = fc.array(fc.uuid(), { minLength: 50, maxLength: 50 })
    await fc.assert(
      fc.asyncProperty(idLists, async (ids) => {
        const [row] = await database
          .handle()
          .db.select({
            references: sql<
              string[]
            >`array(select lead_reference(id) from unnest(${sql.param(ids)}::text[]) id)`,
          })
          .from(sql`(select 1) one_row`)
        expect(row?.references).toEqual(ids.map((id) => leadReference(id).replace('-', '')))
      }),
      { numRuns: 20 },
    )
  })

  test('keeps its leading zeros', () => {
    const ids = Array.from({ length: 1000 }, (_, index) => `${index}`)
    const id = ids.find((each) => leadReference(each).startsWith('00'))
    expect(leadReference(id ?? '')).toMatch(/^00\d-\d{4}$/)
  })

  test('lets its table be analysed and indexed again, which PostgreSQL does without a search_path', async () => {
    const { db } = database.handle()
    await storeLead(database.handle())
    await db.execute(sql`analyze leads`)
    await db.execute(sql`reindex table leads`)
    const { rows } = await db.execute<{ count: number }>(sql`
      select count(*)::integer as count from pg_indexes where tablename = 'leads'`)
    expect(rows[0]?.count).toBeGreaterThan(10)
  })
})
