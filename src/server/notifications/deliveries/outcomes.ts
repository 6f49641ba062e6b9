import { eq, sql } from 'drizzle-orm'
import {
  type AttemptOutcome,
  type DeliveryState,
  visitorChannels,
} from '#/contracts/notifications/deliveries.ts'
import { deliveries, deliveryAttempts, leads } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { announceLeads, recordOnLead } from '../../db/lead-history.ts'
import { type ClaimedDelivery, fromNow, isStillOurs } from './claims.ts'
import { type Pace, retryDelayMs } from './pace.ts'

/** How an attempt ended. `problem` is a sentence for the owner, `answer` the other side's own words. */
export type AttemptResult = {
  outcome: AttemptOutcome
  answer: string | null
  problem: string | null
  /** The other side asked not to be tried again before N milliseconds. */
  retryAfterMs?: number | undefined
}

/** Attempts one delivery, until the signal aborts. Rejects only if the database fails. */
export type Attempt = (claim: ClaimedDelivery, signal: AbortSignal) => Promise<AttemptResult>

/** The result of an attempt that was not made, and why. */
export const cancelled = (problem: string): AttemptResult => ({
  outcome: 'cancelled',
  problem,
  answer: null,
})

/** The problem of a webhook that says it is gone, as a sentence for the owner; a migration has it too. */
export const goneProblem = 'The webhook’s address says that it is gone (410).'

/** An attempt that ended, and how long it took. */
export type FinishedAttempt = AttemptResult & {
  claim: ClaimedDelivery
  at: Date
  durationMs: number
}

const longestAnswer = 500

/** What another server wrote, as the database can hold it. */
const storable = (text: string | null) =>
  text?.slice(0, longestAnswer).toWellFormed().replaceAll('\0', '') ?? null

/** The state of a delivery after an attempt, and how long it waits for the next one. */
function stateAfter(
  { outcome, retryAfterMs = 0, claim }: FinishedAttempt,
  pace: Pace,
): { state: DeliveryState; waitMs: number | null } {
  const delay = outcome === 'retry' ? retryDelayMs(claim.attempt, pace, Math.random()) : undefined
  if (delay !== undefined) {
    const waitMs = Math.max(delay, Math.min(retryAfterMs, pace.longestRetryMs))
    return { state: 'pending', waitMs: Math.round(waitMs) }
  }
  const isFinal = outcome === 'sent' || outcome === 'kept' || outcome === 'cancelled'
  return { state: isFinal ? outcome : 'failed', waitMs: null }
}

/**
 * Stores how an attempt ended. Returns the delivery's new state, or undefined where the lease had ended
 * and another process has claimed the delivery.
 */
export async function storeOutcome(
  db: Database,
  attempt: FinishedAttempt,
  pace: Pace,
): Promise<DeliveryState | undefined> {
  const { claim, at, durationMs, outcome, answer, problem } = attempt
  const { state, waitMs } = stateAfter(attempt, pace)
  const isNotified = state === 'sent' && !visitorChannels.includes(claim.channel)
  return db.transaction(async (tx) => {
    // The history refers to the lead: locked first, as in an erasure, so that neither waits for the other.
    await tx.select({ id: leads.id }).from(leads).where(eq(leads.id, claim.leadId)).for('key share')
    const [stored] = await tx
      .update(deliveries)
      .set({
        claimToken: null,
        state,
        problem: storable(problem),
        ...(waitMs !== null && { dueAt: fromNow(waitMs) }),
        ...(state === 'sent' && { sentAt: sql`now()` }),
      })
      .where(isStillOurs(claim))
      .returning({ id: deliveries.id })
    if (!stored) return undefined
    const log = { deliveryId: claim.id, at, durationMs, outcome, answer: storable(answer) }
    await tx.insert(deliveryAttempts).values(log)
    if (isNotified) {
      await recordOnLead(tx, claim.leadId, { kind: 'notified', detail: claim.target })
    } else if (claim.channel === 'offer' && state !== 'pending') {
      // The mail has left, or never will: its time runs, or the next contractor is asked.
      await announceLeads(tx)
    }
    return state
  })
}
