import { type SQL, sql } from 'drizzle-orm'
import {
  type AttemptOutcome,
  type DeliveryState,
  visitorChannels,
} from '#/contracts/notifications/deliveries.ts'
import { deliveries, deliveryAttempts, leads } from '#/server/db/tables/schema.ts'
import type { Announce, Database } from '../../db/database.ts'
import { createGroupCommit } from '../../db/group-commit.ts'
import { addNotified } from '../../db/lead-history.ts'
import type { ClaimedDelivery } from './claims.ts'
import { type Pace, retryDelayMs } from './pace.ts'

/** How an attempt ended. `problem` is a sentence for the owner, `answer` the other side's own words. */
export type AttemptResult = {
  outcome: AttemptOutcome
  answer: string | null
  problem: string | null
  /** The other side asked not to be tried again before N milliseconds. */
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

/** The problem of a webhook that says it is gone, as a sentence for the owner; a migration has it too. */
export const goneProblem = 'The webhook’s address says that it is gone (410).'

/** An attempt that ended, and how long it took. */
export type FinishedAttempt = AttemptResult & {
  claim: ClaimedDelivery
  at: Date
  durationMs: number
}

/** `announce` is called when open inboxes have more to show. */
export type StoreOptions = { pace: Pace; announce?: Announce }

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

/** The mail of an offer has left, or never will: its time runs, or the next contractor is asked. */
const endedOffer = sql`select from stored where channel = 'offer' and state <> 'pending'`

const notified = sql`
  select lead_id, target from stored
  where state = 'sent' and channel <> all(${sql.param(visitorChannels)}::text[])`

/**
 * The statement that stores rows as `ended` has them, and the attempts with them; it returns those
 * that it stored. The histories lock the leads: that comes before the deliveries, as in an erasure,
 * so that neither waits for the other.
 */
function prepareStore(db: Database) {
  const ids = (name: string) => sql`any(${sql.placeholder(name)}::bigint[])`
  const part = (name: string, statement: SQL) => db.$with(name, {}).as(statement)
  const ended = part(
    'ended',
    sql`select * from jsonb_to_recordset(${sql.placeholder('ended')}::jsonb) as (
      id bigint, claim_token text, state text, wait_ms integer, waits_for_server boolean,
      problem text, at timestamptz, duration_ms integer, outcome text, answer text
    )`,
  )
  const heldLeads = part(
    'held_leads',
    sql`select from ${leads} where id = ${ids('leadIds')} order by id for key share`,
  )
  const held = part(
    'held',
    sql`select from ${deliveries}, (select count(*) from held_leads) first
    where id = ${ids('ids')} order by id for no key update of ${deliveries}`,
  )
  const stored = db.$with('stored', { id: deliveries.id }).as(sql`
    update ${deliveries} set
      claim_token = null, state = ended.state, problem = ended.problem,
      due_at = coalesce(now() + wait_ms * interval '1 millisecond', due_at),
      waits_for_server = coalesce(ended.waits_for_server, ${deliveries.waitsForServer}),
      sent_at = case when ended.state = 'sent' then now() else sent_at end
    from ended, (select count(*) from held) first
    where ${deliveries.id} = ended.id and ${deliveries.claimToken} = ended.claim_token
    returning ended.*, ${deliveries.leadId}, ${deliveries.channel}, ${deliveries.target}`)
  const logged = part(
    'logged',
    sql`insert into ${deliveryAttempts} (delivery_id, at, duration_ms, outcome, answer)
    select id, at, duration_ms, outcome, answer from stored`,
  )
  return db
    .with(ended, heldLeads, held, stored, logged, part('told', addNotified(notified)))
    .select({
      id: stored.id,
      hasNotified: sql<boolean>`exists (${notified}) or exists (${endedOffer})`,
    })
    .from(stored)
    .prepare('store_outcomes')
}

/**
 * Makes the function that stores how attempts ended, all or none, in one statement. It returns each
 * delivery's new state, or undefined where the lease had ended and another process has claimed the
 * delivery.
 */
export function createStoreOutcomes(db: Database, { pace, announce }: StoreOptions) {
  const statement = prepareStore(db)
  return async (attempts: readonly FinishedAttempt[]): Promise<(DeliveryState | undefined)[]> => {
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
    const stored = await statement.execute({
      ended: JSON.stringify(rows),
      ids: attempts.map(({ claim }) => claim.id),
      leadIds: attempts.map(({ claim }) => claim.leadId),
    })
    if (stored[0]?.hasNotified) announce?.('leads_changed')
    const ids = new Set(stored.map(({ id }) => id))
    return attempts.map(({ claim }, index) =>
      ids.has(claim.id) ? states[index]?.state : undefined,
    )
  }
}

/** Stores how one attempt ended; see `createStoreOutcomes`. */
export type StoreOutcome = (attempt: FinishedAttempt) => Promise<DeliveryState | undefined>

/** Makes the function that stores outcomes together: all that come until `gather` resolves. */
export function createOutcomeStore(
  db: Database,
  options: StoreOptions,
  gather?: () => Promise<unknown>,
): StoreOutcome {
  return createGroupCommit(createStoreOutcomes(db, options), { gather })
}
