import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import {
  keepTemporaryFilesInMemory,
  shareCompiledCode,
} from './tests/support/machine/memory-folder.ts'

keepTemporaryFilesInMemory()
shareCompiledCode()
// React as it is served: its development build takes longer.
process.env.NODE_ENV = 'production'

const takesLong = ({ moduleId }: TestSpecification) =>
  /\/tests\/(drill|faults|fuzz|history|year)\/|\/server\/(backup|db)\//.test(moduleId)

/** Runs first what takes long, so that nothing of it is left at the end: a new checkout knows no times. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    return [...sorted.filter(takesLong), ...sorted.filter((file) => !takesLong(file))]
  }
}

/**
 * Which tests run in each mode. Without a mode, as in `npm test`, these are all but the slow ones:
 * tests that take many seconds, because they start processes and databases of their own.
 */
const tagsOf = (mode: string) => ({ slow: ['slow'], full: [] })[mode] ?? ['!slow']

export default defineConfig(({ mode }) => ({
  test: {
    tags: [{ name: 'slow' }],
    tagsFilter: tagsOf(mode),
    include: ['{src,tests}/**/*.test.ts'],
    // Node runs the sources by itself, as it does for the server. What has JSX is tested in a browser.
    experimental: { viteModuleRunner: false },
    globalSetup: 'tests/support/vitest-setup.ts',
    setupFiles: ['tests/support/quick-hashes.ts', 'tests/support/built-in-times.ts'],
    // How long a test against faults goes on: `full` is that of `npm run faults -- full`.
    provide: { faults: mode === 'full' ? 'full' : 'short' },
    // Files share their imports, which take longer than most tests. Who changes a global puts it back.
    isolate: false,
    // A test that needs another before it is found by another order.
    sequence: mode === 'shuffled' ? { shuffle: { files: true } } : { sequencer: LongFirst },
    maxWorkers: '100%',
    // A busy machine takes minutes for what takes seconds; what never comes fails all the same.
    testTimeout: 300_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000, interval: 25 } },
  },
}))
