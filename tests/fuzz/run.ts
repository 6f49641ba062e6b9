import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { openDatabase } from '../../src/server/db/connect/client.ts'
import { fuzzAndReport, type Tally } from './report.ts'
import { serverTargets } from './server-targets.ts'

/**
 * `npm run fuzz -- [--seed N] [--inputs N]`. The same seed gives the same inputs. Ends with 1 if an
 * input was not treated as it should be.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    inputs: { type: 'string', default: '10000000' },
  },
})
const [seed, inputs] = [Number(values.seed), Number(values.inputs)]

/** A request costs as much as a hundred inputs of a parser. */
const serverPart = 0.025

process.stdout.write(`seed ${seed}\n`)
await buildIfStale()
const parsers = new Worker(new URL('./parser-worker.ts', import.meta.url), {
  workerData: { seed, inputs: inputs * (1 - serverPart) },
})
const ofParsers = once(parsers, 'message') as Promise<[Tally]>

const postgres = await startPostgres()
const database = await openDatabase(
  { dataDir: '', databaseUrl: postgres.urlOf('postgres') },
  silentLogger,
)
const { targets, close } = await serverTargets(database)
const tallies = [await fuzzAndReport(targets, seed, inputs * serverPart)]
await close()
await database.close()
await postgres.remove()

tallies.push(...(await ofParsers))
const sum = (part: keyof Tally) => tallies.reduce((total, tally) => total + tally[part], 0)
process.stdout.write(
  `${sum('inputs').toLocaleString('en-US')} inputs, ${sum('failures')} failures, seed ${seed}\n`,
)
process.exitCode = sum('failures') > 0 ? 1 : 0
