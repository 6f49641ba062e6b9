import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { User } from '#/contracts/accounts/accounts.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { isDatabaseAway } from '../db/failures.ts'
import type { Database } from '../db/database.ts'
import { locks } from '../db/locks.ts'
import { setupLinks } from '../db/tables/schema.ts'
import { AppError } from '../http/errors.ts'
import { hashLinkToken, makeToken } from '../http/link-tokens.ts'
import { hashPassword } from './passwords.ts'
import { createUser, hasAdmin, insertUser } from './users.ts'

/** How long a setup link works. */
const setupLinkHours = 24

/**
 * Makes a one-time link for the first admin. The token is in the fragment, which no server logs.
 */
export async function issueSetupLink(db: Database, siteUrl: string): Promise<string> {
  const token = makeToken()
  const expiresAt = new Date(Date.now() + setupLinkHours * 3600_000)
  await db.insert(setupLinks).values({ tokenHash: hashLinkToken(token), expiresAt })
  return `${siteUrl}${adminPaths.setup}#${token}`
}

const isLink = (tokenHash: string) =>
  and(eq(setupLinks.tokenHash, tokenHash), gt(setupLinks.expiresAt, new Date()))

const linkIsOver = () =>
  new AppError(
    'not_allowed',
    'This setup link does not work: it has expired or was used. Restart the server for a new one, or sign in if you have an account.',
  )

/**
 * Throws `not_allowed` for a link that is wrong, expired or used, before anything is typed. None works
 * once there is an admin.
 */
export async function checkSetupLink(db: Database, token: string): Promise<void> {
  const [link] = await db
    .select()
    .from(setupLinks)
    .where(isLink(hashLinkToken(token)))
  if (!link || (await hasAdmin(db))) throw linkIsOver()
}

/** Makes the first admin. Throws `not_allowed` for a link that is wrong, expired or used. */
export async function redeemSetupLink(
  db: Database,
  { token, email, password }: { token: string; email: string; password: string },
): Promise<User> {
  const tokenHash = hashLinkToken(token)
  const isThisLink = isLink(tokenHash)
  await checkSetupLink(db, token)

  const passwordHash = await hashPassword(password)
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${locks.setup})`)
      const [current] = await tx.select().from(setupLinks).where(isThisLink)
      if (!current || (await hasAdmin(tx))) throw linkIsOver()
      const user = await insertUser(tx, { email, passwordHash, role: 'admin' })
      if (!user) throw new AppError('conflict', 'There is already a user with this email address.')
      // Once there is an admin, no setup link may work.
      await tx.delete(setupLinks)
      return user
    },
    { isolationLevel: 'read committed' },
  )
}

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
