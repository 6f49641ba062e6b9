import type pg from 'pg'
import { freshDatabase, type NewDatabase } from '#tests/support/databases.ts'
import { silentLogger } from '#tests/support/silent-logger.ts'
import { openSingleConnection } from '../../src/server/db/connect/client.ts'
import type { DatabaseLocation } from '../../src/server/db/database.ts'

/** Does something on one connection to a database. */
export async function within<Result>(
  location: DatabaseLocation,
  run: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const { client, close } = await openSingleConnection(location, silentLogger)
  return run(client).finally(close)
}

/** PostgreSQL databases with nothing in them, and what removes them all. */
export function emptyDatabases() {
  const created: NewDatabase[] = []
  return {
    async make(): Promise<DatabaseLocation> {
      const database = await freshDatabase()
      created.push(database)
      await within(database.location, (client) =>
        client.query(
          'drop schema drizzle cascade; drop schema public cascade; create schema public',
        ),
      )
      return database.location
    },
    async remove() {
      for (const each of created) await each.remove()
    },
  }
}
