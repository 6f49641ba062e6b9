import { randomUUID } from 'node:crypto'
import { and, count, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import {
  type DeliveryChannel,
  heldChannels,
  toldAgainAfterMs,
} from '#/contracts/notifications/deliveries.ts'
import { deliveries } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { notify } from '../../db/signals.ts'
import { longestWaitMs } from './pace.ts'

/** A delivery that only this process may attempt, until the lease ends. */
export type ClaimedDelivery = {
  id: number
  leadId: number
  channel: DeliveryChannel
  recipientId: number | null
  webhookId: number | null
  offerId: number | null
  target: string
  claimToken: string
  /** The number of this attempt, from 1. */
  attempt: number
}

const claimed = {
  id: deliveries.id,
  leadId: deliveries.leadId,
  channel: deliveries.channel,
  recipientId: deliveries.recipientId,
  webhookId: deliveries.webhookId,
  offerId: deliveries.offerId,
  target: deliveries.target,
  attempt: deliveries.attempts,
}

const isPendingOf = (channels: DeliveryChannel[]) =>
  and(eq(deliveries.state, 'pending'), inArray(deliveries.channel, channels))

/** An instant so many milliseconds from now, or before it, by the database's clock. */
export const fromNow = (ms: number) =>
  sql`now() + ${Math.round(ms)}::integer * interval '1 millisecond'`

/**
 * The first attempt is due at once, or when it may be told again; a wait ahead of this shows that the
 * clock has been set back.
 */
const longestFirstWaitMs = 60_000

/** The ranges of the index `deliveries_due`, in the order in which they are claimed. */
const ranges = (channels: DeliveryChannel[]) => sql`
  unnest(${sql.param(channels)}::text[]) kinds (channel),
  (values (true), (false)) urgency (is_urgent),
  (values (false), (true)) tries (has_failed),
  lateral (select case
    when has_failed then ${longestWaitMs}::integer
    when kinds.channel = any(${sql.param(heldChannels)}::text[]) then ${toldAgainAfterMs + longestFirstWaitMs}::integer
    else ${longestFirstWaitMs}::integer
  end) waits (longest_wait_ms)`

/** The pending deliveries of one range that are due in a span of time, the earliest first. */
const nextIn = (span: SQL) => sql`
  select ${deliveries.id}, ${deliveries.dueAt} from ${deliveries}
  where ${deliveries.state} = 'pending' and ${deliveries.channel} = kinds.channel
    and ${deliveries.isUrgent} = urgency.is_urgent and (${deliveries.attempts} > 0) = has_failed
    and ${span}
  order by ${deliveries.dueAt}`

/** Claims up to so many due deliveries. */
export type ClaimDue = (limit: number) => Promise<ClaimedDelivery[]>

/**
 * Makes the function that claims due deliveries of some channels in one statement. Several processes
 * get different ones, and those that a dead process had claimed are due again when its lease ends.
 * Emergencies come first, and then first attempts, so that new leads do not wait behind deliveries
 * that have failed for days. It reads only the first few of each range, however many wait.
 */
export function createClaimDue(
  db: Database,
  channels: DeliveryChannel[],
  leaseMs: number,
): ClaimDue {
  const limit = sql.placeholder('limit')
  // Due, or further ahead than any wait: then the clock has been set back since.
  const spans = sql`
    (values ('-infinity', now()), (now() + longest_wait_ms * interval '1 millisecond', 'infinity'))
    spans (after, until)`
  const isInSpan = sql`${deliveries.dueAt} > after and ${deliveries.dueAt} <= until`
  // A common table expression runs once; a plain subquery may run again for each row, and claim more.
  const due = db.$with('due', { id: deliveries.id }).as(sql`
    select next.id from ${ranges(channels)},
      lateral ${spans},
      lateral (${nextIn(isInSpan)} limit ${limit} for update skip locked) next
    order by urgency.is_urgent desc, has_failed, next.due_at limit ${limit}`)
  const claim = db
    .with(due)
    .update(deliveries)
    .set({
      claimToken: sql`${sql.placeholder('claimToken')}`,
      dueAt: fromNow(leaseMs),
      attempts: sql`${deliveries.attempts} + 1`,
    })
    .where(inArray(deliveries.id, db.select({ id: due.id }).from(due)))
    .returning(claimed)
    // Without a name: it is built once, but planned each time, because the best plan depends on how
    // many deliveries there are.
    .prepare('')

  return async (most) => {
    const claimToken = randomUUID()
    const rows = await claim.execute({ limit: most, claimToken })
    return rows.map((row) => ({ ...row, claimToken }))
  }
}

/** Milliseconds until the next delivery is due; undefined when none is pending. */
export async function msUntilDue(
  db: Database,
  channels: DeliveryChannel[],
): Promise<number | undefined> {
  const [row] = await db
    .select({ ms: sql<string | null>`extract(epoch from min(next.due_at) - now()) * 1000` })
    .from(sql`${ranges(channels)}, lateral (${nextIn(sql`true`)} limit 1) next`)
  return row?.ms == null ? undefined : Math.max(0, Number(row.ms))
}

const stillOurs = ({ id, claimToken }: ClaimedDelivery) =>
  and(eq(deliveries.id, id), eq(deliveries.claimToken, claimToken))

/** Gives a claimed delivery back to any process; the attempt does not count. */
export async function releaseClaim(db: Database, claim: ClaimedDelivery): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(deliveries)
      .set({ claimToken: null, dueAt: sql`now()`, attempts: sql`${deliveries.attempts} - 1` })
      .where(stillOurs(claim))
    await notify(tx, 'deliveries_due', '')
  })
}

const waitsForServer = (channels: DeliveryChannel[]) =>
  and(isPendingOf(channels), eq(deliveries.waitsForServer, true), isNull(deliveries.claimToken))

/** Makes deliveries due that wait for their server; answers how many. */
async function releaseWhere(
  db: Database,
  which: SQL | undefined,
  lockOptions: { skipLocked?: true } = {},
): Promise<number> {
  return db.transaction(async (tx) => {
    const waiting = tx
      .$with('waiting')
      .as(
        tx
          .select({ id: deliveries.id })
          .from(deliveries)
          .where(which)
          .for('no key update', lockOptions),
      )
    const released = tx.$with('released').as(
      tx
        .update(deliveries)
        .set({ dueAt: sql`${deliveries.queuedAt}`, waitsForServer: false })
        .where(inArray(deliveries.id, tx.select({ id: waiting.id }).from(waiting)))
        .returning({ id: deliveries.id }),
    )
    // There may be very many: only their number is read.
    const [row] = await tx.with(waiting, released).select({ count: count() }).from(released)
    const number = row?.count ?? 0
    if (number > 0) await notify(tx, 'deliveries_due', '')
    return number
  })
}

/**
 * Makes every delivery of these channels due that waits for its server, the oldest the longest. For
 * when the server is back.
 */
export async function releaseWaiting(db: Database, channels: DeliveryChannel[]): Promise<number> {
  let released = await releaseWhere(db, waitsForServer(channels), { skipLocked: true })
  // Then those that somebody else had locked, one by one: who holds one waits for none.
  const rest = await db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(waitsForServer(channels))
  for (const { id } of rest) {
    released += await releaseWhere(db, and(waitsForServer(channels), eq(deliveries.id, id)))
  }
  return released
}
