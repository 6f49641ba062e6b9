import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Most mutants die in the first test that reaches them: files without a database come first. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return (await super.sort(files)).reverse()
  }
}

/** How a mutant is judged: on the PostgreSQL that `run.ts` started, by files that share their imports. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['**/*.test.ts'],
    provide: {
      postgresUrl: process.env.MUTATE_POSTGRES_URL ?? '',
      template: 'template1',
      faults: 'short',
    },
    isolate: false,
    sequence: { sequencer: QuickFirst },
    testTimeout: 20_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
