import { Stryker } from '@stryker-mutator/core'
import { startPostgres } from '../tests/postgres-server.ts'
import { openDatabase } from '../src/server/db/client.ts'
import { silentLogger } from '../tests/silent-logger.ts'
import { buildIfStale } from './build.ts'

await buildIfStale()
const postgres = await startPostgres()
await (await openDatabase({ dataDir: '', databaseUrl: postgres.urlOf('template1') }, silentLogger)).close()
process.env.MUTATE_POSTGRES_URL = postgres.urlOf('postgres')
try {
  await new Stryker({
    testRunner: 'vitest',
    mutate: process.argv.slice(3),
    ...JSON.parse(process.argv[2] ?? '{}'),
    vitest: { configFile: 'vitest.mutate.config.ts' },
    reporters: ['clear-text', 'json', 'html', 'progress-append-only'],
    tempDirName: 'data/mutate',
    disableTypeChecks: false, tsconfigFile: 'none.json',
    concurrency: 1,
  }).runMutationTest()
} finally {
  await postgres.remove()
}
