/** Calls of `sync` that come while one runs share the next one. */
export function shared(sync: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const begin = async () => {
    await running?.catch(() => {})
    running = next
    next = undefined
    await sync()
  }
  return () => {
    next ??= begin()
    return next
  }
}

/** Makes the function that does work in turn, so much of it at once. */
export function createTurns(atOnce: number) {
  const waiting: (() => void)[] = []
  let underWay = 0
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (underWay === atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else underWay += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else underWay -= 1
    }
  }
}

/** The keys that are known; of more than this, the newest. */
const mostKnown = 10_000

/**
 * Makes the function that does work once for each key. Later calls wait for the first one, and return
 * false; work that failed is done again.
 */
export function createOnce() {
  const known = new Map<string, Promise<boolean>>()
  return (key: string, work: () => Promise<boolean>): Promise<boolean> => {
    const earlier = known.get(key)
    if (earlier) return earlier.then(() => false)
    const working = work()
    known.set(key, working)
    working.catch(() => known.delete(key))
    const [oldest = key] = known.keys()
    if (known.size > mostKnown) known.delete(oldest)
    return working
  }
}
