import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { TellRecipients } from '#/contracts/notifications/mails.ts'
import { mailGroups } from '#/contracts/referrals/news.ts'
import type { NewsGroup } from '#/contracts/referrals/request-facts.ts'
import { leadEvents, notificationRecipients } from '#/server/db/tables/schema.ts'
import { opensOn } from '#/server/time/business-hours.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Database } from '../../db/database.ts'
import { readSetting } from '../../db/settings.ts'
import { repeat } from '../../jobs/loop.ts'
import { doUnderLock } from '../../jobs/process-locks.ts'
import { readBatch } from './news.ts'

/** What happens within this time is told together. */
const gatherMs = 60_000

/** The most news that are read at once. */
const mostAtOnce = 500

/** What it takes to tell the owner of news. */
type TellNewsDeps = { db: Database; siteUrl: string; tellOwner: TellRecipients }

/** The events of a group that are to be told in one mail. */
type Due = { group: NewsGroup; ids: number[] }

/** What is to be told now: what looks like spam last, once the business has opened. Undefined for nothing. */
async function findDue(db: Database, now: number): Promise<Due[] | undefined> {
  const { id, tells, at, toldAt } = leadEvents
  const untold = await db
    .select({ id, group: tells, at })
    .from(leadEvents)
    .where(and(isNotNull(tells), isNull(toldAt)))
    // However much of it there is, what looks like spam goes last.
    .orderBy(eq(tells, 'daily'), asc(id))
    .limit(mostAtOnce)
  const opening = opensOn(localDay(now)).getTime()
  const isDue = (event: (typeof untold)[number]) =>
    event.group !== 'daily' || (now >= opening && event.at < opening)
  const told = untold.filter(isDue)
  const due = mailGroups.flatMap((group) => {
    const ids = told.filter((event) => event.group === group).map((event) => event.id)
    return ids.length > 0 ? [{ group, ids }] : []
  })
  return due.length > 0 ? due : undefined
}

/**
 * Tells the owner by mail what happened, each group in a mail of its own. Once, however many processes run.
 * News of a muted group, of a lead that is gone, those that somebody has seen, and all while nobody is to be
 * notified, count as told. What has not left is tried again with what happens until then.
 */
export async function tellNews(
  { db, siteUrl, tellOwner }: TellNewsDeps,
  now = Date.now(),
): Promise<void> {
  const find = () => findDue(db, now)
  if (!(await find())) return
  const [muted, recipients] = await Promise.all([
    readSetting(db, 'mutedMails'),
    db.$count(notificationRecipients, eq(notificationRecipients.isActive, true)),
  ])

  async function tell({ group, ids }: Due): Promise<void> {
    const told = await readBatch(db, ids)
    const isWanted = recipients > 0 && !muted.includes(group) && told.count > 0
    if (isWanted && !(await tellOwner({ kind: 'news', group, ...told, siteUrl }))) return
    await db.update(leadEvents).set({ toldAt: now }).where(inArray(leadEvents.id, ids))
  }

  await doUnderLock(db, 'news', find, async (due) => {
    for (const each of due) await tell(each)
  })
}

/** Tells of news while the server listens. */
export function registerNews(app: FastifyInstance, deps: TellNewsDeps): void {
  const run = () => tellNews(deps)
  repeat(app, { what: 'tell the owner of news', everyMs: gatherMs, run, startsAtOnce: true })
}
