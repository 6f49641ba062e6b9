import { randomUUID } from 'node:crypto'
import { and, count, eq } from 'drizzle-orm'
import type { Role, User } from '#/contracts/accounts.ts'
import type { Database, Transaction } from '../db/database.ts'
import { accounts, sessions, users } from '../db/schema.ts'
import { hashPassword } from './password-hashes.ts'

/** better-auth's name for an account that signs in with a password. */
const passwordProvider = 'credential'

/** The data of a user to be made. The email is in lower case. */
export type NewUser = { email: string; password: string; role: Role }

/** Makes a user who signs in with a password. Undefined if another user has the email. */
export async function createUser(db: Database, newUser: NewUser): Promise<User | undefined> {
  const { email, role } = newUser
  // Hashing is slow on purpose, so it is done before the transaction.
  const password = await hashPassword(newUser.password)
  return db.transaction((tx) => insertUser(tx, { email, role, passwordHash: password }))
}

/** The part of `createUser` for a caller that has a transaction and a hash already. */
export async function insertUser(
  tx: Transaction,
  { email, role, passwordHash }: { email: string; role: Role; passwordHash: string },
): Promise<User | undefined> {
  const id = randomUUID()
  const [user] = await tx
    .insert(users)
    .values({ id, email, role, name: email, emailVerified: true })
    .onConflictDoNothing()
    .returning({ id: users.id, email: users.email, name: users.name, role: users.role })
  if (!user) return undefined
  await tx.insert(accounts).values({
    id: randomUUID(),
    userId: id,
    accountId: id,
    providerId: passwordProvider,
    password: passwordHash,
  })
  return user
}

/** Sets a new password and ends every session of the user. False when there is no such user. */
export async function resetPassword(
  db: Database,
  email: string,
  password: string,
): Promise<boolean> {
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
    if (!user) return false
    await tx
      .update(accounts)
      .set({ password: passwordHash, updatedAt: new Date() })
      .where(and(eq(accounts.userId, user.id), eq(accounts.providerId, passwordProvider)))
    await tx.delete(sessions).where(eq(sessions.userId, user.id))
    return true
  })
}

/** True once the installation has its first admin. */
export async function hasAdmin(db: Database): Promise<boolean> {
  const [row] = await db.select({ admins: count() }).from(users).where(eq(users.role, 'admin'))
  return (row?.admins ?? 0) > 0
}
