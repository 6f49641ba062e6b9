import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** A flood is over when nothing was refused for this long. */
const quietMs = 5_000

/** Fewer refusals leave little, and to collect it costs visitors a moment. */
const fewest = 1_000

/** Collects all garbage, and gives the pages back to the system. */
function collectGarbage(): void {
  // The function is only in contexts that are made after the flag is set.
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  void collect({ type: 'major', execution: 'async', flavor: 'last-resort' })
}

/**
 * Returns the function to call at each refusal. When a flood is over, memory goes back to the
 * system: V8 collects only while something new is made, and an idle process would keep what the
 * flood has left.
 */
export function createMemoryReturn(collect: () => void = collectGarbage): () => void {
  let refusals = 0
  let timer: NodeJS.Timeout | undefined
  return () => {
    refusals += 1
    if (timer) return void timer.refresh()
    timer = setTimeout(() => {
      timer = undefined
      if (refusals < fewest) return
      refusals = 0
      collect()
    }, quietMs)
    timer.unref()
  }
}
