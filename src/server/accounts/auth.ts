import { randomUUID } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookies } from '#/content/browser-data.ts'
import type { SecondStep, User } from '#/contracts/accounts/accounts.ts'
import { dayMs } from '#/contracts/days.ts'
import type { AccountMails } from '#/contracts/notifications/mails.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import type { Database, Transaction } from '../db/database.ts'
import { sessions, settings, users } from '../db/tables/schema.ts'
import { AppError } from '../http/errors.ts'
import { hashLinkToken, makeToken } from '../http/link-tokens.ts'
import { type Guards, notSignedIn, type ReadSession } from '../http/sessions.ts'
import { accountCookies } from './account-cookies.ts'
import { issueLink, linkLifetimes, readLink, takeLink } from './account-links.ts'
import { hasFactor, readFactors, waysOf } from './factor-store.ts'
import { createSignInLimits } from './sign-in-limits.ts'
import { findByPassword, userColumns } from './users.ts'

/** How long a session lasts without use, in milliseconds. */
const lifetime = 7 * dayMs

/** However it is used, a session ends then, so that a stolen one does. The browser keeps its cookie until then. */
const longestLifetime = 30 * dayMs

/** How seldom it is stored that a session is in use, so that not every request writes. */
const useStoredEvery = 5 * 60_000

/** For a user who took too long between the two steps of signing in, or had too many wrong codes. */
export const signInEnded = () =>
  new AppError('not_signed_in', 'Please start over with your email address and password.')

/** Reads a user whom no admin has disabled, nor disables before the transaction ends. */
async function lockUser(tx: Transaction, userId: string): Promise<User> {
  const [found] = await tx
    .select({ user: userColumns, disabledAt: users.disabledAt })
    .from(users)
    .where(eq(users.id, userId))
    .for('share')
  if (!found) throw signInEnded()
  if (!found.disabledAt) return found.user
  throw new AppError('not_allowed', 'This account is disabled. Please ask an admin of this site.')
}

/** The session with this token, its user, and whether the owner requires a second factor. */
async function findSession(db: Database, token: string) {
  const [found] = await db
    .select({
      session: sessions,
      user: userColumns,
      isRequired: sql<boolean | null>`(${settings.value} ->> 'requiresSecondFactor')::boolean`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(settings, eq(settings.key, 'accounts'))
    .where(
      and(
        eq(sessions.token, hashLinkToken(token)),
        gt(sessions.expiresAt, new Date()),
        gt(sessions.createdAt, new Date(Date.now() - longestLifetime)),
      ),
    )
  return found
}

/** Stores that a person uses a session, which prolongs it. Returns false for one that ended meanwhile. */
async function storeUse(
  db: Database,
  { id, createdAt, lastUsedAt }: typeof sessions.$inferSelect,
): Promise<boolean> {
  const now = Date.now()
  if (lastUsedAt.getTime() + useStoredEvery > now) return true
  const expiresAt = new Date(Math.min(now + lifetime, createdAt.getTime() + longestLifetime))
  const used = { lastUsedAt: new Date(now), expiresAt }
  const { rowCount } = await db.update(sessions).set(used).where(eq(sessions.id, id))
  return rowCount === 1
}

type Jar = ReturnType<typeof accountCookies>

/** Ends the session of a browser, and returns whose it was. */
async function endSessionOf(tx: Database | Transaction, jar: Jar, { headers }: FastifyRequest) {
  const token = jar.read(headers.cookie, cookies.session.name) ?? ''
  const isIt = eq(sessions.token, hashLinkToken(token))
  const [ended] = await tx.delete(sessions).where(isIt).returning({ userId: sessions.userId })
  return ended?.userId
}

/** Begins sessions: `isRenewal` only in place of one of the same user that has not ended. */
const createReplaceSession =
  (db: Database, jar: Jar, isRenewal: boolean) =>
  async (
    request: FastifyRequest,
    reply: FastifyReply,
    userId: string,
    hasSecondFactor: boolean,
  ) => {
    const token = makeToken()
    const now = new Date()
    const user = await db.transaction(async (tx) => {
      const user = await lockUser(tx, userId)
      const before = await endSessionOf(tx, jar, request)
      if (isRenewal && before !== userId) throw notSignedIn()
      await tx.insert(sessions).values({
        id: randomUUID(),
        token: hashLinkToken(token),
        userId,
        hasSecondFactor,
        userAgent: request.headers['user-agent'],
        ipAddress: request.ip,
        createdAt: now,
        confirmedAt: now,
        lastUsedAt: now,
        expiresAt: new Date(now.getTime() + lifetime),
      })
      return user
    })
    jar.set(reply, cookies.session.name, token, longestLifetime / 1000)
    return user
  }

/** What the rest of the server can do with sessions. */
export type Auth = ReturnType<typeof createAuth>

/** What the routes of accounts need. */
export type AccountsDeps = {
  db: Database
  auth: Auth
  guards: Guards
  site: Site
  mails: AccountMails
}

/** Sets up sessions, password checks, and the limits of guesses. */
export function createAuth(db: Database, siteUrl: string) {
  const jar = accountCookies(siteUrl)
  const limits = createSignInLimits(db, siteUrl)
  const { session, firstStep } = cookies
  const replaceSession = createReplaceSession(db, jar, false)
  const clearSession = (reply: FastifyReply) => jar.set(reply, session.name, '', 0)

  const readSession: ReadSession = async (cookie, isByPerson) => {
    const token = jar.read(cookie, session.name)
    const found = token && (await findSession(db, token))
    if (!found) return undefined
    if (isByPerson && !(await storeUse(db, found.session))) return undefined
    const { id, confirmedAt, hasSecondFactor } = found.session
    const lacksSecondFactor = !hasSecondFactor && found.isRequired === true
    return { user: found.user, session: { id, confirmedAt, hasSecondFactor, lacksSecondFactor } }
  }

  /**
   * Begins a session for a person who has just proved who they are, and makes the browser known. Ends the
   * session that the browser had, whose token may have been stolen. Throws `not_allowed` for an account that is
   * disabled.
   */
  const begin: typeof replaceSession = async (request, reply, userId, hasSecondFactor) => {
    const user = await replaceSession(request, reply, userId, hasSecondFactor)
    request.audit({ user })
    await limits.rememberBrowser(reply, user.email)
    return user
  }

  return {
    ...limits,
    begin,
    /** Begins one for a signed-in user. Throws `not_signed_in` where their session has ended meanwhile. */
    renew: createReplaceSession(db, jar, true),
    readSession,
    /** Signs in with a password. Undefined for a wrong email or password; throws as `begin` does. */
    async signIn(
      request: FastifyRequest,
      reply: FastifyReply,
      { email, password }: { email: string; password: string },
    ): Promise<User | SecondStep | undefined> {
      const userId = await findByPassword(db, email, password)
      if (userId === undefined) return undefined
      const factors = await readFactors(db, userId)
      if (!hasFactor(factors)) return begin(request, reply, userId, false)
      await db.transaction(async (tx) => {
        await endSessionOf(tx, jar, request)
        return lockUser(tx, userId)
      })
      const token = await issueLink(db, 'first-step', { userId, email })
      jar.set(reply, firstStep.name, token, linkLifetimes['first-step'] / 1000)
      clearSession(reply)
      return { ways: waysOf(factors) }
    },
    /** Whose first step this browser has taken, and by what wrong codes are counted. Throws where it is over. */
    async readFirstStep({ headers }: FastifyRequest) {
      const link = await readLink(db, 'first-step', jar.read(headers.cookie, firstStep.name))
      if (!link?.userId) throw signInEnded()
      return { userId: link.userId, email: link.email, key: link.tokenHash }
    },
    async endFirstStep({ headers }: FastifyRequest, reply: FastifyReply): Promise<void> {
      await takeLink(db, 'first-step', jar.read(headers.cookie, firstStep.name))
      jar.set(reply, firstStep.name, '', 0)
    },
    async signOut(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      await endSessionOf(db, jar, request)
      clearSession(reply)
    },
  }
}
