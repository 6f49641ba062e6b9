import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * Whether a process is about to end. While it is draining it works as usual, but says that it is not
 * ready, and lets no connection be used twice: so proxies and browsers go elsewhere before it closes.
 */
export type Draining = {
  isDraining: () => boolean
  /** Drains for `ms` milliseconds, and closes idle connections when proxies send elsewhere. */
  drain: (ms: number, closeIdleConnections: () => void) => Promise<void>
}

/** Makes the state of a process that has just begun. */
export function createDraining(): Draining {
  let isDraining = false
  return {
    isDraining: () => isDraining,
    async drain(ms, closeIdleConnections) {
      isDraining = true
      await sleep(ms / 2)
      // By now proxies send elsewhere. On a connection that they have kept a request would be
      // refused.
      closeIdleConnections()
      await sleep(ms / 2)
    },
  }
}

/** Ends each connection with its answer while the process drains. */
export function registerDraining(app: FastifyInstance, { isDraining }: Draining): void {
  app.addHook('onRequest', (_request, reply, done) => {
    if (isDraining()) reply.header('connection', 'close')
    done()
  })
}
