import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { DatabaseHandle } from '../../db/database.ts'
import { isDatabaseAway } from '../../db/failures.ts'
import { startLoop } from '../../jobs/loop.ts'
import {
  type ClaimedDelivery,
  claimDue,
  createFreeAbandoned,
  msUntilDue,
  releaseClaim,
} from './claims.ts'
import { type Attempt, type FinishedAttempt, givenUp, storeOutcome } from './outcomes.ts'
import { mostAtOnce, mostAttempts, type Pace } from './pace.ts'

type WorkerDeps = {
  database: Pick<DatabaseHandle, 'db' | 'listen'>
  logger: FastifyBaseLogger
  pace: Pace
  attempt: Attempt
}

/** The running worker. Closed, it claims no more, and aborts and releases what does not end in time. */
export type Worker = { close: () => Promise<void> }

const databaseRetryMs = 500

/** After this time it looks for more that is due, and again for what another transaction has locked. */
const leastWaitMs = 50

/** Starts to attempt due deliveries: at each signal of a new one, at the next retry, and by polling. */
export async function startWorker(deps: WorkerDeps): Promise<Worker> {
  const { database, logger, pace, attempt } = deps
  const { db, listen } = database
  const underWay = new Set<Promise<void>>()
  const freeAbandoned = createFreeAbandoned(db, pace.leaseMs)
  const stop = new AbortController()

  /**
   * Retries while the lease lasts, and while the database is away, where nobody else can take the
   * delivery up: a mail that was sent must not be sent again.
   */
  async function storeReliably(finished: FinishedAttempt) {
    const leaseEnd = performance.now() + pace.leaseMs - pace.attemptMs
    for (;;) {
      try {
        return await storeOutcome(db, finished, pace, logger)
      } catch (err) {
        const isLost = performance.now() > leaseEnd && !isDatabaseAway(err)
        if (stop.signal.aborted || isLost) throw err
        await sleep(databaseRetryMs)
      }
    }
  }

  async function attemptOnce(claim: ClaimedDelivery): Promise<void> {
    const { id: deliveryId, leadId, channel } = claim
    const at = new Date()
    const started = performance.now()
    const limit = channel === 'webhook' ? pace.callMs : pace.attemptMs
    try {
      const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(limit)])
      const isOneTooMany = claim.attempt > mostAttempts
      const result = isOneTooMany ? givenUp : await attempt(claim, signal)
      // Aborted by us: not a failure of the other side.
      if (result.outcome === 'retry' && stop.signal.aborted) return await releaseClaim(db, claim)
      const durationMs = Math.round(performance.now() - started)
      const state = await storeReliably({ ...result, claim, at, durationMs })
      const facts = { deliveryId, leadId, channel, attempt: claim.attempt, ms: durationMs }
      if (state === 'failed') logger.error(facts, 'gave up on a delivery')
      else logger.info({ ...facts, outcome: result.outcome }, 'delivery attempted')
    } catch (err) {
      // It is attempted again when the lease has ended.
      logger.warn({ err, deliveryId, leadId, channel }, 'a delivery could not be attempted')
    }
  }

  function start(claim: ClaimedDelivery): void {
    const running = attemptOnce(claim).finally(() => {
      underWay.delete(running)
      loop.wake()
    })
    underWay.add(running)
  }

  /** Claims as many deliveries as there are free places. Returns the milliseconds until it is to look again. */
  async function claimFree(): Promise<number> {
    const limit = mostAtOnce - underWay.size
    // The end of an attempt looks again.
    if (limit === 0) return pace.fallbackMs
    await freeAbandoned()
    const ms = await msUntilDue(db)
    if (ms !== 0) return Math.min(ms ?? pace.fallbackMs, pace.fallbackMs)
    const claims = await claimDue(db, limit)
    claims.forEach(start)
    return leastWaitMs
  }

  const loop = startLoop({ what: 'read due deliveries', log: logger, run: claimFree })
  await listen('leads_changed', { onMessage: loop.wake, onRestored: loop.wake })
  return {
    async close() {
      const drainTimer = setTimeout(() => stop.abort(), pace.drainMs)
      await loop.close()
      await Promise.all(underWay)
      clearTimeout(drainTimer)
    },
  }
}
