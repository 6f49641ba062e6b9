import { count } from 'drizzle-orm'
import { deliveryChannels, deliveryStates } from '#/contracts/notifications/deliveries.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { deliveries } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { type Found, present } from '../../health/health.ts'
import { listGone, summarizeDeliveries } from './delivery-list.ts'

const link = { text: 'See them in the inbox', path: adminPaths.leads }

const notifications = (count: number) =>
  `${count.toLocaleString('en-US')} notification${count === 1 ? '' : 's'}`

/** The webhooks that say they are gone, as one finding. Only the detail names them. */
async function findGone(db: Database): Promise<Found | undefined> {
  const gone = await listGone(db)
  const [{ goneAt } = {}] = gone
  if (!goneAt) return undefined
  const missed = gone.reduce((sum, each) => sum + each.missed, 0)
  const programs =
    gone.length === 1
      ? 'A program that is told of requests says it is gone'
      : `${gone.length} programs that are told of requests say they are gone`
  return {
    key: 'webhook-gone',
    text: `${programs}: ${notifications(missed)} not sent.`,
    detail: gone.map((each) => `${new URL(each.url).host} (${each.missed})`).join(', '),
    since: goneAt,
  }
}

/** Which notifications were given up, have not left in time, or are missed by a webhook. */
export async function findInDeliveries(db: Database, overdueAfterMs: number): Promise<Found[]> {
  const { failed, overdue, problem } = await summarizeDeliveries(db, overdueAfterMs)
  const more = { detail: problem, links: [link] }
  return present<Found>(
    failed > 0 && {
      key: 'deliveries-failed',
      text: `${notifications(failed)} could not be delivered.`,
      ...more,
    },
    overdue > 0 && {
      key: 'deliveries-overdue',
      text: `${notifications(overdue)} ${overdue === 1 ? 'is' : 'are'} late: not sent within five minutes, and still being tried.`,
      ...more,
    },
    await findGone(db),
  )
}

/** How many deliveries there are of each channel in each state, none left out. */
export async function countDeliveries(db: Database) {
  const rows = await db
    .select({ channel: deliveries.channel, state: deliveries.state, value: count() })
    .from(deliveries)
    .groupBy(deliveries.channel, deliveries.state)
  return deliveryChannels.flatMap((channel) =>
    deliveryStates.map((state) => {
      const row = rows.find((counted) => counted.channel === channel && counted.state === state)
      return { labels: { channel, state }, value: row?.value ?? 0 }
    }),
  )
}
