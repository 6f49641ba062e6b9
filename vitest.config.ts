import { defineConfig } from 'vitest/config'

export default defineConfig(({ mode }) => ({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'tests/**/*.test.ts'],
    // Its hundred kills take minutes.
    exclude: mode === 'full' ? [] : ['tests/faults/kill.test.ts'],
    globalSetup: 'tests/vitest-setup.ts',
    // `npm run faults` takes minutes, and is for changes of what must not be lost.
    provide: { faults: mode === 'full' ? 'full' : 'short' },
    // Files share their imports, which take longer than most tests. Who changes a global puts it back.
    isolate: false,
    // Some wait most of the time.
    maxWorkers: 3,
    // Some start servers, which takes many seconds on a busy machine.
    testTimeout: 120_000,
    // What never comes fails all the same.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
  },
}))
