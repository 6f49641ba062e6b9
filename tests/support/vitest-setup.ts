import type { TestProject } from 'vitest/node'
import { buildIfStale } from '../../scripts/build.ts'
import { ask } from './database/ask-database.ts'
import { prepareDataFolder } from './database/data-folder.ts'
import { startPostgres } from './postgres-server.ts'
import { temporaryFolder } from './temporary-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the PostgreSQL server for all tests of a run. */
    postgresUrl: string
    /** The name of a migrated, empty database on that server, which tests copy. */
    template: string
    /** How many kills and leads the tests against faults use: `full` in `npm run faults -- full`. */
    faults: 'short' | 'full'
  }
}

/**
 * Runs once for a whole run: builds the pages, makes a folder for its files, and starts a PostgreSQL
 * server with a migrated, empty database, which tests copy.
 */
export default async function setup(project: TestProject) {
  await buildIfStale()
  // All files of a run, also those of tests that failed or were not run, which clean up nothing.
  const ofRun = temporaryFolder()
  process.env.TMPDIR = ofRun.path
  const removePrepared = await prepareDataFolder()
  const postgres = await startPostgres()
  const connectionString = postgres.urlOf('template1')
  await ask({ connectionString }, 'create database migrated template postgres')
  project.provide('template', 'migrated')
  project.provide('postgresUrl', postgres.urlOf('postgres'))
  return async () => {
    await postgres.remove()
    removePrepared()
    ofRun.remove()
  }
}
