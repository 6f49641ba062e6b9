import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { readAllLeads } from './list-leads.ts'

describeOnDatabase('the list of all leads', (database) => {
  test('is read by many short queries, each lead once, also those of one moment', async () => {
    const { db } = database.handle()
    await db.execute(sql`
      insert into leads (submission_id, content_hash, name, email, phone, phone_as_typed, service, source, is_quarantined, created_at)
      select gen_random_uuid(), gen_random_uuid(), n, 'a@b.example', '3865550123', '', 'ac-repair', 'direct',
        n > 250, timestamptz '2026-03-04' - (n / 70) * interval '1 microsecond'
      from generate_series(1, 260) n`)
    const batches: { name: string }[][] = []
    for await (const batch of readAllLeads(db)) batches.push(batch)
    expect(batches.map(({ length }) => length)).toEqual([100, 100, 50])
    const numbers = batches.flat().map(({ name }) => Number(name))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 250 }, (_, n) => n + 1))
  })
})
