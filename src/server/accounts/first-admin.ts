import type { Site } from '#/contracts/documents.ts'
import type { Database } from '../db/database.ts'
import { issueSetupLink, setupLinkHours } from './setup-link.ts'
import { createUser, hasAdmin } from './users.ts'

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
