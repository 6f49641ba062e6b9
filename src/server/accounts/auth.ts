import { randomUUID } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { cookies } from '#/content/browser-data.ts'
import type { SecondStepWay, User } from '#/contracts/accounts/accounts.ts'
import { dayMs } from '#/contracts/days.ts'
import type { Database, Transaction } from '../db/database.ts'
import { sessions, settings, users } from '../db/tables/schema.ts'
import { AppError } from '../http/errors.ts'
import { hashLinkToken, makeToken } from '../http/link-tokens.ts'
import { notSignedIn, type ReadSession } from '../http/sessions.ts'
import { accountCookies, type Browser } from './account-cookies.ts'
import { issueLink, linkLifetimes, readLink, takeLink } from './account-links.ts'
import { hasFactor, readFactors, waysOf } from './factor-store.ts'
import { findByPassword, userColumns } from './users.ts'

/** How long a session lasts without use, in milliseconds. */
const lifetime = 7 * dayMs

/** However it is used, a session ends then, so that a stolen one does. */
const longestLifetime = 30 * dayMs

/** How seldom it is stored that a session is in use, so that not every request writes. */
const useStoredEvery = 5 * 60_000

/** A user who has signed in, and the cookies to send to the browser. */
type SignedIn = { user: User; setCookie: string[] }

/** A user whose password was right, and who is asked for a second factor in one of these ways. */
type AwaitsSecondStep = { ways: SecondStepWay[]; setCookie: string[] }

/** A user who signs in with a password, and the browser. */
type Credentials = Browser & { email: string; password: string }

/** A sign-in whose second step is to come: of which user, and by what its wrong codes are counted. */
type FirstStep = { userId: string; email: string; key: string }

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

/**
 * Stores that a person uses a session. Returns its new end where that prolongs it, which is once a
 * day, and undefined for a session that ended meanwhile.
 */
async function storeUse(db: Database, session: typeof sessions.$inferSelect) {
  const now = Date.now()
  const end = Math.min(now + lifetime, session.createdAt.getTime() + longestLifetime)
  const isProlonged = end - session.expiresAt.getTime() >= dayMs
  if (!isProlonged && session.lastUsedAt.getTime() + useStoredEvery > now) return {}
  const stored = await db
    .update(sessions)
    .set({ lastUsedAt: new Date(now), ...(isProlonged && { expiresAt: new Date(end) }) })
    .where(eq(sessions.id, session.id))
    .returning({ id: sessions.id })
  if (stored.length === 0) return undefined
  return isProlonged ? { secondsLeft: Math.floor((end - now) / 1000) } : {}
}

type Jar = ReturnType<typeof accountCookies>

/** The first steps of sign-ins, each of which the browser holds as a cookie. */
function createFirstSteps(db: Database, jar: Jar) {
  const { name } = cookies.firstStep
  return {
    /** Returns the cookie by which the browser is known at the second step. */
    async begin(user: User): Promise<string> {
      const token = await issueLink(db, 'first-step', { userId: user.id, email: user.email })
      return jar.make(name, token, linkLifetimes['first-step'] / 1000)
    },
    /** The user who has taken the first step in this browser. Throws where it is over. */
    async read(cookie: string | undefined): Promise<FirstStep> {
      const link = await readLink(db, 'first-step', jar.read(cookie, name))
      if (!link?.userId) throw signInEnded()
      return { userId: link.userId, email: link.email, key: link.tokenHash }
    },
    /** Ends the first step of a sign-in. Returns the cookie that clears it. */
    async end(cookie: string | undefined): Promise<string> {
      await takeLink(db, 'first-step', jar.read(cookie, name))
      return jar.make(name, '', 0)
    },
  }
}

const tokenOf = (jar: Jar, cookie: string | undefined) => jar.read(cookie, cookies.session.name)

/** Ends the session of these cookies, and returns whose it was. */
async function endSessionOf(tx: Database | Transaction, jar: Jar, cookie: string | undefined) {
  const isIt = eq(sessions.token, hashLinkToken(tokenOf(jar, cookie) ?? ''))
  const [ended] = await tx.delete(sessions).where(isIt).returning({ userId: sessions.userId })
  return ended?.userId
}

/** Begins sessions: `isRenewal` only in place of one of the same user that has not ended. */
const createReplaceSession =
  (db: Database, jar: Jar, isRenewal: boolean) =>
  async (browser: Browser, userId: string, hasSecondFactor: boolean): Promise<SignedIn> => {
    const { cookie, userAgent, address } = browser
    const token = makeToken()
    const now = new Date()
    const user = await db.transaction(async (tx) => {
      const user = await lockUser(tx, userId)
      const before = await endSessionOf(tx, jar, cookie)
      if (isRenewal && before !== userId) throw notSignedIn()
      await tx.insert(sessions).values({
        id: randomUUID(),
        token: hashLinkToken(token),
        userId,
        hasSecondFactor,
        userAgent,
        ipAddress: address,
        createdAt: now,
        confirmedAt: now,
        lastUsedAt: now,
        expiresAt: new Date(now.getTime() + lifetime),
      })
      return user
    })
    return { user, setCookie: [jar.make(cookies.session.name, token, lifetime / 1000)] }
  }

/** What the rest of the server can do with sessions. `cookie` is a request's Cookie header. */
export type Auth = ReturnType<typeof createAuth>

/** Sets up sessions and password checks. */
export function createAuth(db: Database, siteUrl: string) {
  const jar = accountCookies(siteUrl)
  const { name } = cookies.session
  const firstSteps = createFirstSteps(db, jar)
  const clearSession = jar.make(name, '', 0)
  const begin = createReplaceSession(db, jar, false)

  const readSession: ReadSession = async (cookie, isByPerson) => {
    const token = tokenOf(jar, cookie)
    const found = token && (await findSession(db, token))
    if (!found) return undefined
    const use = isByPerson ? await storeUse(db, found.session) : {}
    // It ended at the moment at which it was to be prolonged.
    if (!use) return undefined
    const { id, confirmedAt, hasSecondFactor } = found.session
    const lacksSecondFactor = !hasSecondFactor && found.isRequired === true
    return {
      user: found.user,
      session: { id, confirmedAt, hasSecondFactor, lacksSecondFactor },
      setCookie: use.secondsLeft ? [jar.make(name, token, use.secondsLeft)] : [],
    }
  }

  return {
    /**
     * Undefined for a wrong email or password. Ends the session that the browser had before. Throws
     * `not_allowed` for an account that is disabled.
     */
    async signIn({
      email,
      password,
      ...browser
    }: Credentials): Promise<SignedIn | AwaitsSecondStep | undefined> {
      const userId = await findByPassword(db, eq(users.email, email), password)
      if (userId === undefined) return undefined
      const factors = await readFactors(db, userId)
      if (!hasFactor(factors)) return begin(browser, userId, false)
      const user = await db.transaction(async (tx) => {
        await endSessionOf(tx, jar, browser.cookie)
        return lockUser(tx, userId)
      })
      return { ways: waysOf(factors), setCookie: [await firstSteps.begin(user), clearSession] }
    },
    /**
     * Begins a session for a user who has just proved who they are, and ends the one that the browser
     * had, whose token may have been stolen. Throws `not_allowed` for an account that is disabled.
     */
    begin,
    /** The same for a signed-in user. Throws `not_signed_in` where their session has ended meanwhile. */
    renew: createReplaceSession(db, jar, true),
    readFirstStep: firstSteps.read,
    endFirstStep: firstSteps.end,
    /** Ends the session of these cookies. Returns the cookie that clears it. */
    async signOut(cookie: string | undefined): Promise<string> {
      await endSessionOf(db, jar, cookie)
      return clearSession
    },
    readSession,
  }
}
