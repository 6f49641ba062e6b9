import { type SQL, sql } from 'drizzle-orm'
import {
  type AttemptOutcome,
  type DeliveryState,
  visitorChannels,
} from '#/contracts/notifications/deliveries.ts'
import { deliveries, deliveryAttempts, leads } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { createGroupCommit } from '../../db/group-commit.ts'
import type { ClaimedDelivery } from './claims.ts'
import { type Pace, retryDelayMs } from './pace.ts'

/** How an attempt ended. `problem` is a sentence for the owner, `answer` the other side's own words. */
export type AttemptResult = {
  outcome: AttemptOutcome
  answer: string | null
  problem: string | null
  /** The other side asked not to be tried again before so many milliseconds. */
  retryAfterMs?: number | undefined
  /** No attempt can succeed until the server is back. */
  waitsForServer?: boolean
}

/** The result of an attempt that was not made, and why. */
export const cancelled = (problem: string): AttemptResult => ({
  outcome: 'cancelled',
  problem,
  answer: null,
})

/** An attempt that ended, and how long it took. */
export type FinishedAttempt = AttemptResult & {
  claim: ClaimedDelivery
  at: Date
  durationMs: number
}

/** How it is stored and shown with a lead that addresses were notified. */
export type RecordNotified = {
  /**
   * Common table expressions that add it to the histories, as a part of the statement that stores the
   * outcomes. `notified` selects `lead_id` and `target`.
   */
  expressions: (notified: SQL) => SQL
  /** Called after that: open inboxes may show it. */
  announce: () => void
}

/** How outcomes are stored. */
export type StoreOptions = { pace: Pace; recordNotified?: RecordNotified | undefined }

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

const notified = sql`
  select lead_id, target from stored
  where state = 'sent' and channel <> all(${sql.param(visitorChannels)}::text[])`

/**
 * Stores rows as `ended` has them, and the attempts with them; answers those that it stored. The
 * histories lock the leads: that comes before the deliveries, as in an erasure, so that neither waits
 * for the other.
 */
const storeEnded = (
  ended: SQL,
  claims: readonly ClaimedDelivery[],
  recordNotified: RecordNotified | undefined,
) => sql`
  with ended as (${ended}), held_leads as (
    select from ${leads} where id = any(${sql.param(claims.map(({ leadId }) => leadId))}::bigint[])
    order by id for key share
  ), held as (
    select from ${deliveries}, (select count(*) from held_leads) first
    where id = any(${sql.param(claims.map(({ id }) => id))}::bigint[])
    order by id for no key update of ${deliveries}
  ), stored as (
    update ${deliveries} set
      claim_token = null, state = ended.state, problem = ended.problem,
      due_at = coalesce(now() + wait_ms * interval '1 millisecond', due_at),
      waits_for_server = coalesce(ended.waits_for_server, ${deliveries.waitsForServer}),
      sent_at = case when ended.state = 'sent' then now() else sent_at end
    from ended, (select count(*) from held) first
    where ${deliveries.id} = ended.id and ${deliveries.claimToken} = ended.claim_token
    returning ended.*, ${deliveries.leadId}, ${deliveries.channel}, ${deliveries.target}
  ), logged as (
    insert into ${deliveryAttempts} (delivery_id, at, duration_ms, outcome, answer)
    select id, at, duration_ms, outcome, answer from stored
  )${recordNotified ? sql`, ${recordNotified.expressions(notified)}` : sql``}
  select id::int as id, exists (${notified}) as has_notified from stored`

/**
 * Stores how attempts ended, all or none, in one statement. Answers each delivery's new state, or
 * undefined where the lease had ended and another process has claimed the delivery.
 */
export async function storeOutcomes(
  db: Database,
  attempts: readonly FinishedAttempt[],
  { pace, recordNotified }: StoreOptions,
): Promise<(DeliveryState | undefined)[]> {
  const states = attempts.map((attempt) => stateAfter(attempt, pace))
  const rows = attempts.map(({ claim, ...attempt }, index) => ({
    id: claim.id,
    claim_token: claim.claimToken,
    state: states[index]?.state,
    wait_ms: states[index]?.waitMs,
    waits_for_server: states[index]?.waitMs == null ? null : (attempt.waitsForServer ?? false),
    problem: storable(attempt.problem),
    at: attempt.at.toISOString(),
    duration_ms: attempt.durationMs,
    outcome: attempt.outcome,
    answer: storable(attempt.answer),
  }))
  const ended = sql`
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (
      id bigint, claim_token text, state text, wait_ms integer, waits_for_server boolean,
      problem text, at timestamptz, duration_ms integer, outcome text, answer text
    )`
  const claims = attempts.map(({ claim }) => claim)
  const result = (await db.execute(storeEnded(ended, claims, recordNotified))) as unknown as {
    rows: { id: number; has_notified: boolean }[]
  }
  if (result.rows[0]?.has_notified) recordNotified?.announce()
  const stored = new Set(result.rows.map(({ id }) => id))
  return attempts.map(({ claim }, index) =>
    stored.has(claim.id) ? states[index]?.state : undefined,
  )
}

/** Stores how one attempt ended; see `storeOutcomes`. */
export type StoreOutcome = (attempt: FinishedAttempt) => Promise<DeliveryState | undefined>

/** Makes the function that stores outcomes: those of attempts that end meanwhile, together. */
export function createOutcomeStore(db: Database, options: StoreOptions): StoreOutcome {
  return createGroupCommit((attempts) => storeOutcomes(db, attempts, options))
}
