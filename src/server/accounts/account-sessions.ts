import { and, desc, eq, gt, ne } from 'drizzle-orm'
import type { AccountSession } from '#/contracts/accounts/my-account.ts'
import type { Database, Transaction } from '../db/database.ts'
import { sessions, verifications } from '../db/tables/schema.ts'

/** Where a user is signed in, the browser that asks first and the others by when they were used. */
export async function listSessions(
  db: Database,
  userId: string,
  thisSessionId: string,
): Promise<AccountSession[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, new Date())))
    .orderBy(desc(sessions.lastUsedAt))
  const listed = rows.map(({ id, userAgent, ipAddress, createdAt, lastUsedAt }) => ({
    id,
    isThis: id === thisSessionId,
    userAgent: userAgent ?? '',
    address: ipAddress ?? '',
    signedInAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
  }))
  return [...listed.filter(({ isThis }) => isThis), ...listed.filter(({ isThis }) => !isThis)]
}

/** Ends one session of a user. False if they have no such session. */
export async function endSession(
  db: Database,
  userId: string,
  sessionId: string,
): Promise<boolean> {
  const isIt = and(eq(sessions.userId, userId), eq(sessions.id, sessionId))
  const ended = await db.delete(sessions).where(isIt).returning({ id: sessions.id })
  return ended.length > 0
}

/**
 * Signs a user out everywhere, but for the session to keep where there is one. A sign-in whose second
 * step is yet to come ends too.
 */
export async function endSessions(
  db: Database | Transaction,
  userId: string,
  keptSessionId?: string,
): Promise<void> {
  const isOther = keptSessionId === undefined ? undefined : ne(sessions.id, keptSessionId)
  await db.delete(sessions).where(and(eq(sessions.userId, userId), isOther))
  await db.delete(verifications).where(eq(verifications.value, userId))
}
