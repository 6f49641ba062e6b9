import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../db/database.ts'
import { databaseCause } from '../db/failures.ts'
import { accountLinks, users } from '../db/tables/schema.ts'
import { fieldError } from '../http/errors.ts'
import { endLinks, issueLink, linkIsOver, takeLink } from './account-links.ts'
import { findUserId } from './users.ts'

/** PostgreSQL's code for a second row where there may be one. */
const uniqueViolation = '23505'

/** The refusal of an address that another account has. */
export const addressTaken = () =>
  fieldError('email', 'Another account has this address.', 'conflict')

/** Returns the token that confirms a user's new address. Throws `conflict` if it is taken. */
export function askForEmail(db: Database, userId: string, email: string): Promise<string> {
  return db.transaction(async (tx) => {
    if (await findUserId(tx, email)) throw addressTaken()
    return issueLink(tx, 'email-change', { userId, email })
  })
}

/** Gives a user the address to which the link was sent. Returns the old one and the new one. */
export async function confirmEmail(
  db: Database,
  token: string,
): Promise<{ before: string; now: string }> {
  const confirmed = db.transaction(async (tx) => {
    const link = await takeLink(tx, 'email-change', token)
    if (!link?.userId) throw linkIsOver()
    const [user] = await tx.select().from(users).where(eq(users.id, link.userId)).for('update')
    if (!user) throw linkIsOver()
    await tx
      .update(users)
      .set({
        email: link.email,
        // Without a name of their own they are called by the address.
        name: sql`case when ${users.name} = ${users.email} then ${link.email} else ${users.name} end`,
      })
      .where(eq(users.id, user.id))
    await endLinks(tx, user.id)
    return { before: user.email, now: link.email }
  })
  return confirmed.catch((error: unknown) => {
    // Another account has taken the address meanwhile.
    throw databaseCause(error)?.code === uniqueViolation ? addressTaken() : error
  })
}

/**
 * How long after a mail with a link for a new password the next one may leave. That bounds how many
 * come; until then the last link works, which is good for three times as long.
 */
const resetAgainAfter = sql`interval '10 minutes'`

/**
 * The user to whom a link for a new password is to be sent: who can sign in, and was sent none within that time.
 * As much work for an address without an account.
 */
export async function findResetDue(
  db: Database | Transaction,
  email: string,
): Promise<string | undefined> {
  const hasNoLink = sql`not exists (
    select from ${accountLinks}
    where ${accountLinks.userId} = ${users.id} and ${accountLinks.purpose} = 'password-reset'
      and ${accountLinks.createdAt} > now() - ${resetAgainAfter})`
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.disabledAt), hasNoLink))
  return user?.id
}

/** The token of a link by which a user can set a new password; undefined if none is due. */
export function askForPassword(db: Database, email: string): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    // Of requests at once the first makes the link, and the others see it.
    await tx.select({ id: users.id }).from(users).where(eq(users.email, email)).for('update')
    const userId = await findResetDue(tx, email)
    return userId && issueLink(tx, 'password-reset', { userId, email })
  })
}
