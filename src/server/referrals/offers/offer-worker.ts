import type { FastifyBaseLogger } from 'fastify'
import type { DatabaseHandle } from '../../db/database.ts'
import { advanceLead, findDueLeads, msUntilExpiry, type NextOfferDeps } from './next-offer.ts'

/** How often the tables are looked at, because a signal may get lost. */
const fallbackMs = 5_000

/** After a failure, and while another process is at it. */
const retryMs = 500

/** Leads come in lots: to look at the tables for each would slow down those who send them. */
const gatherMs = 200

/** A timer may ring a little early. */
const timerSlackMs = 5

export type OfferWorker = { close: () => Promise<void> }

/**
 * Ends offers when their time is over and offers leads to the next contractor, in every process: at
 * each signal, when the next offer expires by the database's clock, and by polling.
 */
export async function startOfferWorker(
  database: Pick<DatabaseHandle, 'db' | 'listen'>,
  logger: FastifyBaseLogger,
  deps: Omit<NextOfferDeps, 'db'>,
): Promise<OfferWorker> {
  const { db, listen } = database
  let isClosed = false
  let alarm = Promise.withResolvers<void>()
  const wake = () => alarm.resolve()
  let gathering: NodeJS.Timeout | undefined
  function wakeSoon() {
    gathering ??= setTimeout(() => {
      gathering = undefined
      wake()
    }, gatherMs)
  }

  async function advance(leadId: number): Promise<boolean> {
    try {
      return await advanceLead({ db, ...deps }, leadId)
    } catch (err) {
      // The others go on.
      logger.warn({ err, leadId }, 'a lead could not be offered to the next contractor')
      return false
    }
  }

  /** Does what is due, and answers when to look again, in milliseconds. */
  async function work(): Promise<number> {
    for (;;) {
      const due = await findDueLeads(db)
      let done = 0
      for (const leadId of due) {
        if (isClosed) return 0
        if (await advance(leadId)) done += 1
      }
      if (due.length > 0 && done === 0) return retryMs
      if (due.length === 0) break
    }
    const ms = await msUntilExpiry(db)
    return ms === undefined ? fallbackMs : Math.min(ms + timerSlackMs, fallbackMs)
  }

  async function workUntilClosed(): Promise<void> {
    let hasFailed = false
    while (!isClosed) {
      // Made before the look, so that a call of `wake` during it is followed by another look.
      alarm = Promise.withResolvers()
      let waitMs = retryMs
      try {
        waitMs = await work()
        hasFailed = false
      } catch (err) {
        if (!hasFailed) logger.warn({ err }, 'due offers could not be read')
        hasFailed = true
      }
      const timer = setTimeout(wake, waitMs)
      await alarm.promise
      clearTimeout(timer)
    }
  }

  const working = workUntilClosed()
  await listen('offers_due', { onMessage: wake, onRestored: wake })
  await listen('leads_changed', { onMessage: wakeSoon })
  return {
    async close() {
      isClosed = true
      clearTimeout(gathering)
      wake()
      await working
    },
  }
}
