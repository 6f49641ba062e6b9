import { asc, desc, eq, type SQL, sql } from 'drizzle-orm'
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
  key: Found['key'],
  which: SQL,
  words: { one: string; many: string },
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
  return [
    {
      key,
      text: first.total === 1 ? words.one : `${first.total} ${words.many}`,
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
  const ours = await findWhere(db, 'requests-without-contractor', eq(referrals.stage, 'ours'), {
    one: 'A request has no contractor, or came back to you.',
    many: 'requests have no contractor, or came back to you.',
  })
  const isStuck = sql`${referrals.dueAt} < now() - interval '5 minutes'`
  const stuck = await findWhere(db, 'requests-stuck', isStuck, {
    one: 'A request is stuck because of a problem on the server. Please handle it yourself.',
    many: 'requests are stuck because of a problem on the server. Please handle them yourself.',
  })
  return [...ours, ...stuck]
}
