import { and, count, desc, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { mostNews, type NewsItem, type NewsList, type PutAway } from '#/contracts/referrals/news.ts'
import { isUrgent, leads, offers, ownerNews, referrals } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { announceLeads } from '../../db/lead-history.ts'
import { leadReference } from '../../db/lead-reference.ts'

/** A contractor has the lead still, and of their call this is so. */
const isCall = (
  so: SQL,
) => sql`${referrals.outcome} = 'matched' and ${referrals.claimedAt} is null and exists (
  select from ${offers} where ${offers.leadId} = ${ownerNews.leadId} and ${offers.state} = 'accepted' and ${so}
)`

/** The call that was missed then is not confirmed since, nor promised anew. */
const isCallMissed = isCall(sql`${offers.callMissedAt} <= ${ownerNews.createdAt}`)

const isOfHeld = sql`${ownerNews.kind} in ('held', 'held-daily')`

/** News whose lead is there, and that are still true: a lead that waited may wait no more. */
const isStillSo = sql`${leads.isQuarantined} = ${isOfHeld} and case ${ownerNews.kind}
  when 'waits-too-long' then ${referrals.outcome} = 'open'
  when 'call-missed' then ${isCallMissed}
  when 'call-moved' then ${isCall(sql`${offers.calledAt} is null`)}
  else true end`

const columns = {
  id: ownerNews.id,
  kind: ownerNews.kind,
  /** Why it is held, or what else the line names. */
  detail: sql<string | null>`case when ${isOfHeld}
    then array_to_string(${leads.quarantineReasons}, ' ') else ${ownerNews.detail} end`,
  leadId: ownerNews.leadId,
  name: leads.name,
  service: leads.service,
  submissionId: leads.submissionId,
  isUrgent,
  at: ownerNews.createdAt,
}

/** Reads news that are still true: what may be real though it is held, then emergencies, then the newest. */
async function readNews(db: Database, which: SQL | undefined, most: number): Promise<NewsItem[]> {
  const rows = await db
    .select(columns)
    .from(ownerNews)
    .innerJoin(leads, eq(leads.id, ownerNews.leadId))
    .leftJoin(referrals, eq(referrals.leadId, ownerNews.leadId))
    .where(and(which, isStillSo))
    .orderBy(desc(sql`${ownerNews.kind} = 'held'`), desc(isUrgent), desc(ownerNews.id))
    .limit(most)
  return rows.map(({ submissionId, at, ...row }) => ({
    ...row,
    reference: leadReference(submissionId),
    at: at.toISOString(),
  }))
}

/** How many news are still true, and how many of them are of emergencies. */
async function countNews(db: Database, which: SQL) {
  const [row] = await db
    .select({
      count: count(),
      urgentCount: sql`count(*) filter (where ${isUrgent})`.mapWith(Number),
    })
    .from(ownerNews)
    .innerJoin(leads, eq(leads.id, ownerNews.leadId))
    .leftJoin(referrals, eq(referrals.leadId, ownerNews.leadId))
    .where(and(which, isStillSo))
  return row ?? { count: 0, urgentCount: 0 }
}

/** The news that nobody has put away. */
export async function listNews(db: Database): Promise<NewsList> {
  const isUnseen = isNull(ownerNews.seenAt)
  const items = await readNews(db, isUnseen, mostNews)
  if (items.length < mostNews) return { items, total: items.length }
  return { items, total: (await countNews(db, isUnseen)).count }
}

/** Puts lines away, for all users. Doing so twice changes nothing. */
export async function putAway(db: Database, which: PutAway): Promise<void> {
  const meant = 'newsId' in which ? eq(ownerNews.id, which.newsId) : lte(ownerNews.id, which.upTo)
  await db.transaction(async (tx) => {
    await tx
      .update(ownerNews)
      .set({ seenAt: sql`clock_timestamp()` })
      .where(and(meant, isNull(ownerNews.seenAt)))
    await announceLeads(tx)
  })
}

/** News of one kind: the most urgent of it, how much there is, and how much of it is of emergencies. */
type NewsBatch = { items: NewsItem[]; count: number; urgentCount: number }

/** Reads what one mail says of news. */
export async function readBatch(db: Database, which: SQL): Promise<NewsBatch> {
  const items = await readNews(db, which, mostNews)
  return { items, ...(await countNews(db, which)) }
}
