import type { FastifyInstance } from 'fastify'

/** Something that is done again and again while the server runs. */
export type Repeated = {
  /** For the log, when it fails. */
  what: string
  everyMs: number
  /** `stop` tells a long run that the server is about to end; it is waited for. */
  run: (stop: AbortSignal) => Promise<unknown>
}

/** Does something now and then for as long as the server runs, never twice at once. */
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
