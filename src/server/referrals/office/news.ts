import {
  and,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { newsLine, waitWords } from '#/content/office/news.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { api } from '#/contracts/endpoints/api.ts'
import {
  mostNews,
  mutableMails,
  type NewsItem,
  type NewsKind,
  newsKinds,
  type PutAway,
} from '#/contracts/referrals/news.ts'
import { leadPagePath } from '#/contracts/routes.ts'
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
import { readSetting, saveSetting } from '../../db/settings.ts'
import { buttonFor, type OwnNeed, type SomeNeeds } from '../../health/needs.ts'
import { serve } from '../../http/serve.ts'
import { serveSetting } from '../../http/serve-setting.ts'

/** Puts away one line, or all that were there when the newest one was. */
const putAwaySchema = z.union([
  z.strictObject({ newsId: z.int().positive() }),
  z.strictObject({ upTo: z.int().positive() }),
])

/** Of what no mail leaves, to the owner or to contractors. It is still among what needs somebody. */
const newsSettingsSchema = z.object({
  muted: z.array(z.enum(mutableMails)).max(mutableMails.length),
})

/** What nobody has put away by then is no news any more, in milliseconds. */
const weekMs = 7 * 86_400_000

/** News whose lead is as they say: of one that looks like spam only that it does. */
const isOfLead = sql`${leads.isQuarantined} = (${leadEvents.kind} = 'held')`

const selectNews = (db: Database) =>
  db
    .select({
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
      total: sql`count(*) over ()`.mapWith(Number),
    })
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
  return data.stars == null ? 'they didn’t show up' : `${data.stars} of 5`
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

/** Reads news: what may be real though it is held, then emergencies, then the newest; and how many there are. */
async function readNews(db: Database, which: SQL | undefined, most: number) {
  const rows = await selectNews(db)
    .where(and(which, isOfLead))
    .orderBy(desc(sql`${leadEvents.kind} = 'held'`), desc(isUrgent), desc(leadEvents.id))
    .limit(most)
  return { items: rows.map(toItem), total: rows[0]?.total ?? 0 }
}

/** What the owner is told of, and nobody has seen. */
const isUnseen = and(isNotNull(leadEvents.tells), isNull(leadEvents.seenAt))

/** By what a request became the owner's: a finding says so while it is, and afterward it is no news. */
const isSaidByFinding = sql`(${leadEvents.kind} = 'ours' or (
  ${leadEvents.kind} in ('still-needs-help', 'handed-back', 'reported', 'withdrawn') and exists (
    select from ${leadEvents} later where later.lead_id = ${leadEvents.leadId}
      and later.kind = 'ours' and later.at >= ${leadEvents.at})))`

/** What is among the needs. */
const isLine = () =>
  and(
    isUnseen,
    ne(leadEvents.tells, 'daily'),
    not(isSaidByFinding),
    gt(leadEvents.at, Date.now() - weekMs),
  )

function toNeed(item: NewsItem): OwnNeed {
  const { id, kind, leadId, name, service, reference, isUrgent, at } = item
  return {
    key: kind,
    isUrgent,
    text: newsLine(item),
    detail: `${serviceLabel(service)}, ${reference}`,
    since: at,
    links: [{ text: name, path: leadPagePath(leadId) }],
    buttons: [buttonFor(api.newsSeen, 'Dismiss', { newsId: id })],
  }
}

/** Returns the news of this week that nobody has put away, the newest first. */
export async function listNews(db: Database): Promise<SomeNeeds> {
  const { items, total } = await readNews(db, isLine(), mostNews)
  const upTo = Math.max(...items.map(({ id }) => id))
  return {
    needs: items.map(toNeed),
    more: total - items.length,
    buttons: items.length > 1 ? [buttonFor(api.newsSeen, 'Dismiss all updates', { upTo })] : [],
  }
}

/** Puts lines away, for all users. Doing so twice changes nothing. */
async function putAway(db: Database, which: PutAway): Promise<void> {
  const meant = 'newsId' in which ? eq(leadEvents.id, which.newsId) : lte(leadEvents.id, which.upTo)
  await db.update(leadEvents).set({ seenAt: Date.now() }).where(and(meant, isLine()))
}

/** Reads what one mail says of these events: the most urgent, how many there are, and of emergencies. */
export async function readBatch(db: Database, ids: readonly number[]) {
  const which = and(inArray(leadEvents.id, [...ids]), isUnseen)
  const { items, total } = await readNews(db, which, ids.length)
  const urgentCount = items.filter((each) => each.isUrgent).length
  return { items: items.slice(0, mostNews), count: total, urgentCount }
}

/** Adds the routes that dismiss updates, and that say of what the owner wants mails. Admins only. */
export function addNewsRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  serve(app, api.newsSeen, { body: putAwaySchema }, ({ body }) => putAway(db, body))
  serveSetting(app, api.newsSettings, {
    change: newsSettingsSchema,
    show: async () => ({ muted: await readSetting(db, 'mutedMails') }),
    save: ({ muted }) => saveSetting(db, 'mutedMails', muted),
    inWords: ({ muted }) => (muted.length > 0 ? `all but ${muted.join(', ')}` : 'all'),
  })
}
