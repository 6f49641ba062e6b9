import { asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { ownerReasonTexts } from '#/content/office/stages.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import { isUrgent, leads, referrals } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import type { Found } from '../../health/health.ts'

/** The most that are listed. */
const mostListed = 20

/** The requests for which something is so, emergencies and then the longest first. */
const listWhere = (db: Database, which: SQL | undefined) =>
  db
    .select({
      id: leads.id,
      name: leads.name,
      since: referrals.since,
      ours: referrals.ours,
      isUrgent,
    })
    .from(referrals)
    .innerJoin(leads, eq(leads.id, referrals.leadId))
    .where(which)
    .orderBy(desc(isUrgent), asc(referrals.since))
    .limit(mostListed)

type Listed = Awaited<ReturnType<typeof listWhere>>

function toFound(key: Found['key'], listed: Listed, words: { one: string; many: string }): Found[] {
  const [first] = listed
  if (!first) return []
  return [
    {
      key,
      text: listed.length === 1 ? words.one : `${listed.length} ${words.many}`,
      isUrgent: first.isUrgent,
      since: new Date(Math.min(...listed.map(({ since }) => since))),
      links: listed.map(({ id, name, ours }) => ({
        text: ours ? `${name}: ${ownerReasonTexts[ours.reason]}` : name,
        path: leadPagePath(id),
      })),
    },
  ]
}

/** The finding of requests that no contractor has, and none is asked to take, oldest first. */
export async function findOurs(db: Database): Promise<Found[]> {
  return toFound('requests-without-contractor', await listWhere(db, eq(referrals.stage, 'ours')), {
    one: 'A request found no contractor, or came back to you.',
    many: 'requests found no contractor, or came back to you.',
  })
}

/** The finding of requests at which the server does not get on: what was due is not done. */
export async function findStuck(db: Database): Promise<Found[]> {
  const isStuck = sql`${referrals.dueAt} < now() - interval '5 minutes'`
  return toFound('requests-stuck', await listWhere(db, isStuck), {
    one: 'The server cannot go on with a request by itself. Please look after it.',
    many: 'requests are stuck: the server cannot go on with them by itself. Please look after them.',
  })
}
