import { and, eq, gt, sql } from 'drizzle-orm'
import type { User } from '#/contracts/accounts/accounts.ts'
import { adminPaths } from '#/contracts/routes.ts'
import type { Database } from '../db/database.ts'
import { locks } from '../db/locks.ts'
import { setupLinks } from '../db/tables/schema.ts'
import { AppError } from '../http/errors.ts'
import { hashPassword } from './password-hashes.ts'
import { hashToken, makeToken } from './remembered.ts'
import { hasAdmin, insertUser } from './users.ts'

/** How long a setup link works. */
export const setupLinkHours = 24

/**
 * Makes a one-time link for the first admin. The token is in the fragment, which no server logs.
 */
export async function issueSetupLink(db: Database, siteUrl: string): Promise<string> {
  const token = makeToken()
  const expiresAt = new Date(Date.now() + setupLinkHours * 3600_000)
  await db.insert(setupLinks).values({ tokenHash: hashToken(token), expiresAt })
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
    .where(isLink(hashToken(token)))
  if (!link || (await hasAdmin(db))) throw linkIsOver()
}

/** Makes the first admin. Throws `not_allowed` for a link that is wrong, expired or used. */
export async function redeemSetupLink(
  db: Database,
  { token, email, password }: { token: string; email: string; password: string },
): Promise<User> {
  const tokenHash = hashToken(token)
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
