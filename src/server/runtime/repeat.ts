import type { FastifyInstance } from 'fastify'

/** A repeated task. */
export type Repeated = {
  /** What the log says could not be done, when it fails. */
  what: string
  everyMs: number
  /** `stop` aborts when the server closes, which waits for the run to end. */
  run: (stop: AbortSignal) => Promise<unknown>
}

/** Runs something at a fixed interval until the server closes; never twice at once. */
export function repeat(app: FastifyInstance, { what, everyMs, run }: Repeated): void {
  const stop = new AbortController()
  let running: Promise<unknown> | undefined
  const timer = setInterval(() => {
    running ??= run(stop.signal)
      .catch((err: unknown) => app.log.warn({ err }, `could not ${what}`))
      .finally(() => {
        running = undefined
      })
  }, everyMs)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    stop.abort()
    await running
  })
}
