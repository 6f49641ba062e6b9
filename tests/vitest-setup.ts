import type { TestProject } from 'vitest/node'
import { buildIfStale } from '../scripts/build.ts'
import { openDatabase } from '../src/server/db/client.ts'
import { startPostgres } from './postgres-server.ts'
import { silentLogger } from './silent-logger.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the run's PostgreSQL. */
    postgresUrl: string
    /** The name of a migrated, empty database on it, to be copied. */
    template: string
    /** How long the tests against faults go on: all the way in `npm run faults`. */
    faults: 'short' | 'full'
  }
}

const template = 'template1'

/** Once for a whole run: the built pages and a PostgreSQL. */
export default async function setup(project: TestProject) {
  await buildIfStale()
  const postgres = await startPostgres()
  const databaseUrl = postgres.urlOf(template)
  await (await openDatabase({ dataDir: '', databaseUrl }, silentLogger)).close()
  project.provide('template', template)
  project.provide('postgresUrl', postgres.urlOf('postgres'))
  return () => postgres.remove()
}
