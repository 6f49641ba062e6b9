import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { DatabaseHandle } from '../../db/database.ts'
import { startLoop } from '../../jobs/loop.ts'
import { partFromOver } from './join-leads.ts'
import { advanceLead, findDueLeads, msUntilDue } from './next-offer.ts'

/** How often the tables are looked at, because a signal may get lost. */
const fallbackMs = 30_000

/** While another process is at it. */
const retryMs = 500

/** Leads come in lots: to look at the tables for each would slow down those who send them. */
const gatherMs = 200

/** A timer may ring a little early. */
const timerSlackMs = 5

type OfferWorker = { close: () => Promise<void> }

/**
 * Ends offers when their time is over and offers leads to the next contractor, in every process: at
 * each signal, when the next offer expires or a wait ends by the database's clock, and by polling. A
 * signal also has it look again for leads that wait until a contractor can be asked.
 */
export async function startOfferWorker(
  database: Pick<DatabaseHandle, 'db' | 'listen'>,
  logger: FastifyBaseLogger,
): Promise<OfferWorker> {
  const { db, listen } = database
  let gathering: NodeJS.Timeout | undefined
  let looksAgain = true
  function wakeSoon() {
    gathering ??= setTimeout(() => {
      gathering = undefined
      wakeNow()
    }, gatherMs)
  }
  function wakeNow() {
    looksAgain = true
    loop.wake()
  }

  async function advance(leadId: number): Promise<boolean> {
    try {
      return await advanceLead(db, leadId)
    } catch (err) {
      // The others go on.
      logger.warn({ err, leadId }, 'a lead could not be offered to the next contractor')
      return false
    }
  }

  /** Does what is due. Returns the milliseconds until the next look. */
  async function work(stop: AbortSignal): Promise<number> {
    await partFromOver(db)
    for (;;) {
      const due = await findDueLeads(db, { looksAgain })
      looksAgain = false
      let done = 0
      for (const leadId of due) {
        if (stop.aborted) return 0
        if (await advance(leadId)) done += 1
      }
      if (due.length > 0 && done === 0) return retryMs
      if (due.length === 0) break
    }
    const ms = await msUntilDue(db)
    return ms === undefined ? fallbackMs : Math.min(ms + timerSlackMs, fallbackMs)
  }

  const loop = startLoop({ what: 'read due offers', log: logger, run: work })
  await listen('offers_due', { onMessage: wakeNow, onRestored: wakeNow })
  await listen('leads_changed', { onMessage: wakeSoon })
  return {
    async close() {
      clearTimeout(gathering)
      await loop.close()
    },
  }
}

/** Runs that from when the server listens until it closes. */
export function registerOfferWorker(app: FastifyInstance, database: DatabaseHandle): void {
  let worker: Promise<OfferWorker> | undefined
  app.addHook('onListen', async () => {
    worker = startOfferWorker(database, app.log)
    await worker
  })
  app.addHook('onClose', async () => (await worker?.catch(() => undefined))?.close())
}
