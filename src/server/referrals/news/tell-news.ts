import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { TellRecipients } from '#/contracts/notifications/mails.ts'
import { type NewsKind, newsKinds, type ReadNewsKind } from '#/contracts/referrals/owner-news.ts'
import { notificationRecipients, ownerNews } from '#/server/db/tables/schema.ts'
import { opensOn } from '#/server/time/business-hours.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Database, DatabaseHandle } from '../../db/database.ts'
import { readSetting } from '../../db/settings.ts'
import { doUnderLease } from '../../jobs/leases.ts'
import { type Loop, startLoop } from '../../jobs/loop.ts'
import { addHeld, addWaiting } from './find-waiting.ts'
import { readBatch } from './news.ts'
import { tellReminders } from './reminders.ts'
import { watchCalls } from './watch-calls.ts'

/** News of one kind within this time of a mail leave together when it is over. */
const gatherMs = 60_000

/** The most news that are read at once. */
const mostAtOnce = 500

/** How often the tables are looked at, because a signal may get lost. */
const lookEveryMs = 15_000

/** How long to wait after no mail has left. */
const retryMs = 30_000

/** How often what is told once a day, leads that wait too long, calls that are late and reminders that are due are looked for. */
const findWaitingMs = 30_000

/** What it takes to tell the owner of news. */
type TellNewsDeps = { db: Database; siteUrl: string; tellOwner: TellRecipients }

/** The news of a kind that are to be told in one mail. */
type Due = { kind: NewsKind; which: SQL }

/** All that is told as soon as a minute is over, which no amount of spam delays. */
const soonKinds = newsKinds.filter((kind) => kind !== 'held-daily')

const isUntold = isNull(ownerNews.toldAt)

/** When a mail of each kind left last, in milliseconds since 1970, as far as that may matter. */
async function readTold(db: Database): Promise<Map<ReadNewsKind, number>> {
  const latest = db
    .select({ kind: ownerNews.kind, toldAt: ownerNews.toldAt })
    .from(ownerNews)
    .where(and(isNotNull(ownerNews.toldAt), inArray(ownerNews.kind, soonKinds)))
    .orderBy(desc(ownerNews.id))
    .limit(mostAtOnce)
    .as('latest')
  const rows = await db
    .select({ kind: latest.kind, at: sql`max(${latest.toldAt})`.mapWith(ownerNews.toldAt) })
    .from(latest)
    .groupBy(latest.kind)
  return new Map(rows.map(({ kind, at }) => [kind, at.getTime()]))
}

/** News by kind of which the owner was not told, and that wait no longer for more of their kind. */
async function findSoon(db: Database, now: Date): Promise<Due[]> {
  const untold = await db
    .select({ id: ownerNews.id, kind: ownerNews.kind })
    .from(ownerNews)
    // Of what only a newer version knows, that one tells.
    .where(and(isUntold, inArray(ownerNews.kind, soonKinds)))
    .orderBy(asc(ownerNews.id))
    .limit(mostAtOnce)
  if (untold.length === 0) return []
  const told = await readTold(db)
  return soonKinds.flatMap((kind) => {
    const ids = untold.flatMap((each) => (each.kind === kind ? each.id : []))
    const sinceMs = now.getTime() - (told.get(kind) ?? Number.NEGATIVE_INFINITY)
    // A mail of a time yet to come left before the clock was set back.
    const isGathering = sinceMs >= 0 && sinceMs < gatherMs
    return ids.length === 0 || isGathering ? [] : { kind, which: inArray(ownerNews.id, ids) }
  })
}

/** All that was held as spam before the business opened today, and of which the owner was not told. */
async function findDaily(db: Database, now: Date): Promise<Due[]> {
  const opening = opensOn(localDay(now.getTime()))
  const kind = 'held-daily'
  const isBefore = and(isUntold, eq(ownerNews.kind, kind), lt(ownerNews.createdAt, opening))
  if (now < opening || !isBefore) return []
  const [first] = await db.select({ id: ownerNews.id }).from(ownerNews).where(isBefore).limit(1)
  return first ? [{ kind, which: isBefore }] : []
}

/** What is to be told now, the mail of the day last. */
async function findDue(db: Database, now: Date): Promise<Due[] | undefined> {
  const due = [...(await findSoon(db, now)), ...(await findDaily(db, now))]
  return due.length > 0 ? due : undefined
}

/**
 * Tells the owner by mail what happened: the first news of a kind at once, further ones of the kind
 * within a minute in one mail, and what looks like spam in one mail a day. Once, however many processes
 * run. News of a muted kind, of a lead that is gone, and all while nobody is to be notified, count as
 * told. Returns false if a mail did not leave: it is tried again.
 */
export async function tellNews(deps: TellNewsDeps, now = new Date()): Promise<boolean> {
  const { db, siteUrl, tellOwner } = deps
  if (!(await findDue(db, now))) return true
  const [muted, recipients] = await Promise.all([
    readSetting(db, 'mutedMails'),
    db.$count(notificationRecipients, eq(notificationRecipients.isActive, true)),
  ])
  let haveLeft = true

  async function tell({ kind, which }: Due): Promise<void> {
    const told = await readBatch(db, which)
    const isMuted = muted.some((each) => each === kind)
    const isWanted = recipients > 0 && !isMuted && told.count > 0
    const isTold = !isWanted || (await tellOwner({ kind: 'news', news: kind, ...told, siteUrl }))
    haveLeft &&= isTold
    if (!isTold) return
    await db.update(ownerNews).set({ toldAt: now }).where(and(which, isUntold))
  }

  const find = () => findDue(db, now)
  await doUnderLease(db, 'news', find, async (due) => {
    for (const each of due) await tell(each)
  })
  return haveLeft
}

/** Tells of news while the server listens: at each signal that leads have changed, and by polling. */
export function registerNews(
  app: FastifyInstance,
  { database, ...deps }: Omit<TellNewsDeps, 'db'> & { database: DatabaseHandle },
): void {
  const { db } = database
  let loop: Loop | undefined
  // By a clock that nobody sets.
  let retryAt = 0
  let findWaitingAt = 0
  app.addHook('onListen', async () => {
    loop = startLoop({
      what: 'tell the owner of news',
      log: app.log,
      async run() {
        await addHeld(db, 'held')
        if (performance.now() >= findWaitingAt) {
          findWaitingAt = performance.now() + findWaitingMs
          await addHeld(db, 'held-daily')
          await addWaiting(db)
          await watchCalls(db)
          await tellReminders(db)
        }
        if (performance.now() >= retryAt && !(await tellNews({ db, ...deps }))) {
          retryAt = performance.now() + retryMs
        }
        return lookEveryMs
      },
    })
    const { wake, wakeSoon } = loop
    await database.listen('leads_changed', { onMessage: wakeSoon, onRestored: wake })
  })
  app.addHook('onClose', () => loop?.close())
}
