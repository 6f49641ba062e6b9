import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject } from 'vitest'
import { openDatabase } from '#/server/db/connect/client.ts'
import type { Database, DatabaseHandle, DatabaseLocation } from '#/server/db/database.ts'
import { ask } from './database/ask-database.ts'
import { asSuperuser } from './postgres-server.ts'
import { silentLogger } from './silent-logger.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A new database, migrated and empty, and the function that deletes it. */
export type NewDatabase = { location: DatabaseLocation; remove: () => Promise<void> }

const onServer = (statement: string, connectionString = inject('postgresUrl')) =>
  ask({ connectionString }, statement)

/** As a superuser: a worker of autovacuum may be in it, which no other role may end. */
export const dropDatabase = (name: string) =>
  onServer(`drop database if exists ${name} with (force)`, asSuperuser(inject('postgresUrl')))

/** Makes a database on the run's server, as a copy of the migrated template. */
export async function freshDatabase(): Promise<NewDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copying files is the faster way where nothing has to reach a disk.
  await onServer(`create database ${name} template ${inject('template')} strategy file_copy`)
  const folder = temporaryFolder()
  const url = new URL(inject('postgresUrl'))
  url.pathname = name
  return {
    location: { dataDir: folder.path, databaseUrl: url.href },
    async remove() {
      folder.remove()
      await dropDatabase(name)
    },
  }
}

/** Runs a suite with its own database, migrated and empty at the start. */
export function describeOnDatabase(
  name: string,
  suite: (database: { handle: () => DatabaseHandle; location: () => DatabaseLocation }) => void,
): void {
  describe(name, () => {
    let created: NewDatabase
    let handle: DatabaseHandle
    beforeAll(async () => {
      created = await freshDatabase()
      handle = await openDatabase(created.location, silentLogger)
    })
    afterAll(async () => {
      await handle?.close()
      await created?.remove()
    })
    suite({ handle: () => handle, location: () => created.location })
  })
}

/**
 * Waits until at least N statements wait for a lock. Not within a transaction: in one, PostgreSQL shows no
 * connection that is newer.
 */
export const untilWaiting = (db: Database, count: number) =>
  expect
    .poll(() =>
      db.$count(sql`pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`),
    )
    .toBeGreaterThanOrEqual(count)

/** The same database, which cannot be reached while a test says so. */
export function losable(real: DatabaseHandle) {
  let isAway = false
  const get = (target: Database, name: string | symbol) => {
    if (isAway) throw new Error('timeout exceeded when trying to connect')
    return Reflect.get(target, name)
  }
  const handle = { ...real, db: new Proxy(real.db, { get }) }
  const setAway = (next: boolean) => {
    isAway = next
  }
  return { handle, setAway }
}
