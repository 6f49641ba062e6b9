import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { DeliveryChannel } from '#/contracts/deliveries.ts'
import type { Database } from '../db/database.ts'
import { type ClaimedDelivery, claimDue, msUntilDue } from './claims.ts'
import {
  type AttemptResult,
  type FinishedAttempt,
  type RecordNotified,
  releaseClaim,
  storeOutcome,
} from './outcomes.ts'
import type { Pace } from './pace.ts'

/** Tries one delivery, until the signal says that this process stops. Rejects only for the database. */
export type Attempt = (claim: ClaimedDelivery, signal: AbortSignal) => Promise<AttemptResult>

/** A signal that aborts with another, or after a time: for talking to the other side, and no more. */
export function withTimeout(signal: AbortSignal, ms: number): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(ms)])
}

/** What a lane needs. */
export type LaneDeps = {
  db: Database
  logger: FastifyBaseLogger
  pace: Pace
  channels: DeliveryChannel[]
  /** Tries at once. */
  concurrency: number
  attempt: Attempt
  recordNotified?: RecordNotified | undefined
}

/** A lane that works by itself until it is closed. */
export type Lane = {
  /** Says that something may be due. */
  wake: () => void
  /** Takes nothing up any more, waits for what is under way, and gives back what does not end. */
  close: () => Promise<void>
}

const databaseRetryMs = 500

/**
 * Works on the due deliveries of some channels, several at once. A lane of its own keeps one kind of
 * server that hangs from holding up the other.
 */
export function startLane(deps: LaneDeps): Lane {
  const { db, logger, pace, channels, concurrency, attempt, recordNotified } = deps
  const underWay = new Set<Promise<void>>()
  const stop = new AbortController()
  let isClosed = false
  let looking: Promise<void> | undefined
  let lookAgain = false
  let hasFailed = false
  let timer: NodeJS.Timeout | undefined

  /** A mail that left must not leave again because the database was away for a moment. */
  async function keepOutcome(claim: ClaimedDelivery, result: FinishedAttempt) {
    const leaseEnd = Date.now() + pace.leaseMs - pace.attemptMs
    for (;;) {
      try {
        return await storeOutcome(db, claim, result, { pace, recordNotified })
      } catch (err) {
        if (isClosed || Date.now() > leaseEnd) throw err
        await sleep(databaseRetryMs)
      }
    }
  }

  async function work(claim: ClaimedDelivery): Promise<void> {
    const { id: deliveryId, leadId, channel } = claim
    const at = new Date()
    const started = performance.now()
    try {
      const result = await attempt(claim, stop.signal)
      // What was broken off by us says nothing of the other side.
      if (result.outcome === 'retry' && stop.signal.aborted) return await releaseClaim(db, claim)
      const durationMs = Math.round(performance.now() - started)
      const state = await keepOutcome(claim, { ...result, at, durationMs })
      const facts = { deliveryId, leadId, channel, attempt: claim.attempt, ms: durationMs }
      if (state === 'failed') logger.error(facts, 'a delivery was given up')
      else logger.info({ ...facts, outcome: result.outcome }, 'delivery tried')
    } catch (err) {
      // The lease ends by itself, and then it is tried again.
      logger.warn({ err, deliveryId, leadId, channel }, 'a delivery could not be worked on')
    }
  }

  function start(claim: ClaimedDelivery): void {
    const trying = work(claim).finally(() => {
      underWay.delete(trying)
      look()
    })
    underWay.add(trying)
  }

  function schedule(ms: number): void {
    clearTimeout(timer)
    if (isClosed) return
    timer = setTimeout(look, Math.min(ms, pace.fallbackMs))
  }

  async function takeUp(): Promise<void> {
    const free = concurrency - underWay.size
    if (free === 0) return
    const claims = await claimDue(db, channels, { limit: free, leaseMs: pace.leaseMs })
    claims.forEach(start)
    // With every place taken, the next look is when one is free.
    if (claims.length < free) schedule((await msUntilDue(db, channels)) ?? pace.fallbackMs)
  }

  async function lookUntilQuiet(): Promise<void> {
    while (lookAgain && !isClosed) {
      lookAgain = false
      try {
        await takeUp()
        hasFailed = false
      } catch (err) {
        if (!hasFailed) logger.warn({ err }, 'due deliveries could not be read')
        hasFailed = true
        schedule(databaseRetryMs)
      }
    }
    looking = undefined
  }

  /** One look at a time: a wake-up that comes during one is answered by another after it. */
  function look(): void {
    if (isClosed) return
    lookAgain = true
    looking ??= lookUntilQuiet()
  }

  schedule(0)
  return {
    wake: look,
    async close() {
      isClosed = true
      clearTimeout(timer)
      const drainTimer = setTimeout(() => stop.abort(), pace.drainMs)
      while (looking || underWay.size > 0) await Promise.all([looking, ...underWay])
      clearTimeout(drainTimer)
    },
  }
}
