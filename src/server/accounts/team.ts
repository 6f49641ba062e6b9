import { and, asc, eq, isNull, max, sql } from 'drizzle-orm'
import {
  type Invitation,
  type TeamMember,
  type User,
  userInWords,
} from '#/contracts/accounts/accounts.ts'
import type { Role } from '#/contracts/limits.ts'
import type { Database, Transaction } from '../db/database.ts'
import { accountLinks, passkeys, sessions, twoFactors, users } from '../db/tables/schema.ts'
import { AppError, fieldError } from '../http/errors.ts'
import { deleteEndedLinks, issueLink, isValidLink } from './account-links.ts'
import { endSessions } from './account-sessions.ts'
import { findUserId } from './users.ts'

/** Everybody with an account, by when they came. */
export async function listMembers(db: Database): Promise<TeamMember[]> {
  const hasSecondFactor = sql<boolean>`(
    exists (select from ${passkeys} where ${passkeys.userId} = ${users.id}) or exists (
      select from ${twoFactors} where ${twoFactors.userId} = ${users.id} and ${twoFactors.verified}))`
  const rows = await db
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      role: users.role,
      disabledAt: users.disabledAt,
      hasSecondFactor,
      lastUsedAt: max(sessions.lastUsedAt),
    })
    .from(users)
    .leftJoin(sessions, eq(sessions.userId, users.id))
    .groupBy(users.id)
    .orderBy(asc(users.createdAt), asc(users.id))
  return rows.map(({ disabledAt, lastUsedAt, ...row }) => ({
    ...row,
    isDisabled: disabledAt !== null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
}

/** Everybody who was invited and has not accepted, by when. */
export async function listInvitations(db: Database): Promise<Invitation[]> {
  const rows = await db
    .select({ link: accountLinks, isValid: isValidLink })
    .from(accountLinks)
    .where(eq(accountLinks.purpose, 'invitation'))
    .orderBy(asc(accountLinks.createdAt))
  return rows.map(({ link: { tokenHash, email, role, createdBy, expiresAt }, isValid }) => ({
    id: tokenHash,
    email,
    role: role ?? 'editor',
    invitedBy: createdBy ?? '',
    expiresAt: expiresAt.toISOString(),
    isExpired: !isValid,
  }))
}

/** Invites an address, and returns the token. Throws `conflict` if it has an account. */
export function invite(
  db: Database,
  invited: { email: string; role: Role; by: User },
): Promise<string> {
  const { email, role, by } = invited
  return db.transaction(async (tx) => {
    if (await findUserId(tx, email))
      throw fieldError('email', 'This address already has an account.', 'conflict')
    return issueLink(tx, 'invitation', { email, role, userId: by.id, createdBy: userInWords(by) })
  })
}

/** Takes an invitation back, and returns whose it was. Undefined if there is none. */
export async function withdrawInvitation(db: Database, id: string): Promise<string | undefined> {
  const isIt = and(eq(accountLinks.tokenHash, id), eq(accountLinks.purpose, 'invitation'))
  const [deleted] = await db
    .delete(accountLinks)
    .where(isIt)
    .returning({ email: accountLinks.email })
  return deleted?.email
}

/**
 * Throws `conflict` unless another admin is left who can sign in. Locks all of them, so that two
 * admins cannot demote each other at once.
 */
async function keepAnAdmin(tx: Transaction, userId: string): Promise<void> {
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.disabledAt)))
    .orderBy(users.id)
    .for('update')
  if (admins.every(({ id }) => id === userId)) {
    throw new AppError(
      'conflict',
      'This is the only admin. Make someone else an admin first, so someone can handle the requests.',
    )
  }
}

/**
 * Changes what a member may do. A disabled one is signed out everywhere, and their links end for good,
 * as do the invitations of one who is no admin any more. False if there is none.
 */
export function changeMember(
  db: Database,
  userId: string,
  { role, isDisabled }: { role?: Role | undefined; isDisabled?: boolean | undefined },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (role === 'editor' || isDisabled) await keepAnAdmin(tx, userId)
    // Those that ended before, too: the change may be what would revive them.
    await deleteEndedLinks(tx, userId)
    const changed = await tx
      .update(users)
      .set({
        ...(role && { role }),
        ...(isDisabled !== undefined && { disabledAt: isDisabled ? new Date() : null }),
      })
      .where(eq(users.id, userId))
      .returning({ id: users.id })
    await deleteEndedLinks(tx, userId)
    if (isDisabled) await endSessions(tx, userId)
    return changed.length > 0
  })
}

/** Deletes an account; what it did keeps its name. False if there is none. */
export function removeMember(db: Database, userId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await keepAnAdmin(tx, userId)
    const removed = await tx.delete(users).where(eq(users.id, userId)).returning({ id: users.id })
    return removed.length > 0
  })
}
