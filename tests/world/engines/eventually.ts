import { setTimeout as sleep } from 'node:timers/promises'

/** Tries again and again until nothing is thrown, and returns the result. */
export async function eventually<T>(attempt: () => T | Promise<T>, limitMs = 30_000): Promise<T> {
  for (const since = Date.now(); ; await sleep(50)) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() - since > limitMs) throw error
    }
  }
}
