import { randomBytes } from 'node:crypto'
import { cpSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, inject } from 'vitest'
import { type DatabaseHandle, type DatabaseLocation, openDatabase } from '#/server/db/client.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A fresh, empty place for a database, and the way to delete it. */
export type FreshLocation = { location: DatabaseLocation; remove: () => Promise<void> }

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: `${inject('postgresUrl')}postgres` })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** A new embedded database, copied from the run's template. */
export function freshEmbedded(): FreshLocation {
  const folder = temporaryFolder()
  cpSync(inject('embeddedTemplate'), folder.path, { recursive: true })
  return { location: { dataDir: folder.path }, remove: async () => folder.remove() }
}

/** A new database on the run's PostgreSQL. */
export async function freshPostgres(): Promise<FreshLocation> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name}`)
  const folder = temporaryFolder()
  return {
    location: { dataDir: folder.path, databaseUrl: `${inject('postgresUrl')}${name}` },
    async remove() {
      folder.remove()
      await onServer(`drop database ${name} with (force)`)
    },
  }
}

/** Both databases, for tests that must hold on either. */
const databaseKinds = [
  { kind: 'embedded database', fresh: async () => freshEmbedded() },
  { kind: 'PostgreSQL', fresh: freshPostgres },
]

/** Runs a suite on each database; `open()` is that suite's own, migrated and empty at the start. */
export function describeOnBothDatabases(
  name: string,
  suite: (database: { handle: () => DatabaseHandle; location: () => DatabaseLocation }) => void,
): void {
  describe.each(databaseKinds)(`${name} on $kind`, ({ fresh }) => {
    let place: FreshLocation
    let handle: DatabaseHandle
    beforeAll(async () => {
      place = await fresh()
      handle = await openDatabase(place.location)
    })
    afterAll(async () => {
      await handle?.close()
      await place?.remove()
    })
    suite({ handle: () => handle, location: () => place.location })
  })
}
