import { setTimeout as sleep } from 'node:timers/promises'
import type { Site } from '#/contracts/pages/documents.ts'
import type { Database } from '../db/database.ts'
import { isDatabaseAway } from '../db/failures.ts'
import { issueSetupLink, setupLinkHours } from './setup-link.ts'
import { createUser, hasAdmin } from './users.ts'

type FirstAdminConfig = {
  site: Site
  port: number
  firstAdmin: { email: string; password: string } | undefined
}

/** How often a database is tried that has gone away again since the start, and the pause between. */
const mostTries = 2_400
const pauseMs = 250

/** Makes the admin that the configuration names, unless there is an admin already. */
export async function createFirstAdmin(
  db: Database,
  admin: { email: string; password: string } | undefined,
): Promise<void> {
  if (!admin || (await hasAdmin(db))) return
  await createUser(db, { ...admin, email: admin.email.toLowerCase(), role: 'admin' })
}

/**
 * The lines for the terminal while there is no admin: a setup link. It has the public address, unless
 * the system chose the port of `url`, at which the server listens.
 */
export async function firstSteps(
  db: Database,
  { site, port }: { site: Site; port: number },
  url: string,
): Promise<string[]> {
  if (await hasAdmin(db)) return []
  const link = await issueSetupLink(db, port === 0 ? url : site.url)
  return [`Create the first admin here, once, within ${setupLinkHours} hours:`, `  ${link}`]
}

/**
 * Both, again and again while the database is away: a database that has just been there, and is gone
 * again, does not end a process that serves visitors. Rejects after ten minutes.
 */
export async function prepareFirstAdmin(
  db: Database,
  config: FirstAdminConfig,
  url: string,
): Promise<string[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      await createFirstAdmin(db, config.firstAdmin)
      return await firstSteps(db, config, url)
    } catch (error) {
      if (!isDatabaseAway(error) || tries === mostTries) throw error
    }
    await sleep(pauseMs, undefined, { ref: false })
  }
}
