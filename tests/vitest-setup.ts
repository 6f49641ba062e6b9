import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { buildIfStale } from '../scripts/build.ts'
import { prepareDataFolder } from './data-folder.ts'
import { startPostgres } from './postgres-server.ts'
import { temporaryFolder } from './temporary-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the PostgreSQL server for all tests of a run. */
    postgresUrl: string
    /** The name of a migrated, empty database on that server, which tests copy. */
    template: string
    /** How many kills and leads the tests against faults use: `full` in `npm run faults`. */
    faults: 'short' | 'full'
  }
}

const template = 'migrated'

/**
 * Runs once for a whole run: builds the pages, makes a folder for its files, and starts a PostgreSQL
 * server.
 */
export default async function setup(project: TestProject) {
  await buildIfStale()
  // All files of a run, also those of tests that failed or were not run, which clean up nothing.
  const ofRun = temporaryFolder()
  process.env.TMPDIR = ofRun.path
  await prepareDataFolder()
  const postgres = await startPostgres()
  const client = new pg.Client({ connectionString: postgres.urlOf('template1') })
  await client.connect()
  await client.query(`create database ${template} template postgres`)
  await client.end()
  project.provide('template', template)
  project.provide('postgresUrl', postgres.urlOf('postgres'))
  return async () => {
    await postgres.remove()
    ofRun.remove()
  }
}
