import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until something is so. An error counts as not yet. Throws with its name if it takes too long. */
export async function waitUntil(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  limitMs = 90_000,
): Promise<void> {
  let last: unknown
  for (const since = Date.now(); ; await sleep(20)) {
    try {
      if (await isSo()) return
      last = undefined
    } catch (error) {
      last = error
    }
    if (Date.now() - since > limitMs)
      throw new Error(`not within ${limitMs / 1000} s: ${what}`, { cause: last })
  }
}
