import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Begins with the tests that wait for other processes, so that at the end nobody waits for them. */
class FaultsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const isOfFaults = ({ moduleId }: TestSpecification) =>
      /\/tests\/(faults|history)\//.test(moduleId)
    return [...sorted.filter(isOfFaults), ...sorted.filter((file) => !isOfFaults(file))]
  }
}

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
    // Tests against faults wait most of the time.
    maxWorkers: 3,
    sequence: { sequencer: FaultsFirst },
    // An embedded database takes a while to make, and each test file makes its own.
    testTimeout: 60_000,
    // What never comes fails all the same.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
  },
}))
