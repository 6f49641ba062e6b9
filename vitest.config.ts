import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'tests/**/*.test.ts'],
    globalSetup: 'tests/vitest-setup.ts',
    // An embedded database takes a while to make, and each test file makes its own.
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
