import { defineConfig } from 'vitest/config'

export default defineConfig(({ mode }) => ({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'tests/**/*.test.ts'],
    globalSetup: 'tests/vitest-setup.ts',
    // `npm run faults` takes minutes, and is for changes of what must not be lost.
    provide: { faults: mode === 'full' ? 'full' : 'short' },
    // The kill test waits for one process after the other: leave a worker for the rest.
    maxWorkers: 2,
    // An embedded database takes a while to make, and each test file makes its own.
    testTimeout: 60_000,
    // What never comes fails all the same.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
  },
}))
