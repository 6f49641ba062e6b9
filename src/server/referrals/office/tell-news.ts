import { and, asc, between, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { TellRecipients } from '#/contracts/notifications/mails.ts'
import { mailGroups } from '#/contracts/referrals/news.ts'
import type { NewsGroup } from '#/contracts/referrals/request-facts.ts'
import { leadEvents, notificationRecipients } from '#/server/db/tables/schema.ts'
import { opensOn } from '#/server/time/business-hours.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Database, DatabaseHandle } from '../../db/database.ts'
import { readSetting } from '../../db/settings.ts'
import { repeat } from '../../jobs/loop.ts'
import { doUnderLock } from '../../jobs/process-locks.ts'
import { readBatch } from './news.ts'

/** News of one group within this time of a mail leave together when it is over. */
const gatherMs = 60_000

/** How often the table is looked at: what was gathered leaves, and a signal may get lost. */
const lookEveryMs = 15_000

/** The most news that are read at once. */
const mostAtOnce = 500

type TellNewsDeps = { db: Database; siteUrl: string; tellOwner: TellRecipients }

/** The latest events, among which the last mails are looked for. */
const mostLately = 1_000

/** The groups of which a mail has just left, so that what follows is gathered. */
async function findGathering(db: Database, now: number): Promise<(NewsGroup | null)[]> {
  const { id, tells, toldAt } = leadEvents
  const isLate = gt(id, sql`(select max(id) from ${leadEvents}) - ${mostLately}`)
  const rows = await db
    .selectDistinct({ group: tells })
    .from(leadEvents)
    .where(and(isLate, between(toldAt, now - gatherMs + 1, now)))
  return rows.map(({ group }) => group)
}

/** What is to be told now: what looks like spam last, once the business has opened. Undefined for nothing. */
async function findDue(db: Database, now: number) {
  const { id, tells, at, toldAt } = leadEvents
  const untold = await db
    .select({ id, group: tells, at })
    .from(leadEvents)
    .where(and(isNotNull(tells), isNull(toldAt)))
    // However much of it there is, what looks like spam goes last.
    .orderBy(eq(tells, 'daily'), asc(id))
    .limit(mostAtOnce)
  if (untold.length === 0) return undefined
  const opening = opensOn(localDay(now)).getTime()
  const gathering = await findGathering(db, now)
  const isDue = ({ group, at }: (typeof untold)[number]) =>
    group === 'daily' ? now >= opening && at < opening : !gathering.includes(group)
  const told = untold.filter(isDue)
  const due = mailGroups.flatMap((group) => {
    const ids = told.filter((event) => event.group === group).map((event) => event.id)
    return ids.length > 0 ? [{ group, ids }] : []
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
  const wake = repeat(app, { what: 'email updates to the owner', everyMs: lookEveryMs, run })
  app.addHook('onListen', async () => {
    await database.listen('leads_changed', { onMessage: wake, onRestored: wake })
    wake()
  })
}
