import { setTimeout as sleep } from 'node:timers/promises'

/**
 * How far a process is with its end. While it is draining it works as usual, but says that it is
 * not ready, and lets no connection be used twice: so proxies and browsers go elsewhere before
 * anything is refused.
 */
export type Draining = {
  phase: () => 'serving' | 'draining' | 'refusing'
  /** Drains for `ms` milliseconds, closes idle connections, and resolves when requests are refused. */
  drain: (ms: number, closeIdleConnections: () => void) => Promise<void>
}

export function createDraining(): Draining {
  let phase: ReturnType<Draining['phase']> = 'serving'
  return {
    phase: () => phase,
    async drain(ms, closeIdleConnections) {
      phase = 'draining'
      await sleep(ms / 2)
      // By now proxies send elsewhere. On a connection that they have kept a request would be
      // refused.
      closeIdleConnections()
      await sleep(ms / 2)
      phase = 'refusing'
    },
  }
}
