import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { DeliveryChannel } from '#/contracts/notifications/deliveries.ts'
import type { DatabaseHandle } from '../../db/database.ts'
import { type Loop, startLoop } from '../../jobs/loop.ts'
import { type ClaimedDelivery, createClaimDue, msUntilDue, releaseClaim } from './claims.ts'
import { type AttemptResult, createOutcomeStore, type FinishedAttempt } from './outcomes.ts'
import type { Pace } from './pace.ts'

/** Attempts one delivery. The signal aborts when this process stops. Rejects only if the database fails. */
export type Attempt = (claim: ClaimedDelivery, signal: AbortSignal) => Promise<AttemptResult>

/**
 * Does work with a signal that aborts with another one, or after a time. The timer ends with the
 * work, so that no timers of mails that have left stay in memory.
 */
export async function withTimeout<Result>(
  { signal, ms }: { signal: AbortSignal; ms: number },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const both = new AbortController()
  const end = () => both.abort(signal.reason)
  const timer = setTimeout(
    () => both.abort(new DOMException('It took too long.', 'TimeoutError')),
    ms,
  )
  if (signal.aborted) end()
  signal.addEventListener('abort', end)
  try {
    return await work(both.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}

/** What a lane needs. */
export type LaneDeps = {
  database: Pick<DatabaseHandle, 'db' | 'announce'>
  logger: FastifyBaseLogger
  pace: Pace
  channels: DeliveryChannel[]
  /** The most attempts at once. */
  concurrency: number
  attempt: Attempt
}

/** A running lane. Closed, it claims no more, and aborts and releases what does not end in time. */
export type Lane = Loop

const databaseRetryMs = 500

/**
 * The attempts of one claim are stored together, and make room for the next claim together: each
 * statement has its price. They wait this long for one that takes longer, in milliseconds.
 */
const gatherMs = 50

/**
 * Attempts the due deliveries of some channels, several at once. Mails and webhooks have a lane each,
 * so that one kind of server that hangs does not delay the other.
 */
export function startLane(deps: LaneDeps): Lane {
  const { database, logger, pace, channels, concurrency, attempt } = deps
  const { db, announce } = database
  const underWay = new Set<Promise<void>>()
  /** Attempts that have not ended. */
  let unended = 0
  let lastEnded = Promise.withResolvers<void>()
  const claimDue = createClaimDue(db, channels, pace.leaseMs)
  const storeOutcome = createOutcomeStore(db, { pace, announce }, () =>
    Promise.race([lastEnded.promise, sleep(gatherMs)]),
  )
  const stop = new AbortController()
  let isClosed = false
  let gathering: NodeJS.Timeout | undefined

  /** Retries while the lease lasts: a mail that was sent must not be sent again. */
  async function storeReliably(attempt: FinishedAttempt) {
    const leaseEnd = performance.now() + pace.leaseMs - pace.attemptMs
    for (;;) {
      try {
        return await storeOutcome(attempt)
      } catch (err) {
        if (isClosed || performance.now() > leaseEnd) throw err
        await sleep(databaseRetryMs)
      }
    }
  }

  async function attemptOnce(claim: ClaimedDelivery): Promise<void> {
    const { id: deliveryId, leadId, channel } = claim
    const at = new Date()
    const started = performance.now()
    try {
      const result = await attempt(claim, stop.signal).finally(() => {
        unended -= 1
        if (unended === 0) lastEnded.resolve()
      })
      // Aborted by us: not a failure of the other side.
      if (result.outcome === 'retry' && stop.signal.aborted) return await releaseClaim(db, claim)
      const durationMs = Math.round(performance.now() - started)
      const state = await storeReliably({ ...result, claim, at, durationMs })
      const facts = { deliveryId, leadId, channel, attempt: claim.attempt, ms: durationMs }
      if (state === 'failed') logger.error(facts, 'a delivery was given up')
      else logger.info({ ...facts, outcome: result.outcome }, 'delivery attempted')
    } catch (err) {
      // It is attempted again when the lease has ended.
      logger.warn({ err, deliveryId, leadId, channel }, 'a delivery could not be attempted')
    }
  }

  function wake(): void {
    clearTimeout(gathering)
    gathering = undefined
    loop.wake()
  }

  function start(claim: ClaimedDelivery): void {
    if (unended === 0) lastEnded = Promise.withResolvers()
    unended += 1
    const running = attemptOnce(claim).finally(() => {
      underWay.delete(running)
      if (underWay.size === 0) wake()
      else gathering ??= setTimeout(wake, gatherMs)
    })
    underWay.add(running)
  }

  /** Claims as many deliveries as there are free places. Returns the milliseconds until it is to look again. */
  async function claimFree(): Promise<number> {
    const free = concurrency - underWay.size
    if (free === 0) return pace.fallbackMs
    const claims = await claimDue(free)
    claims.forEach(start)
    // With no place free, the end of an attempt looks again.
    if (claims.length === free) return pace.fallbackMs
    return Math.min((await msUntilDue(db, channels)) ?? pace.fallbackMs, pace.fallbackMs)
  }

  const loop = startLoop({
    what: 'read due deliveries',
    log: logger,
    run: claimFree,
  })
  return {
    wake: loop.wake,
    async close() {
      isClosed = true
      const drainTimer = setTimeout(() => stop.abort(), pace.drainMs)
      await loop.close()
      await Promise.all(underWay)
      clearTimeout(drainTimer)
      clearTimeout(gathering)
    },
  }
}
