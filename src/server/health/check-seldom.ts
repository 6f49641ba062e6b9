/** What is known of a check. */
export type Checked<Value> = {
  /** The result of the last one that ended; undefined before that, and if it failed. */
  value?: Value
  /** Why the last one that ended has failed. */
  error?: unknown
  /** How long that one took, or has taken so far if it has not ended, in milliseconds. */
  ms: number
  /** False while one goes on for longer than its callers wait. */
  isOver: boolean
}

/** How often a check is made, and how long a caller waits for it, in milliseconds. */
export type CheckPace = { everyMs: number; patienceMs: number }

/**
 * Makes a check at most as often as its pace says, shares it among its callers, and never begins
 * another while one goes on: checks of a part that hangs would use ever more of it.
 */
export function checkSeldom<Value>(
  check: () => Promise<Value>,
  { everyMs, patienceMs }: CheckPace,
): () => Promise<Checked<Value>> {
  let last: Omit<Checked<Value>, 'isOver'> = { ms: 0 }
  let begunAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> | undefined

  async function run() {
    const ended = await check().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    last = { ...ended, ms: performance.now() - begunAt }
    running = undefined
  }

  return async () => {
    if (!running && performance.now() - begunAt >= everyMs) {
      begunAt = performance.now()
      running = run()
    }
    const leftMs = begunAt + patienceMs - performance.now()
    if (running && leftMs > 0) {
      const late = Promise.withResolvers<void>()
      const timer = setTimeout(late.resolve, leftMs).unref()
      await Promise.race([running, late.promise])
      clearTimeout(timer)
    }
    return running
      ? { ...last, ms: performance.now() - begunAt, isOver: false }
      : { ...last, isOver: true }
  }
}
