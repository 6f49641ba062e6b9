import type { TestProject } from 'vitest/node'
import { buildIfStale } from '../scripts/build.ts'
import { startPostgres } from './system/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the run's PostgreSQL, without a database's name. */
    postgresUrl: string
  }
}

/** Once for a whole run: the built pages and a PostgreSQL. */
export default async function setup(project: TestProject) {
  await buildIfStale()
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres.urlOf(''))
  return () => postgres.remove()
}
