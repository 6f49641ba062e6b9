import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { databaseCause, NotMigrated } from '../db/failures.ts'

/** After a failure the loop looks again this soon, unless it looks less often anyway. */
const retryMs = 500

/** How often the log says that a loop keeps failing. */
const logEveryMs = 60_000

/** Work that comes again and again. */
export type Work = {
  /** Completes the line in the log when it fails: what could not be done. */
  what: string
  log: FastifyBaseLogger
  /**
   * Looks for work and does it. Returns the milliseconds until there may be more. `stop` ends it.
   */
  run: (stop: AbortSignal) => Promise<number>
  /** When it runs first; at once by default. */
  firstMs?: number
  retryMs?: number
}

/** A loop that goes on until it is closed. */
export type Loop = ReturnType<typeof startLoop>

/** Runs something when it is woken and when there may be work, but never twice at once. */
export function startLoop({ what, log, run, firstMs = 0, retryMs: wait = retryMs }: Work) {
  const stop = new AbortController()
  let alarm = Promise.withResolvers<void>()
  const wake = () => alarm.resolve()

  async function pause(ms: number) {
    const timer = setTimeout(wake, ms).unref()
    await alarm.promise
    clearTimeout(timer)
  }

  async function goOn(): Promise<void> {
    let loggedAt = Number.NEGATIVE_INFINITY
    if (firstMs > 0) await pause(firstMs)
    while (!stop.signal.aborted) {
      // Made before the run, so that a call of `wake` during it is followed by another run.
      alarm = Promise.withResolvers()
      let waitMs = wait
      try {
        waitMs = await run(stop.signal)
        loggedAt = Number.NEGATIVE_INFINITY
      } catch (err) {
        // At a start the database may not be migrated yet: of that the start tells, if it has to.
        const isStarting = (databaseCause(err) ?? err) instanceof NotMigrated
        if (!isStarting && performance.now() - loggedAt > logEveryMs) {
          loggedAt = performance.now()
          log.warn({ err }, `could not ${what}`)
        }
      }
      await pause(waitMs)
    }
  }

  const going = goOn()
  return {
    /** Runs at once, or again after the run that goes on. */
    wake,
    /** Prevents further runs, and waits for the one that goes on. */
    async close() {
      stop.abort()
      wake()
      await going
    },
  }
}

/** A task that is done again and again. */
export type Repeated = Pick<Work, 'what' | 'retryMs'> & {
  /** The time after a run until the next one; also after one that failed, unless that has its own. */
  everyMs: number
  /** `stop` aborts when the server closes, which waits for the run to end. */
  run: (stop: AbortSignal) => Promise<unknown>
  /** Also runs when the server begins to listen. */
  startsAtOnce?: boolean
}

/** Repeats a task until the server closes. Returns the function that runs it at once. */
export function repeat(
  app: FastifyInstance,
  { what, everyMs, retryMs: wait = everyMs, run, startsAtOnce = false }: Repeated,
): () => void {
  const { wake, close } = startLoop({
    what,
    log: app.log,
    firstMs: everyMs,
    retryMs: wait,
    async run(stop) {
      await run(stop)
      return everyMs
    },
  })
  if (startsAtOnce) app.addHook('onListen', async () => wake())
  app.addHook('onClose', close)
  return wake
}
