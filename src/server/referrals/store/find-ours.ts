import { asc, eq } from 'drizzle-orm'
import { leadPagePath } from '#/contracts/routes.ts'
import { leads, referrals } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import type { Found } from '../../health/health.ts'

/** The most that are listed. */
const mostListed = 20

/** The finding of requests that no contractor has, and none is asked to take, oldest first. */
export async function findOurs(db: Database): Promise<Found[]> {
  const waiting = await db
    .select({ id: leads.id, name: leads.name, since: referrals.since })
    .from(referrals)
    .innerJoin(leads, eq(leads.id, referrals.leadId))
    .where(eq(referrals.stage, 'ours'))
    .orderBy(asc(referrals.since))
    .limit(mostListed)
  const [first] = waiting
  if (!first) return []
  return [
    {
      key: 'requests-without-contractor',
      text:
        waiting.length === 1
          ? 'A request has no contractor, and no one is being asked.'
          : `${waiting.length} requests have no contractor, and no one is being asked.`,
      since: new Date(first.since),
      links: waiting.map(({ id, name }) => ({ text: name, path: leadPagePath(id) })),
    },
  ]
}
