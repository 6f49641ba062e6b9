import { and, asc, desc, eq, inArray, isNotNull, isNull, max } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { TellRecipients } from '#/contracts/notifications/mails.ts'
import { mailGroups } from '#/contracts/referrals/owner-news.ts'
import type { NewsGroup } from '#/contracts/referrals/request-facts.ts'
import { leadEvents, notificationRecipients } from '#/server/db/tables/schema.ts'
import { opensOn } from '#/server/time/business-hours.ts'
import { localDay } from '#/server/time/local-day.ts'
import type { Database, DatabaseHandle } from '../../db/database.ts'
import { readSetting } from '../../db/settings.ts'
import { doUnderLease } from '../../jobs/leases.ts'
import { type Loop, startLoop } from '../../jobs/loop.ts'
import { readBatch } from './news.ts'

/** News of one group within this time of a mail leave together when it is over. */
const gatherMs = 60_000

/** The most news that are read at once. */
const mostAtOnce = 500

/** How often the table is looked at, because a signal may get lost. */
const lookEveryMs = 15_000

/** How long to wait after no mail has left. */
const retryMs = 30_000

/** What it takes to tell the owner of news. */
type TellNewsDeps = { db: Database; siteUrl: string; tellOwner: TellRecipients }

/** The events of a group that are to be told in one mail. */
type Due = { group: NewsGroup; ids: number[] }

/** The latest events, among which the last mail is looked for. */
const mostLately = 1_000

/** When a mail of a group left last, in milliseconds since 1970. */
async function lastTold(db: Database, group: NewsGroup): Promise<number> {
  const { tells, toldAt } = leadEvents
  const lately = db
    .select({ tells, toldAt })
    .from(leadEvents)
    .orderBy(desc(leadEvents.id))
    .limit(mostLately)
    .as('lately')
  const [row] = await db
    .select({ at: max(lately.toldAt) })
    .from(lately)
    .where(eq(lately.tells, group))
  return row?.at ?? Number.NEGATIVE_INFINITY
}

/** True for a group that waits for more: within a minute of its last mail, or until the business opens. */
async function isGathering(db: Database, group: NewsGroup, now: number): Promise<boolean> {
  if (group === 'daily') return false
  const since = now - (await lastTold(db, group))
  // A mail of a time yet to come left before the clock was set back.
  return since >= 0 && since < gatherMs
}

/** What is to be told now, the mail of the day last; undefined for nothing. */
async function findDue(db: Database, now: number): Promise<Due[] | undefined> {
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
  const isToday = (event: { at: number }) => now >= opening && event.at < opening
  const due: Due[] = []
  for (const group of mailGroups) {
    const ofGroup = untold.filter((event) => event.group === group)
    const told = group === 'daily' ? ofGroup.filter(isToday) : ofGroup
    if (told.length === 0 || (await isGathering(db, group, now))) continue
    due.push({ group, ids: told.map((event) => event.id) })
  }
  return due.length > 0 ? due : undefined
}

/**
 * Tells the owner by mail what happened: the first news of a group at once, further ones within a minute
 * in one mail, and what looks like spam in one mail a day. Once, however many processes run. News of a
 * muted group, of a lead that is gone, those that somebody has seen, and all while nobody is to be
 * notified, count as told. Returns false if a mail did not leave: it is tried again.
 */
export async function tellNews(deps: TellNewsDeps, now = Date.now()): Promise<boolean> {
  const { db, siteUrl, tellOwner } = deps
  const find = () => findDue(db, now)
  if (!(await find())) return true
  const [muted, recipients] = await Promise.all([
    readSetting(db, 'mutedMails'),
    db.$count(notificationRecipients, eq(notificationRecipients.isActive, true)),
  ])
  let haveLeft = true

  async function tell({ group, ids }: Due): Promise<void> {
    const told = await readBatch(db, ids)
    const isWanted = recipients > 0 && !muted.includes(group) && told.count > 0
    const isTold = !isWanted || (await tellOwner({ kind: 'news', group, ...told, siteUrl }))
    haveLeft &&= isTold
    if (!isTold) return
    const isUntold = and(inArray(leadEvents.id, ids), isNull(leadEvents.toldAt))
    await db.update(leadEvents).set({ toldAt: now }).where(isUntold)
  }

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
  app.addHook('onListen', async () => {
    loop = startLoop({
      what: 'tell the owner of news',
      log: app.log,
      async run() {
        if (performance.now() >= retryAt && !(await tellNews({ db, ...deps }))) {
          retryAt = performance.now() + retryMs
        }
        return lookEveryMs
      },
    })
    const { wake } = loop
    await database.listen('leads_changed', { onMessage: wake, onRestored: wake })
  })
  app.addHook('onClose', () => loop?.close())
}
