import type { FastifyInstance } from 'fastify'

/** A repeated task. */
export type Repeated = {
  /** What the log says could not be done, when it fails. */
  what: string
  everyMs: number
  /** `stop` aborts when the server closes, which waits for the run to end. */
  run: (stop: AbortSignal) => Promise<unknown>
}

/**
 * Runs something at a fixed interval until the server closes; never twice at once. Answers a function
 * that runs it at once as well, or again after the run that goes on.
 */
export function repeat(app: FastifyInstance, { what, everyMs, run }: Repeated): () => void {
  const stop = new AbortController()
  let running: Promise<unknown> | undefined
  let isCalledAgain = false
  function start() {
    isCalledAgain = false
    running = run(stop.signal)
      .catch((err: unknown) => app.log.warn({ err }, `could not ${what}`))
      .finally(() => {
        running = undefined
        if (isCalledAgain && !stop.signal.aborted) start()
      })
  }
  const timer = setInterval(() => running ?? start(), everyMs)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    stop.abort()
    await running
  })
  return () => {
    if (running) isCalledAgain = true
    else if (!stop.signal.aborted) start()
  }
}
