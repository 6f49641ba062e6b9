import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, lte, min, sql } from 'drizzle-orm'
import type { DeliveryChannel } from '#/contracts/deliveries.ts'
import type { Database } from '../db/database.ts'
import { deliveries } from '../db/schema.ts'

/** A delivery that this process alone may try, until the lease ends. */
export type ClaimedDelivery = {
  id: number
  leadId: number
  channel: DeliveryChannel
  recipientId: number | null
  webhookId: number | null
  target: string
  claimToken: string
  /** The number of this try, from 1. */
  attempt: number
}

const claimed = {
  id: deliveries.id,
  leadId: deliveries.leadId,
  channel: deliveries.channel,
  recipientId: deliveries.recipientId,
  webhookId: deliveries.webhookId,
  target: deliveries.target,
  attempt: deliveries.attempts,
}

const isPendingOf = (channels: DeliveryChannel[]) =>
  and(eq(deliveries.state, 'pending'), inArray(deliveries.channel, channels))

/** So many milliseconds from now, by the database's clock. */
export const fromNow = (ms: number) =>
  sql`now() + ${Math.round(ms)}::integer * interval '1 millisecond'`

/**
 * Claims up to `limit` due deliveries in one statement. Processes at once get different ones, and
 * what a dead process had claimed is due again when its lease ends. First tries come first, so that
 * new leads do not queue behind what has failed for days.
 */
export async function claimDue(
  db: Database,
  channels: DeliveryChannel[],
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<ClaimedDelivery[]> {
  const claimToken = randomUUID()
  // A common table expression runs once; a plain subquery may run again for each row, and claim more.
  const due = db.$with('due').as(
    db
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(and(isPendingOf(channels), lte(deliveries.dueAt, sql`now()`)))
      .orderBy(asc(deliveries.attempts), asc(deliveries.dueAt))
      .limit(limit)
      .for('update', { skipLocked: true }),
  )
  const rows = await db
    .with(due)
    .update(deliveries)
    .set({ claimToken, dueAt: fromNow(leaseMs), attempts: sql`${deliveries.attempts} + 1` })
    .where(inArray(deliveries.id, db.select({ id: due.id }).from(due)))
    .returning(claimed)
  return rows.map((row) => ({ ...row, claimToken }))
}

/** Milliseconds until the next delivery is due; undefined when none is pending. */
export async function msUntilDue(
  db: Database,
  channels: DeliveryChannel[],
): Promise<number | undefined> {
  const [row] = await db
    .select({
      ms: sql<string | null>`extract(epoch from ${min(deliveries.dueAt)} - now()) * 1000`,
    })
    .from(deliveries)
    .where(isPendingOf(channels))
  return row?.ms == null ? undefined : Math.max(0, Number(row.ms))
}
