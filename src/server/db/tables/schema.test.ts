import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { submissionSchema } from '#/contracts/leads/leads.ts'
import { createSubmitLead } from '#/server/leads/take/submit-lead.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody } from '#tests/support/factories.ts'

describeOnDatabase('the tables', (database) => {
  test('can be analysed and indexed again, which PostgreSQL does without a search_path', async () => {
    const { db } = database.handle()
    await createSubmitLead(database.handle())({
      submission: submissionSchema.parse(contactBody()),
    })
    await db.execute(sql`analyze leads`)
    await db.execute(sql`reindex table leads`)
    const { rows } = (await db.execute(sql`
      select count(*)::integer as count from pg_indexes where tablename = 'leads'`)) as unknown as {
      rows: { count: number }[]
    }
    expect(rows[0]?.count).toBeGreaterThan(10)
  })
})
