import { and, eq, sql } from 'drizzle-orm'
import { business } from '#/content/business.ts'
import type { LeadSpeed } from '#/contracts/leads/lead-stats.ts'
import { leadStages, leads } from '#/server/db/tables/schema.ts'
import { deadlinesAt } from '#/server/time/lateness.ts'
import type { Database } from '../../db/database.ts'

/** Only leads and answers of this period count. */
const period = sql`interval '30 days'`

const { usual, emergency } = business.waitLimits

/** True for a lead that was answered in the promised time. */
const isInTime = sql`case when ${leadStages.isUrgent}
  then ${leads.firstContactedAt} <= ${leads.createdAt} + ${emergency.overdueAfterMinutes} * interval '1 minute'
  else ${leads.answerMinutes} <= ${usual.overdueAfterMinutes} end`

/** How fast leads are answered, and how many wait for longer than was promised. */
export async function measureSpeed(db: Database): Promise<LeadSpeed> {
  const deadlines = deadlinesAt(new Date())
  const [[speed], [waiting]] = await Promise.all([
    db
      .select({
        median: sql<
          number | null
        >`percentile_cont(0.5) within group (order by answer_minutes)`.mapWith((value) =>
          value === null ? null : Number(value),
        ),
        answered: sql`count(*)`.mapWith(Number),
        withinPromise: sql`count(*) filter (where ${isInTime})`.mapWith(Number),
      })
      .from(leads)
      .innerJoin(leadStages, eq(leadStages.leadId, leads.id))
      .where(sql`not is_quarantined and first_contacted_at > now() - ${period}`),
    db
      .select({ overdue: sql`count(*)`.mapWith(Number) })
      .from(leads)
      .innerJoin(leadStages, eq(leadStages.leadId, leads.id))
      .where(
        and(
          sql`not is_quarantined and not is_contacted and first_contacted_at is null`,
          sql`created_at > now() - ${period}`,
          sql`${leadStages.clockSince} < case when ${leadStages.isUrgent}
            then ${deadlines.wall.overdueBefore.toISOString()}::timestamptz
            else ${deadlines.opening.overdueBefore.toISOString()}::timestamptz end`,
        ),
      ),
  ])
  if (!speed || !waiting) throw new Error('an aggregate returned no row')
  const { median, answered, withinPromise } = speed
  const { overdue } = waiting
  const due = answered + overdue
  return {
    medianMinutes: median,
    answered,
    withinPromise,
    overdue,
    share: due === 0 ? null : withinPromise / due,
  }
}
