import {
  and,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm'
import { waitWords } from '#/content/office/news.ts'
import { mostNews, type NewsItem, type NewsList, type PutAway } from '#/contracts/referrals/news.ts'
import { type NewsKind, newsKinds } from '#/contracts/referrals/owner-news.ts'
import {
  contractors,
  isUrgent,
  leadEvents,
  leads,
  offers,
  referrals,
} from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { leadReference } from '../../db/lead-reference.ts'
import { announceLeads } from '../../db/signals.ts'

const columns = {
  id: leadEvents.id,
  event: leadEvents.kind,
  data: leadEvents.data,
  at: leadEvents.at,
  leadId: leadEvents.leadId,
  company: contractors.companyName,
  name: leads.name,
  service: leads.service,
  submissionId: leads.submissionId,
  reasons: leads.quarantineReasons,
  stage: referrals.stage,
  isUrgent,
}

/** News whose lead is as they say: of one that looks like spam only that it does. */
const isOfLead = sql`${leads.isQuarantined} = (${leadEvents.kind} = 'held')`

const selectNews = (db: Database) =>
  db
    .select(columns)
    .from(leadEvents)
    .innerJoin(leads, eq(leads.id, leadEvents.leadId))
    .innerJoin(referrals, eq(referrals.leadId, leadEvents.leadId))
    .leftJoin(offers, eq(offers.id, leadEvents.offerId))
    .leftJoin(contractors, eq(contractors.id, offers.contractorId))

type Row = Awaited<ReturnType<typeof selectNews>>[number]

/** What a line names: the contractor, why it is held as spam, or for whom it waits. */
function detailOf({ event, data, company, reasons, stage }: Row): string | null {
  if (event === 'held') return reasons.join(' ')
  if (event === 'overdue') return stage === 'asked' ? waitWords.asked : waitWords.ours
  if (event !== 'rated') return company
  return data.stars == null ? 'they did not come' : `${data.stars} of 5`
}

/** Which words tell of it. */
function kindOf({ event, data }: Row): NewsKind {
  const kinds: Record<string, unknown> = {
    ours: data.reason,
    held: data.mayBeReal ? 'held' : 'held-daily',
    'still-needs-help': 'wanted-again',
  }
  return newsKinds.find((kind) => kind === (kinds[event] ?? event)) ?? 'unknown'
}

function toItem(row: Row): NewsItem {
  const { id, leadId, name, service, submissionId, at } = row
  return {
    id,
    leadId,
    name,
    service,
    isUrgent: row.isUrgent,
    kind: kindOf(row),
    detail: detailOf(row),
    reference: leadReference(submissionId),
    at: new Date(at).toISOString(),
  }
}

/** Reads news: what may be real though it is held, then emergencies, then the newest. */
async function readNews(db: Database, which: SQL | undefined, most: number): Promise<NewsItem[]> {
  const rows = await selectNews(db)
    .where(and(which, isOfLead))
    .orderBy(desc(sql`${leadEvents.kind} = 'held'`), desc(isUrgent), desc(leadEvents.id))
    .limit(most)
  return rows.map(toItem)
}

/** How many news there are, and how many of them are of emergencies. */
async function countNews(db: Database, which: SQL | undefined) {
  const [row] = await db
    .select({
      count: count(),
      urgentCount: sql`count(*) filter (where ${isUrgent})`.mapWith(Number),
    })
    .from(leadEvents)
    .innerJoin(leads, eq(leads.id, leadEvents.leadId))
    .where(and(which, isOfLead))
  return row ?? { count: 0, urgentCount: 0 }
}

/** What the owner is told of, and nobody has seen. */
const isUnseen = and(isNotNull(leadEvents.tells), isNull(leadEvents.seenAt))

/** What stands in the inbox until it is put away. */
const isLine = and(isUnseen, ne(leadEvents.tells, 'daily'))

/** The news that nobody has put away. */
export async function listNews(db: Database): Promise<NewsList> {
  const items = await readNews(db, isLine, mostNews)
  if (items.length < mostNews) return { items, total: items.length }
  return { items, total: (await countNews(db, isLine)).count }
}

/** Puts lines away, for all users. Doing so twice changes nothing. */
export async function putAway(db: Database, which: PutAway): Promise<void> {
  const meant = 'newsId' in which ? eq(leadEvents.id, which.newsId) : lte(leadEvents.id, which.upTo)
  await db.transaction(async (tx) => {
    await tx.update(leadEvents).set({ seenAt: Date.now() }).where(and(meant, isLine))
    await announceLeads(tx)
  })
}

/** News of one group: the most urgent of it, how much there is, and how much of it is of emergencies. */
type NewsBatch = { items: NewsItem[]; count: number; urgentCount: number }

/** Reads what one mail says of these events. */
export async function readBatch(db: Database, ids: readonly number[]): Promise<NewsBatch> {
  const which = and(inArray(leadEvents.id, [...ids]), isUnseen)
  return { items: await readNews(db, which, mostNews), ...(await countNews(db, which)) }
}
