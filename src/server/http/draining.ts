import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * Makes the state of a process that has just begun: whether it is about to end. While it is draining it
 * works as usual, but says that it is not ready, and lets no connection be used twice: so proxies and
 * browsers go elsewhere before it closes.
 */
export function createDraining() {
  let isDraining = false
  return {
    isDraining: () => isDraining,
    /** Drains for `ms` milliseconds, and closes idle connections when proxies send elsewhere. */
    async drain(ms: number, closeIdleConnections: () => void): Promise<void> {
      isDraining = true
      await sleep(ms / 2)
      // By now proxies send elsewhere. On a connection that they have kept a request would be
      // refused.
      closeIdleConnections()
      await sleep(ms / 2)
    },
  }
}

/** The state of a process that may be about to end. */
export type Draining = ReturnType<typeof createDraining>

/** Ends each connection with its answer while the process drains. */
export function registerDraining(app: FastifyInstance, { isDraining }: Draining): void {
  app.addHook('onRequest', (_request, reply, done) => {
    if (isDraining()) reply.header('connection', 'close')
    done()
  })
}
