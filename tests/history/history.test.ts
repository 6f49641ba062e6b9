import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { runHistory } from './run-history.ts'
import { startEmbedded } from './setups/embedded.ts'

/**
 * Its database is paused, a deploy follows, the network is cut, and then the product is killed and
 * its database while it is down. `npm run faults` runs more seeds, longer, and on other setups.
 */
const seed = 20_919
const faults = ['database killed', 'database paused', 'deploy', 'network cut', 'product killed']

test('no lead is lost, doubled or untold while the product and its database are killed', {
  timeout: 300_000,
}, async () => {
  const folder = temporaryFolder()
  const { problems, figures } = await runHistory({
    seed,
    leads: 60,
    faults: faults.length,
    senders: 6,
    restMs: 150,
    drainSeconds: 2,
    usesMachine: false,
    folder: folder.path,
    start: startEmbedded,
  })
  expect(problems).toEqual([])
  const made = figures.filter(({ times }) => times === 1).map(({ fault }) => fault)
  // If nothing was received or killed, the test would prove nothing.
  expect(made).toEqual(faults)
  expect(figures.find(({ fault }) => fault === 'all')?.acknowledged).toBeGreaterThan(40)
  folder.remove()
})
