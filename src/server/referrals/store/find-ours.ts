import { asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { requestFindings } from '#/content/office/finding-advice.ts'
import { ownerReasonTexts } from '#/content/office/stages.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import { isUrgent, leads, referrals } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import type { Found } from '../../health/health.ts'

/** The most that are listed. */
const mostListed = 20

/** The finding of the requests for which something is so, emergencies and then the longest first. */
async function findWhere(
  db: Database,
  key: keyof typeof requestFindings,
  which: SQL,
): Promise<Found[]> {
  const listed = await db
    .select({
      id: leads.id,
      name: leads.name,
      since: referrals.since,
      ours: referrals.ours,
      isUrgent,
      total: sql<number>`count(*) over ()`.mapWith(Number),
    })
    .from(referrals)
    .innerJoin(leads, eq(leads.id, referrals.leadId))
    .where(which)
    .orderBy(desc(isUrgent), asc(referrals.since))
    .limit(mostListed)
  const [first] = listed
  if (!first) return []
  const { one, many } = requestFindings[key]
  return [
    {
      key,
      text: first.total === 1 ? one : `${first.total} ${many}`,
      isUrgent: first.isUrgent,
      since: new Date(Math.min(...listed.map(({ since }) => since))),
      links: listed.map(({ id, name, ours }) => ({
        text: ours ? `${name}: ${ownerReasonTexts[ours.reason]}` : name,
        path: leadPagePath(id),
      })),
    },
  ]
}

/** The findings of requests that no contractor has or is asked to take, and of those at which the server does not get on. */
export async function findOurs(db: Database): Promise<Found[]> {
  const isStuck = sql`${referrals.dueAt} < now() - interval '5 minutes'`
  return [
    ...(await findWhere(db, 'requests-without-contractor', eq(referrals.stage, 'ours'))),
    ...(await findWhere(db, 'requests-stuck', isStuck)),
  ]
}
