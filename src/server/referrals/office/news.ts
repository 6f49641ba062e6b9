import {
  and,
  asc,
  between,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { newsLine, waitWords } from '#/content/office/news.ts'
import { serviceLabel } from '#/content/service-label.ts'
import { api } from '#/contracts/endpoints/api.ts'
import type { TellRecipients } from '#/contracts/notifications/mails.ts'
import {
  type NewsItem,
  type NewsKind,
  newsKinds,
  type PutAway,
} from '#/contracts/referrals/news.ts'
import { newsGroups } from '#/contracts/referrals/request-facts.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import {
  contractors,
  isUrgent,
  leadEvents,
  leads,
  notificationRecipients,
  offers,
  referrals,
} from '#/server/db/tables/schema.ts'
import { opensOn } from '#/server/time/business-hours.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Database, DatabaseHandle } from '../../db/database.ts'
import { leadReference } from '../../db/lead-reference.ts'
import { readSetting, saveSetting } from '../../db/settings.ts'
import { buttonFor, type OwnNeed, type SomeNeeds } from '../../health/needs.ts'
import { serve } from '../../http/serve.ts'
import { serveSetting } from '../../http/serve-setting.ts'
import { repeat } from '../../jobs/loop.ts'
import { doUnderLock } from '../../jobs/process-locks.ts'

/** The most lines that are listed, or stand in one mail. */
const mostNews = 20

/** Puts away one line, or all that were there when the newest one was. */
const putAwaySchema = z.union([
  z.strictObject({ newsId: z.int().positive() }),
  z.strictObject({ upTo: z.int().positive() }),
])

/** The groups of news of which the owner gets no email. The list of what needs somebody still has them. */
const newsSettingsSchema = z.object({
  muted: z.array(z.enum(newsGroups)).max(newsGroups.length),
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
async function readBatch(db: Database, ids: readonly number[]) {
  const which = and(inArray(leadEvents.id, [...ids]), isUnseen)
  const { items, total } = await readNews(db, which, ids.length)
  const urgentCount = items.filter((each) => each.isUrgent).length
  return { items: items.slice(0, mostNews), count: total, urgentCount }
}

/** News of one group within this time of a mail leave together when it is over. */
const gatherMs = 60_000

/** How often the table is looked at: what was gathered leaves, and a signal may get lost. */
const lookEveryMs = 30_000

/** The most news that are read at once. */
const mostAtOnce = 500

type TellNewsDeps = { db: Database; siteUrl: string; tellOwner: TellRecipients }

/** The latest events, among which the last mails are looked for. */
const mostLately = 1_000

/** What is to be told now: what looks like spam last, once the business has opened. Undefined for nothing. */
async function findDue(db: Database, now: number) {
  const { id, tells, at, toldAt } = leadEvents
  const opening = opensOn(localDay(now)).getTime()
  const isOpen = or(ne(tells, 'daily'), now >= opening ? lt(at, opening) : sql`false`)
  // Of these groups a mail has just left, so that what follows is gathered.
  const isLate = gt(id, sql`(select max(id) from ${leadEvents}) - ${mostLately}`)
  const gathering = db
    .select({ tells })
    .from(leadEvents)
    .where(and(isLate, isNotNull(tells), between(toldAt, now - gatherMs + 1, now)))
  const untold = await db
    .select({ id, group: tells })
    .from(leadEvents)
    .where(and(isNotNull(tells), isNull(toldAt), isOpen, notInArray(tells, gathering)))
    // However much of it there is, what looks like spam goes last.
    .orderBy(eq(tells, 'daily'), asc(id))
    .limit(mostAtOnce)
  const due = newsGroups.flatMap((group) => {
    const told = untold.filter((event) => event.group === group)
    return told.length > 0 ? [{ group, ids: told.map((event) => event.id) }] : []
  })
  return due.length > 0 ? due : undefined
}

/**
 * Tells the owner by mail what happened: the first news of a group at once, further ones within a minute in
 * one mail, and what looks like spam in one mail a day. Once, however many processes run. News of a muted group, of a lead that is gone, those that somebody has seen, and all while nobody is to be
 * notified, count as told. What has not left is tried again with what happens until then.
 */
export async function tellNews({ db, siteUrl, tellOwner }: TellNewsDeps, now = Date.now()) {
  const find = () => findDue(db, now)
  if (!(await find())) return
  const [muted, recipients] = await Promise.all([
    readSetting(db, 'mutedMails'),
    db.$count(notificationRecipients, eq(notificationRecipients.isActive, true)),
  ])

  await doUnderLock(db, 'news', find, async (due) => {
    for (const { group, ids } of due) {
      const told = await readBatch(db, ids)
      const isWanted = recipients > 0 && !muted.includes(group) && told.count > 0
      if (isWanted && !(await tellOwner({ kind: 'news', group, ...told, siteUrl }))) continue
      await db.update(leadEvents).set({ toldAt: now }).where(inArray(leadEvents.id, ids))
    }
  })
}

/** Tells of news while the server listens: at each signal that leads have changed, and from time to time. */
export function registerNews(
  app: FastifyInstance,
  { database, ...deps }: Omit<TellNewsDeps, 'db'> & { database: DatabaseHandle },
): void {
  const run = () => tellNews({ db: database.db, ...deps })
  const what = 'email updates to the owner'
  const wake = repeat(app, { what, everyMs: lookEveryMs, run, startsAtOnce: true })
  app.addHook('onListen', async () =>
    database.listen('leads_changed', { onMessage: wake, onRestored: wake }),
  )
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
