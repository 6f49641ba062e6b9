import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** For `npm run faults -- world`. The files are not named `.test.ts`, so that `npm test` leaves them out. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['tests/world/*.world.ts'],
    reporters: ['verbose'],
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 30_000, interval: 100 } },
  },
})
