import { watchHeap } from './heap.ts'
import { portions, type Target } from './target.ts'

/** More than this is no cache that fills up. */
const mostGrownBytes = 16 * 2 ** 20

/** What a run came to. */
export type Tally = { inputs: number; failures: number }

/** Gives targets so many inputs, and prints a line for each; for a failure also the smallest input. */
export async function fuzzAndReport(
  targets: readonly Target[],
  seed: number,
  total: number,
): Promise<Tally> {
  const tally = { inputs: 0, failures: 0 }
  for (const { target, inputs } of portions(targets, total)) {
    const heap = watchHeap(inputs)
    const begun = performance.now()
    const outcome = await target.fuzz({ seed, inputs, onBatch: heap.onBatch })
    const perSecond = (outcome.inputs * 1_000) / (performance.now() - begun)
    const grown = heap.grownBytes()
    const failure =
      outcome.failure ??
      (grown > mostGrownBytes ? 'it keeps what it was given in memory' : undefined)
    process.stdout.write(
      `${[
        target.name.padEnd(24),
        `${outcome.inputs.toLocaleString('en-US')} inputs`.padStart(18),
        `${perSecond.toFixed()} a second`.padStart(16),
        `slowest ${outcome.slowestMs.toFixed()} ms`.padStart(18),
        `heap ${(grown / 2 ** 20).toFixed(1)} MB`.padStart(16),
      ].join('')}\n${failure ? `${failure}\n` : ''}`,
    )
    tally.inputs += outcome.inputs
    tally.failures += failure ? 1 : 0
  }
  return tally
}
