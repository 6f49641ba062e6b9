import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { storeLead } from '#tests/support/leads/store-lead.ts'

describeOnDatabase('the tables', (database) => {
  test('can be analysed and indexed again, which PostgreSQL does without a search_path', async () => {
    const { db } = database.handle()
    await storeLead(database.handle())
    await db.execute(sql`analyze leads`)
    await db.execute(sql`reindex table leads`)
    const { rows } = await db.execute<{ count: number }>(sql`
      select count(*)::integer as count from pg_indexes where tablename = 'leads'`)
    expect(rows[0]?.count).toBeGreaterThan(10)
  })
})
