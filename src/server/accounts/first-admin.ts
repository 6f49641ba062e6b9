import { sql } from 'drizzle-orm'
import type { User } from '#/contracts/accounts/accounts.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import { adminPaths } from '#/contracts/routes.ts'
import type { Database } from '../db/database.ts'
import { locks } from '../db/locks.ts'
import { AppError } from '../http/errors.ts'
import { issueLink, linkLifetimes, readLink, redeemLink } from './account-links.ts'
import { createUser, hasAdmin, insertUser } from './users.ts'

/**
 * Makes a one-time link for the first admin. The token is in the fragment, which no server logs.
 */
export async function issueSetupLink(db: Database, siteUrl: string): Promise<string> {
  return `${siteUrl}${adminPaths.setup}#${await issueLink(db, 'setup', {})}`
}

const setupIsOver = () =>
  new AppError(
    'not_allowed',
    'This setup link doesn’t work: it has expired or was used. Restart the server for a new one, or sign in if you have an account.',
  )

/**
 * Throws `not_allowed` for a link that is wrong, expired or used, before anything is typed. None works
 * once there is an admin.
 */
export async function checkSetupLink(db: Database, token: string): Promise<void> {
  if (!(await readLink(db, 'setup', token)) || (await hasAdmin(db))) throw setupIsOver()
}

/** Makes the first admin. Throws `not_allowed` for a link that is wrong, expired or used. */
export async function redeemSetupLink(
  db: Database,
  { email, ...sent }: { token: string; email: string; password: string },
): Promise<User> {
  await checkSetupLink(db, sent.token)
  return redeemLink(db, 'setup', sent, async (tx, _link, passwordHash) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${locks.setup})`)
    if (await hasAdmin(tx)) throw setupIsOver()
    const user = await insertUser(tx, { email, passwordHash, role: 'admin' })
    if (!user) throw new AppError('conflict', 'There’s already a user with this email address.')
    return user
  })
}

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
  return [
    `Create the first admin here, once, within ${linkLifetimes.setup / 3_600_000} hours:`,
    `  ${link}`,
  ]
}
