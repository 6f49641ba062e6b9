import { sql } from 'drizzle-orm'
import type { Database } from '#/server/db/database.ts'

/** Has leads that a test has inserted without what becomes of them begin: new, or held. */
export async function storeReferrals(db: Database): Promise<void> {
  await db.execute(sql`
    insert into referrals (lead_id, is_parted, is_automatic, is_overdue, reopenings, is_rated, stage, waits_for,
      since, turn, received_at)
    select id, false, false, false, 0, false, case when is_quarantined then 'held' else 'new' end, 'us',
      created_at, 1, created_at
    from leads where id not in (select lead_id from referrals)`)
}
