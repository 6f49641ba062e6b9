import type { DatabaseHandle } from '#/server/db/database.ts'
import { buildTestApp, testConfig } from '#tests/support/app-builder.ts'
import { rawTarget } from './raw-target.ts'
import { routeTarget } from './route-target.ts'
import { savedPageTarget } from './saved-page-target.ts'
import type { Target } from './target.ts'

const unlimited = { perMinute: 1e9, perHour: 1e9 }

/** What is asked of a running server, on this database; and how to stop the server. */
export async function serverTargets(
  database: DatabaseHandle,
): Promise<{ targets: Target[]; close: () => Promise<unknown> }> {
  const app = await buildTestApp(database, { config: testConfig({ contactLimits: unlimited }) })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { db } = database
  const targets = [await routeTarget(app, db), rawTarget(app), await savedPageTarget(app, db)]
  return { targets, close: () => app.close() }
}
