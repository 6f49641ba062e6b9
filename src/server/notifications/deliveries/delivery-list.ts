import { and, asc, desc, eq, inArray, lt, notInArray, or, sql } from 'drizzle-orm'
import { type Delivery, visitorChannels } from '#/contracts/notifications/deliveries.ts'
import {
  deliveries,
  deliveryAttempts,
  leads,
  notificationRecipients as recipients,
  webhooks,
} from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { fromNow } from './claims.ts'

const longestLog = 20

const longestList = 200

/** Still pending after the time in which an owner expects it. */
export const isOverdue = (overdueAfterMs: number) =>
  and(eq(deliveries.state, 'pending'), lt(deliveries.queuedAt, fromNow(-overdueAfterMs)))

/**
 * Its lead is there, and it goes to a visitor, a contractor or a user, or its recipient or webhook is
 * still there and active.
 */
export const isWanted = sql`exists (select from ${leads} where ${leads.id} = ${deliveries.leadId}) and (
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

async function readLogs(db: Database, ids: number[]) {
  const logs = new Map<number, Delivery['log']>()
  if (ids.length === 0) return logs
  const rows = await db
    .select()
    .from(deliveryAttempts)
    .where(inArray(deliveryAttempts.deliveryId, ids))
    .orderBy(desc(deliveryAttempts.id))
  for (const { deliveryId, at, durationMs, outcome, answer } of rows) {
    const log = logs.get(deliveryId) ?? []
    if (log.length < longestLog) log.push({ at: at.toISOString(), durationMs, outcome, answer })
    logs.set(deliveryId, log)
  }
  return logs
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
    log: logs.get(row.id) ?? [],
  }))
}

/** How many recipients and how many webhooks are told of new leads. */
export function countActive(db: Database): Promise<[number, number]> {
  return Promise.all([
    db.$count(recipients, eq(recipients.isActive, true)),
    db.$count(webhooks, eq(webhooks.isActive, true)),
  ])
}
