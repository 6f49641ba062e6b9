import { expect, test } from 'vitest'
import { temporaryFolder } from '../temporary-folder.ts'
import { runHistory } from './run-history.ts'
import { startEmbedded } from './setups/embedded.ts'

/** `npm run faults` runs more of them, longer, and on other setups. */
const seeds = [3, 8]

test.concurrent.each(seeds)(
  'no lead is lost, doubled or untold under the faults of seed %i',
  {
    timeout: 120_000,
  },
  async (seed) => {
    const folder = temporaryFolder()
    const run = { seed, leads: 60, faults: 4, senders: 6, usesMachine: false }
    const { problems, figures } = await runHistory({
      ...run,
      folder: folder.path,
      start: startEmbedded,
    })
    expect(problems).toEqual([])
    // If nothing was received, the test would prove nothing.
    expect(figures.find(({ fault }) => fault === 'all')?.acknowledged).toBeGreaterThan(40)
    folder.remove()
  },
)
