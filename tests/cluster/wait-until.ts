import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until something is so. An error counts as no. Throws with its name if it does not come about. */
export async function waitUntil(what: string, isSo: () => Promise<boolean>, limitMs = 90_000) {
  for (const since = Date.now(); !(await isSo().catch(() => false)); await sleep(100)) {
    if (Date.now() - since > limitMs) throw new Error(`${what}: not within ${limitMs} ms`)
  }
}
