import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { startRunDatabase, template } from '#tests/support/database/run-database.ts'
import { buildIfStale } from '../../scripts/build.ts'

/**
 * `npm run mutate -- [--part N] [PATH…]`. With a part, 1 to 5, only a fifth of the code is changed: a
 * sample. Starts one PostgreSQL server for the tests of all mutants. If each
 * mutant started its own, one that hangs and is killed would leave its server running.
 */
const { values, positionals } = parseArgs({
  options: { part: { type: 'string', default: '' } },
  allowPositionals: true,
})
await buildIfStale()
const database = await startRunDatabase()

const stryker = spawn('stryker', ['run', 'stryker.config.mjs'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    MUTATE_PATHS: positionals.join(' '),
    MUTATE_PART: values.part,
    MUTATE_POSTGRES_URL: database.postgresUrl,
    MUTATE_TEMPLATE: template,
  },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stryker.kill(signal))
const [code] = await once(stryker, 'exit')
await database.remove()
process.exitCode = code ?? 1
