import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { locks } from '../../db/locks.ts'
import { leadCountDeltas, leadHours, leadTotals } from '../../db/schema.ts'

/**
 * Adds what the trigger has appended to the counts. One statement takes the changes away and adds
 * them, so that every reader sees each of them once; one process at a time does it.
 */
export async function foldCounts(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${locks.counts})`)
    await tx.execute(sql`
      with gone as (delete from ${leadCountDeltas} returning *),
      totals as (
        insert into ${leadTotals} as kept (service, source, is_contacted, is_quarantined, count)
        select service, source, is_contacted, is_quarantined, sum(change)
        from gone group by 1, 2, 3, 4 having sum(change) <> 0
        on conflict (service, source, is_contacted, is_quarantined)
        do update set count = kept.count + excluded.count
      )
      insert into ${leadHours} as kept (dimension, hour, value, count)
      select case when grouping(service) = 0 then 'service' when grouping(source) = 0 then 'source' else 'all' end,
        hour, coalesce(service, source, ''), sum(change)
      from gone where not is_quarantined
      group by grouping sets ((hour), (hour, service), (hour, source)) having sum(change) <> 0
      on conflict (dimension, hour, value) do update set count = kept.count + excluded.count`)
  })
}
