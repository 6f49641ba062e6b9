import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { openDatabase } from '#/server/db/client.ts'
import type { DatabaseHandle, DatabaseLocation } from '#/server/db/database.ts'
import { silentLogger } from './silent-logger.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A fresh database, migrated and empty, and the way to delete it. */
export type FreshLocation = { location: DatabaseLocation; remove: () => Promise<void> }

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** A new database on the run's server, copied from its template: one for each test file. */
export async function freshDatabase(): Promise<FreshLocation> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name} template ${inject('template')}`)
  const folder = temporaryFolder()
  const url = new URL(inject('postgresUrl'))
  url.pathname = name
  return {
    location: { dataDir: folder.path, databaseUrl: url.href },
    async remove() {
      folder.remove()
      await onServer(`drop database ${name} with (force)`)
    },
  }
}

/** Runs a suite on a database of its own, migrated and empty at the start. */
export function describeOnDatabase(
  name: string,
  suite: (database: { handle: () => DatabaseHandle; location: () => DatabaseLocation }) => void,
): void {
  describe(name, () => {
    let place: FreshLocation
    let handle: DatabaseHandle
    beforeAll(async () => {
      place = await freshDatabase()
      handle = await openDatabase(place.location, silentLogger)
    })
    afterAll(async () => {
      await handle?.close()
      await place?.remove()
    })
    suite({ handle: () => handle, location: () => place.location })
  })
}
