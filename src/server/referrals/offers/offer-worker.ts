import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { DatabaseHandle } from '../../db/database.ts'
import { type Loop, startLoop } from '../../jobs/loop.ts'
import { partFromOver } from './join-leads.ts'
import { advanceLead, findDueLeads, msUntilDue } from './next-offer.ts'

/** How often the tables are looked at, because a signal may get lost. */
const fallbackMs = 30_000

/** While another process is at it. */
const retryMs = 500

/** A timer may ring a little early. */
const timerSlackMs = 5

/**
 * Ends offers when their time is over and offers leads to the next contractor, in every process: at
 * each signal, when the next offer expires or a wait ends by the database's clock, and by polling. A
 * signal also has it look again for leads that wait until a contractor can be asked.
 */
export async function startOfferWorker(
  database: Pick<DatabaseHandle, 'db' | 'listen'>,
  logger: FastifyBaseLogger,
): Promise<Loop> {
  const { db, listen } = database
  // Signals so far, and those that have been looked for. The start is one.
  let heard = 1
  let answered = 0
  function wakeSoon() {
    heard += 1
    loop.wakeSoon()
  }
  function wakeNow() {
    heard += 1
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
      const hearing = heard
      const due = await findDueLeads(db, { looksAgain: answered < hearing })
      answered = hearing
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
  return loop
}

/** Runs that from when the server listens until it closes. */
export function registerOfferWorker(app: FastifyInstance, database: DatabaseHandle): void {
  let worker: Promise<Loop> | undefined
  app.addHook('onListen', async () => {
    worker = startOfferWorker(database, app.log)
    await worker
  })
  app.addHook('onClose', async () => (await worker?.catch(() => undefined))?.close())
}
