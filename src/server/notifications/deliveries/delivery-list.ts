import { and, asc, desc, eq, inArray, lt, not, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { api } from '#/contracts/endpoints/api.ts'
import { type Delivery, visitorChannels } from '#/contracts/notifications/deliveries.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import {
  deliveries,
  deliveryAttempts,
  leads,
  notificationRecipients as recipients,
  webhooks,
} from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { type Found, present } from '../../health/health.ts'
import { buttonFor } from '../../health/needs.ts'
import { fromNow } from './claims.ts'

const longestLog = 20

const longestList = 200

/** Still pending after the time in which an owner expects it. */
const isOverdue = (overdueAfterMs: number) =>
  and(eq(deliveries.state, 'pending'), lt(deliveries.queuedAt, fromNow(-overdueAfterMs)))

/** It goes to a visitor or a contractor, or its recipient or webhook is still there and active. */
export const isWanted = sql`(
  ${deliveries.channel} = any(${sql.param(visitorChannels)}::text[]) or ${deliveries.offerId} is not null
  or exists (select from ${recipients} where ${recipients.id} = ${deliveries.recipientId} and ${recipients.isActive})
  or exists (select from ${webhooks} where ${webhooks.id} = ${deliveries.webhookId} and ${webhooks.isActive})
)`

/** Deliveries that the owner should look at: failed or overdue, and wanted, but no mails to visitors. */
export const isTroubled = (overdueAfterMs: number) =>
  and(
    notInArray(deliveries.channel, visitorChannels),
    or(eq(deliveries.state, 'failed'), isOverdue(overdueAfterMs)),
    isWanted,
  )

const iso = (date: Date | null) => date?.toISOString() ?? null

/** The attempts of some deliveries, by their numbers, the latest first. */
async function readLogs(db: Database, ids: number[]) {
  const rows = await db
    .select()
    .from(deliveryAttempts)
    .where(inArray(deliveryAttempts.deliveryId, ids))
    .orderBy(desc(deliveryAttempts.id))
  return Map.groupBy(rows, ({ deliveryId }) => deliveryId)
}

/** All deliveries of one lead, in the order in which they were queued. */
export async function listDeliveriesOf(
  db: Database,
  leadId: number,
  overdueAfterMs: number,
): Promise<Delivery[]> {
  const rows = await db
    .select({
      id: deliveries.id,
      channel: deliveries.channel,
      target: deliveries.target,
      state: deliveries.state,
      isOverdue: sql<boolean>`${isOverdue(overdueAfterMs)}`,
      createdAt: deliveries.createdAt,
      dueAt: deliveries.dueAt,
      sentAt: deliveries.sentAt,
      problem: deliveries.problem,
      attempts: deliveries.attempts,
    })
    .from(deliveries)
    .where(eq(deliveries.leadId, leadId))
    .orderBy(asc(deliveries.id))
    .limit(longestList)
  const logs = await readLogs(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    dueAt: row.state === 'pending' ? iso(row.dueAt) : null,
    sentAt: iso(row.sentAt),
    log: (logs.get(row.id) ?? [])
      .slice(0, longestLog)
      .map(({ at, durationMs, outcome, answer }) => ({
        at: at.toISOString(),
        durationMs,
        outcome,
        answer,
      })),
  }))
}

/** How many recipients and how many webhooks are told of new leads. */
export function countActive(db: Database): Promise<[number, number]> {
  return Promise.all([
    db.$count(recipients, eq(recipients.isActive, true)),
    db.$count(webhooks, eq(webhooks.isActive, true)),
  ])
}

const mostNamed = 10

const notifications = (count: number) =>
  `${count.toLocaleString('en-US')} notification${count === 1 ? '' : 's'}`

/** The deliveries of a kind: how many there are, the latest problem among them, and whose requests they are of. */
async function readSome(db: Database, which: SQL | undefined) {
  const latest = await db
    .select({ leadId: leads.id, name: leads.name, problem: deliveries.problem })
    .from(deliveries)
    .innerJoin(leads, eq(leads.id, deliveries.leadId))
    .where(which)
    .orderBy(desc(deliveries.queuedAt), desc(deliveries.id))
    .limit(mostNamed)
  const names = new Map(latest.map(({ leadId, name }) => [leadId, name]))
  return {
    count: latest.length < mostNamed ? latest.length : await db.$count(deliveries, which),
    detail: latest.find(({ problem }) => problem !== null)?.problem ?? null,
    links: [...names].map(([leadId, name]) => ({ text: name, path: leadPagePath(leadId) })),
  }
}

/** Finds which notifications were given up, or have not left in time. */
export async function findInDeliveries(db: Database, overdueAfterMs: number): Promise<Found[]> {
  const isFailed = eq(deliveries.state, 'failed')
  const troubled = isTroubled(overdueAfterMs)
  const { count: failed, ...ofFailed } = await readSome(db, and(troubled, isFailed))
  const { count: late, ...ofLate } = await readSome(db, and(troubled, not(isFailed)))
  return present<Found>(
    failed > 0 && {
      key: 'deliveries-failed',
      text: `${notifications(failed)} couldn’t be delivered.`,
      ...ofFailed,
      buttons: [buttonFor(api.deliveriesResendFailed, failed === 1 ? 'Resend' : 'Resend all')],
    },
    late > 0 && {
      key: 'deliveries-overdue',
      text: `${notifications(late)} ${late === 1 ? 'is' : 'are'} late: not sent within five minutes. We’re still trying.`,
      ...ofLate,
      buttons: [buttonFor(api.deliveriesResendFailed, 'Try now')],
    },
  )
}
