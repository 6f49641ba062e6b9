import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** The memory that is in use, without garbage. */
function usedBytes(): number {
  collectGarbage()
  return getHeapStatistics().used_heap_size
}

const samples = 10

/** Watches the heap of this thread while so many inputs are done. */
export function watchHeap(inputs: number) {
  const measured: number[] = []
  return {
    async onBatch(done: number) {
      if (done >= (inputs * (measured.length + 1)) / samples) measured.push(usedBytes())
    },
    /** How much more is in use at the end than after the first part, when all caches are full. */
    grownBytes(): number {
      const later = measured.slice(samples / 2)
      return later.length === 0 ? 0 : Math.min(...later) - (measured[1] ?? 0)
    },
  }
}
