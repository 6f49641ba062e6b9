import type { TestProject } from 'vitest/node'
import { buildIfStale } from '../scripts/build.ts'
import { openDatabase } from '../src/server/db/client.ts'
import { startPostgres } from './system/postgres.ts'
import { temporaryFolder } from './temporary-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the run's PostgreSQL, without a database's name. */
    postgresUrl: string
    /** A data folder with a migrated, empty database, to be copied: making one takes seconds. */
    embeddedTemplate: string
    /** How long the tests against faults go on: all the way in `npm run faults`. */
    faults: 'short' | 'full'
  }
}

/** Once for a whole run: the built pages and a PostgreSQL. */
export default async function setup(project: TestProject) {
  await buildIfStale()
  const postgres = await startPostgres()
  const template = temporaryFolder()
  await (await openDatabase({ dataDir: template.path })).close()
  project.provide('embeddedTemplate', template.path)
  project.provide('postgresUrl', postgres.urlOf(''))
  return async () => {
    template.remove()
    await postgres.remove()
  }
}
