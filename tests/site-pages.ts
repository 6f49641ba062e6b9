import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { openDatabase } from '#/server/db/client.ts'
import { buildTestApp } from './app-builder.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The whole application for a suite that only reads its pages. */
export function serveSitePages(): () => FastifyInstance {
  const folder = temporaryFolder()
  let app: FastifyInstance
  let close: () => Promise<void>
  beforeAll(async () => {
    const database = await openDatabase({ dataDir: folder.path })
    close = database.close
    app = await buildTestApp(database.db)
  })
  afterAll(async () => {
    await app.close()
    await close()
    folder.remove()
  })
  return () => app
}
