import { eq, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { AttemptOutcome, DeliveryState } from '#/contracts/notifications/deliveries.ts'
import { deliveries, deliveryAttempts } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { codeOf, isDatabaseAway } from '../../db/failures.ts'
import { lockLead } from '../../db/lock-lead.ts'
import type { Command } from '../../referrals/commands.ts'
import { apply } from '../../referrals/store/apply.ts'
import { type ClaimedDelivery, fromNow, isStillOurs } from './claims.ts'
import { type Pace, retryDelayMs } from './pace.ts'

/** How an attempt ended. `problem` is a sentence for the owner, `answer` the other side's own words. */
export type AttemptResult = {
  outcome: AttemptOutcome
  answer: string | null
  problem: string | null
  /** What the mail said of the request. */
  said?: string | undefined
  /** When it was written, in milliseconds. */
  writtenAt?: number | undefined
}

/** Attempts one delivery, until the signal aborts. Rejects only if the database fails. */
export type Attempt = (claim: ClaimedDelivery, signal: AbortSignal) => Promise<AttemptResult>

/** The result of an attempt that was not made, and why. */
export const cancelled = (problem: string): AttemptResult => ({
  outcome: 'cancelled',
  problem,
  answer: null,
})

/** The result where no attempt is made any more: processes have ended during all of them. */
export const givenUp: AttemptResult = {
  outcome: 'retry',
  problem: 'We’ve stopped trying, and we don’t know if the last try went through.',
  answer: null,
}

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
  { outcome, claim }: FinishedAttempt,
  pace: Pace,
): { state: DeliveryState; waitMs: number | null } {
  const delay = outcome === 'retry' ? retryDelayMs(claim.attempt, pace, Math.random()) : undefined
  if (delay !== undefined) return { state: 'pending', waitMs: delay }
  const isFinal = outcome === 'sent' || outcome === 'kept' || outcome === 'cancelled'
  return { state: isFinal ? outcome : 'failed', waitMs: null }
}

/** What the end of an attempt means to the lead: the rules know which mails have left, and which never will. */
function commandAfter(
  { claim: { channel, offerId, target: to }, said = channel, writtenAt }: FinishedAttempt,
  state: DeliveryState,
): Command | undefined {
  const isOfRules = offerId !== null || channel === 'update' || channel === 'follow-up'
  // One that takes the place of the confirmation says how the request stands.
  const mail = channel === 'confirmation' && said !== channel ? 'update' : channel
  if (!isOfRules && mail !== 'update') return undefined
  const isKept = state === 'kept'
  if (isKept || state === 'sent')
    return { do: 'mail-left', mail, offerId, said, to, isKept, writtenAt }
  const neverLeaves = state === 'failed' || state === 'cancelled'
  return neverLeaves && isOfRules ? { do: 'mail-failed', mail, offerId, writtenAt } : undefined
}

/** SQLSTATEs of a statement that may succeed when it is repeated: serialization, deadlock, lock timeout. */
const mayPassWhenRepeated = /^(40001|40P01|55P03)$/

/** The problem of a mail that left, and which its request does not know of, as a sentence for the owner. */
export const unknownProblem =
  'The email went out, but an error kept us from recording it. Please don’t resend it. To be sure, call the person.'

/** Stores the new state of a delivery, and its attempt. Returns whether it is still claimed for that. */
async function storeAttempt(
  db: Database,
  { claim, at, durationMs, outcome, answer, problem }: FinishedAttempt,
  { state, waitMs }: ReturnType<typeof stateAfter>,
): Promise<boolean> {
  const stored = db
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
  const { rowCount } = await db.execute(sql`
    with stored as ${stored}
    insert into ${deliveryAttempts} (delivery_id, at, duration_ms, outcome, answer)
    select id, ${at.toISOString()}::timestamptz, ${durationMs}::integer, ${outcome}, ${storable(answer)}
    from stored`)
  return rowCount === 1
}

/**
 * Stores how an attempt ended, and what that means to the lead. Returns the delivery's new state, or
 * undefined where the lease had ended and another process has claimed the delivery. An error of the lead
 * that comes each time must not have the mail sent each time: then the delivery alone is stored.
 */
export async function storeOutcome(
  db: Database,
  attempt: FinishedAttempt,
  pace: Pace,
  log?: Pick<FastifyBaseLogger, 'error'>,
): Promise<DeliveryState | undefined> {
  const { id: deliveryId, leadId, channel } = attempt.claim
  const next = stateAfter(attempt, pace)
  const command = commandAfter(attempt, next.state)
  if (!command) return (await storeAttempt(db, attempt, next)) ? next.state : undefined
  return db.transaction(async (tx) => {
    // Locked first, as in an erasure, so that neither waits for the other.
    const lead = await lockLead(tx, leadId)
    if (!(await storeAttempt(tx, attempt, next))) return undefined
    try {
      await tx.transaction((inner) => apply(inner, leadId, command, lead))
    } catch (err) {
      if (isDatabaseAway(err) || mayPassWhenRepeated.test(codeOf(err))) throw err
      log?.error(
        { err, deliveryId, leadId, channel },
        'a request does not show how a delivery ended',
      )
      if (command.do === 'mail-left') {
        const isThis = eq(deliveries.id, deliveryId)
        await tx.update(deliveries).set({ problem: unknownProblem }).where(isThis)
      }
    }
    return next.state
  })
}
