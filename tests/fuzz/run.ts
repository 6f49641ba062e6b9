/**
 * `npm run faults -- fuzz [--seed N] [--inputs N]`: generated inputs for parsers, routes, saved pages and
 * sockets. The same seed gives the same inputs. Ends with 1 if an input was not treated as it should be.
 */
import { parseArgs } from 'node:util'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { openDatabase } from '../../src/server/db/connect/client.ts'
import { contactTargets } from './contact.ts'
import { pageMetadataTargets } from './page-metadata.ts'
import { serverTargets } from './server-targets.ts'
import { portions } from './target.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    inputs: { type: 'string', default: '10000000' },
  },
})
const [seed, inputs] = [Number(values.seed), Number(values.inputs)]

/** A request costs as much as a hundred inputs of a parser. */
const serverPart = 0.025

await buildIfStale()
const postgres = await startPostgres()
const databaseUrl = postgres.urlOf('postgres')
const database = await openDatabase({ dataDir: '', databaseUrl }, silentLogger)
const { targets, close } = await serverTargets(database)
const all = [
  ...portions([...contactTargets, ...pageMetadataTargets], inputs * (1 - serverPart)),
  ...portions(targets, inputs * serverPart),
]
process.stdout.write(`seed ${seed}\n`)
for (const { target, inputs: count } of all) {
  const { failure, inputs: done, slowestMs } = await target.fuzz({ seed, inputs: count })
  process.stdout.write(`${target.name}: ${done} inputs, slowest ${slowestMs.toFixed()} ms\n`)
  if (!failure) continue
  process.stdout.write(`${failure}\n`)
  process.exitCode = 1
}
await close()
await database.close()
await postgres.remove()
