import { and, desc, eq, gt, lt, ne, sql } from 'drizzle-orm'
import type { AccountSession } from '#/contracts/accounts/accounts.ts'
import type { Database, Transaction } from '../db/database.ts'
import { accountLinks, sessions } from '../db/tables/schema.ts'

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
    .orderBy(ne(sessions.id, thisSessionId), desc(sessions.lastUsedAt))
  return rows.map(({ id, userAgent, ipAddress, createdAt, lastUsedAt }) => ({
    id,
    isThis: id === thisSessionId,
    userAgent: userAgent ?? '',
    address: ipAddress ?? '',
    signedInAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
  }))
}

/** Ends one session of a user, if they have such a session. */
export async function endSession(db: Database, userId: string, sessionId: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.id, sessionId)))
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
  const isFirstStep = eq(accountLinks.purpose, 'first-step')
  await db.delete(accountLinks).where(and(eq(accountLinks.userId, userId), isFirstStep))
}

/** How many sessions of a person are kept, the newest. */
const mostSessions = 50

/** Deletes sessions that have expired or are too many. */
export async function deleteExpiredSessions(db: Database): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expiresAt, new Date()))
  await db.execute(sql`
    delete from ${sessions} where id in (
      select id from (
        select id, row_number() over (partition by user_id order by last_used_at desc, id) place
        from ${sessions}
      ) ranked where place > ${mostSessions})`)
}
