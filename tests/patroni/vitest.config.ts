import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** For `npm run patroni`. The files are not named `.test.ts`, so that `npm test` leaves them out. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['tests/patroni/*.patroni.ts'],
    reporters: ['verbose'],
    testTimeout: 600_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000, interval: 20 } },
  },
})
