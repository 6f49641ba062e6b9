import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for a value. An error, false and undefined count as none. Throws with its name if it takes too long. */
export async function waitFor<T>(
  what: string,
  read: () => T | Promise<T>,
  limitMs = 90_000,
): Promise<T> {
  let last: unknown
  for (const since = Date.now(); ; await sleep(20)) {
    try {
      const found = await read()
      if (found) return found
      last = undefined
    } catch (error) {
      last = error
    }
    if (Date.now() - since > limitMs)
      throw new Error(`not within ${limitMs / 1000} s: ${what}`, { cause: last })
  }
}

/** Waits until something is so, as `waitFor` does. */
export async function waitUntil(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  limitMs?: number,
): Promise<void> {
  await waitFor(what, isSo, limitMs)
}
