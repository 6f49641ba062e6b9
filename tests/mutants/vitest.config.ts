import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Runs files without a database first, because they are quick, and most mutants fail in the first
 * test that reaches them.
 */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return (await super.sort(files)).reverse()
  }
}

/** Tests of a mutant use the PostgreSQL that `run.ts` started. Test files share their imports. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['**/*.test.ts'],
    tags: [{ name: 'slow' }],
    // Makes and kills servers of its own for half a minute, for code that is not mutated.
    exclude: [...configDefaults.exclude, '**/embedded-server.test.ts'],
    provide: {
      postgresUrl: process.env.MUTATE_POSTGRES_URL ?? '',
      template: process.env.MUTATE_TEMPLATE ?? '',
      faults: 'short',
    },
    isolate: false,
    setupFiles: 'tests/mutants/credit-hooks.ts',
    sequence: { sequencer: QuickFirst },
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // What never comes would cost most of the time of a run.
    expect: { poll: { timeout: 6_000 } },
  },
})
