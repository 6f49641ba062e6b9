import { startPostgres } from '#tests/support/postgres-server.ts'
import { ask } from './ask-database.ts'
import { prepareDataFolder } from './data-folder.ts'

/** The name of a migrated, empty database on a run's server, which tests copy. */
export const template = 'migrated'

/** Starts the PostgreSQL server for all tests of a run, and prepares a data folder for the others. */
export async function startRunDatabase() {
  const removePrepared = await prepareDataFolder()
  const postgres = await startPostgres()
  const connectionString = postgres.urlOf('template1')
  await ask({ connectionString }, `create database ${template} template postgres`)
  return {
    postgresUrl: postgres.urlOf('postgres'),
    async remove() {
      await postgres.remove()
      removePrepared()
    },
  }
}
