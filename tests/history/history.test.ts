/** @module-tag slow */
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { runHistory } from './run-history.ts'

/** `npm run faults -- history` runs more seeds, longer, and on several processes. */
const seed = 20_919
const kinds = [
  ...['backend killed', 'database killed', 'database paused', 'network cut', 'product killed'],
  'mail server gone',
]

test('no lead is lost, doubled or untold while the product and its database are killed', {
  timeout: 300_000,
}, async () => {
  const folder = temporaryFolder()
  const { problems, made, received } = await runHistory({
    seed,
    kinds,
    faults: kinds.length,
    setup: 'embedded',
    folder: folder.path,
    leads: 60,
    senders: 6,
    restMs: 150,
    drainSeconds: 2,
  })
  expect(problems).toEqual([])
  // If nothing was received or killed, the test would prove nothing.
  expect(made).toEqual(Object.fromEntries(kinds.map((kind) => [kind, 1])))
  expect(received).toBeGreaterThan(40)
  folder.remove()
})
