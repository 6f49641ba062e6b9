import { sql } from 'drizzle-orm'
import { business } from '#/content/business.ts'
import type { LeadSpeed } from '#/contracts/leads/lead-stats.ts'
import { leads } from '#/server/db/tables/schema.ts'
import { businessMinutesBefore } from '#/server/time/business-hours.ts'
import type { Database } from '../../db/database.ts'

const { lateAfterMinutes, overdueAfterMinutes } = business.waitLimits.usual

/** Only leads and answers of this period count. */
const period = sql`interval '30 days'`

/** How fast leads are answered, and from when on a lead that waits is late or overdue. */
export async function measureSpeed(db: Database): Promise<LeadSpeed> {
  const now = new Date()
  const lateBefore = businessMinutesBefore(now, lateAfterMinutes).toISOString()
  const overdueBefore = businessMinutesBefore(now, overdueAfterMinutes).toISOString()
  const [speed] = await db
    .select({
      median: sql<
        number | null
      >`percentile_cont(0.5) within group (order by answer_minutes)`.mapWith((value) =>
        value === null ? null : Number(value),
      ),
      answered: sql`count(*)`.mapWith(Number),
      withinPromise: sql`count(*) filter (where answer_minutes <= ${overdueAfterMinutes})`.mapWith(
        Number,
      ),
      overdue: sql`(
        select count(*) from ${leads} where not is_quarantined and not is_contacted
        and first_contacted_at is null and created_at < ${overdueBefore}::timestamptz
        and created_at > now() - ${period})`.mapWith(Number),
    })
    .from(leads)
    .where(sql`not is_quarantined and first_contacted_at > now() - ${period}`)
  if (!speed) throw new Error('an aggregate returned no row')
  const { median, answered, withinPromise, overdue } = speed
  const due = answered + overdue
  return {
    medianMinutes: median,
    answered,
    withinPromise,
    overdue,
    share: due === 0 ? null : withinPromise / due,
    lateBefore,
    overdueBefore,
  }
}
