import { randomUUID } from 'node:crypto'
import { and, count, eq } from 'drizzle-orm'
import { type User, userInWords } from '#/contracts/accounts/accounts.ts'
import type { Role } from '#/contracts/limits.ts'
import type { Database, Transaction } from '../db/database.ts'
import { users } from '../db/tables/schema.ts'
import { endLinks } from './account-links.ts'
import { endSessions } from './account-sessions.ts'
import { hashPassword, isCurrentHash, verifyPassword } from './passwords.ts'

/** The columns of a user that others may see. */
export const userColumns = {
  id: users.id,
  email: users.email,
  name: users.name,
  role: users.role,
}

/** Makes a user who signs in with a password. Undefined if another user has the email, in lower case. */
export async function createUser(
  db: Database,
  { email, password, role }: { email: string; password: string; role: Role },
): Promise<User | undefined> {
  return insertUser(db, { email, role, passwordHash: await hashPassword(password) })
}

/** The part of `createUser` for a caller that has a hash already. */
export async function insertUser(
  db: Database,
  user: { email: string; role: Role; passwordHash: string; name?: string },
): Promise<User | undefined> {
  const [inserted] = await db
    .insert(users)
    .values({ ...user, id: randomUUID(), name: user.name ?? user.email })
    .onConflictDoNothing()
    .returning(userColumns)
  return inserted
}

/**
 * The id of the user with this email and password. A hash that is not as they are made now is made anew.
 * Without such a user it takes as long.
 */
export async function findByPassword(
  db: Database,
  email: string,
  password: string,
): Promise<string | undefined> {
  const [found] = await db
    .select({ userId: users.id, hash: users.passwordHash })
    .from(users)
    .where(eq(users.email, email))
  if (!found) {
    await hashPassword(password)
    return undefined
  }
  const { userId, hash } = found
  if (!(await verifyPassword(hash, password))) return undefined
  if (!isCurrentHash(hash)) {
    const renewed = await hashPassword(password)
    // Unless the person has set another password meanwhile.
    const isAsRead = and(eq(users.id, userId), eq(users.passwordHash, hash))
    await db.update(users).set({ passwordHash: renewed }).where(isAsRead)
  }
  return userId
}

/** Sets a new password, given as its hash. Ends the user's links, and sessions but for the one to keep. */
export async function setPassword(
  tx: Transaction,
  userId: string,
  passwordHash: string,
  keptSessionId?: string,
): Promise<void> {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, userId))
  await endSessions(tx, userId, keptSessionId)
  await endLinks(tx, userId)
}

/** Sets a new password and ends every session of the user. False when there is no such user. */
export async function resetPassword(
  db: Database,
  email: string,
  password: string,
): Promise<boolean> {
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const userId = await findUserId(tx, email)
    if (userId === undefined) return false
    await setPassword(tx, userId, passwordHash)
    return true
  })
}

/**
 * An address that was typed to sign in, for the audit log: only where it is that of an account.
 * People also type their password there.
 */
export async function accountInWords(db: Database, email: string): Promise<string> {
  return (await findUserId(db, email)) ? email : 'an address without an account'
}

/** A user by name and address, for the audit log; undefined for an unknown id. */
export async function memberInWords(db: Database, userId: string): Promise<string | undefined> {
  const [user] = await db
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, userId))
  return user && userInWords(user)
}

/** The id of the user with this email. */
export async function findUserId(db: Database, email: string): Promise<string | undefined> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return user?.id
}

/** True once the installation has its first admin. */
export async function hasAdmin(db: Database): Promise<boolean> {
  const [row] = await db.select({ admins: count() }).from(users).where(eq(users.role, 'admin'))
  return (row?.admins ?? 0) > 0
}
