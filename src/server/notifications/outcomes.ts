import { and, eq, sql } from 'drizzle-orm'
import type { AttemptOutcome } from '#/contracts/deliveries.ts'
import type { Database, Transaction } from '../db/database.ts'
import { deliveries, deliveryAttempts } from '../db/schema.ts'
import { notify } from '../db/signals.ts'
import { type ClaimedDelivery, fromNow } from './claims.ts'
import { type Pace, retryDelayMs } from './pace.ts'

/** How a try ended. `problem` is a sentence for the owner, `answer` the other side's own words. */
export type AttemptResult = {
  outcome: AttemptOutcome
  answer: string | null
  problem: string | null
}

/** A try that ended, and how long it took. */
export type FinishedAttempt = AttemptResult & { at: Date; durationMs: number }

/** Writes into a lead's history that somebody was told of it, in the same transaction. */
export type RecordNotified = (tx: Transaction, leadId: number, to: string) => Promise<void>

const longestAnswer = 500

const stillOurs = ({ id, claimToken }: ClaimedDelivery) =>
  and(eq(deliveries.id, id), eq(deliveries.claimToken, claimToken))

/** What a try makes of its delivery. */
function changesAfter({ outcome, problem }: AttemptResult, attempt: number, pace: Pace) {
  switch (outcome) {
    case 'sent':
      return { state: 'sent', sentAt: sql`now()`, problem: null } as const
    case 'cancelled':
      return { state: 'cancelled', problem } as const
    case 'refused':
      return { state: 'failed', problem } as const
    case 'retry': {
      const delay = retryDelayMs(attempt, pace, Math.random())
      if (delay === undefined) return { state: 'failed', problem } as const
      return { state: 'pending', dueAt: fromNow(delay), problem } as const
    }
  }
}

/**
 * Stores how a try ended. Answers the delivery's new state, or undefined when the lease had ended
 * and another process has taken the delivery up.
 */
export async function storeOutcome(
  db: Database,
  claim: ClaimedDelivery,
  result: FinishedAttempt,
  { pace, recordNotified }: { pace: Pace; recordNotified?: RecordNotified | undefined },
) {
  const { outcome, at, durationMs } = result
  const changes = changesAfter(result, claim.attempt, pace)
  return db.transaction(async (tx) => {
    const [stored] = await tx
      .update(deliveries)
      .set({ ...changes, claimToken: null })
      .where(stillOurs(claim))
      .returning({ id: deliveries.id })
    if (!stored) return undefined
    const answer = result.answer?.slice(0, longestAnswer) ?? null
    await tx
      .insert(deliveryAttempts)
      .values({ deliveryId: claim.id, at, durationMs, outcome, answer })
    if (outcome === 'sent' && claim.channel !== 'confirmation') {
      await recordNotified?.(tx, claim.leadId, claim.target)
    }
    return changes.state
  })
}

/** Gives a claimed delivery back untried, for whichever process is there to take it. */
export async function releaseClaim(db: Database, claim: ClaimedDelivery): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(deliveries)
      .set({ claimToken: null, dueAt: sql`now()`, attempts: sql`${deliveries.attempts} - 1` })
      .where(stillOurs(claim))
    await notify(tx, 'deliveries_due', '')
  })
}
