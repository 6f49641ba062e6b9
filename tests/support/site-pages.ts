import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { openDatabase } from '#/server/db/connect/client.ts'
import { buildTestApp } from './app-builder.ts'
import { freshDatabase } from './databases.ts'
import { silentLogger } from './silent-logger.ts'

/** Runs the whole application on a new database, for a suite that only reads pages. */
export function serveSitePages(): () => FastifyInstance {
  let app: FastifyInstance
  let close: () => Promise<void>
  let remove: () => Promise<void>
  beforeAll(async () => {
    const fresh = await freshDatabase()
    const database = await openDatabase(fresh.location, silentLogger)
    close = database.close
    remove = fresh.remove
    app = await buildTestApp(database)
  })
  afterAll(async () => {
    await app.close()
    await close()
    await remove()
  })
  return () => app
}
