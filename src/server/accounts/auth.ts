import { randomUUID } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { cookies } from '#/content/browser-data.ts'
import type { User } from '#/contracts/accounts/accounts.ts'
import type { SecondStepWay } from '#/contracts/accounts/second-factors.ts'
import { dayMs } from '#/contracts/days.ts'
import type { Database, Transaction } from '../db/database.ts'
import { accountSettings, sessions, users } from '../db/tables/schema.ts'
import { AppError } from '../http/errors.ts'
import { notSignedIn, type ReadSession } from '../http/sessions.ts'
import { accountCookies, type Browser } from './account-cookies.ts'
import { hashToken, makeToken, readRemembered, remember, takeRemembered } from './remembered.ts'
import { hasFactor, readFactors, waysOf } from './second-factors/factor-store.ts'
import { findByPassword, userColumns } from './users.ts'

/** How long a session lasts without use, in milliseconds. */
const lifetime = 7 * dayMs

/** However it is used, a session ends then, so that a stolen one does. */
const longestLifetime = 30 * dayMs

/** How seldom it is stored that a session is in use, so that not every request writes. */
const useStoredEvery = 5 * 60_000

const firstStepSeconds = 600

/** A user who has signed in, and the cookies to send to the browser. */
export type SignedIn = { user: User; setCookie: string[] }

/** A user whose password was right, and who is asked for a second factor in one of these ways. */
export type AwaitsSecondStep = { ways: SecondStepWay[]; setCookie: string[] }

/** A user who signs in with a password, and the browser. */
export type Credentials = Browser & { email: string; password: string }

/** A sign-in whose second step is to come: of which user, and by what its wrong codes are counted. */
export type FirstStep = { userId: string; email: string; key: string }

/** What the rest of the server can do with sessions. `cookie` is the request's Cookie header. */
export type Auth = {
  /**
   * Undefined for a wrong email or password. Ends the session that the browser had before. Throws
   * `not_allowed` for an account that is disabled.
   */
  signIn: (credentials: Credentials) => Promise<SignedIn | AwaitsSecondStep | undefined>
  /**
   * Begins a session for a user who has just proved who they are, and ends the one that the browser
   * had, whose token may have been stolen. Throws `not_allowed` for an account that is disabled.
   */
  begin: (browser: Browser, userId: string, hasSecondFactor: boolean) => Promise<SignedIn>
  /** The same for a signed-in user. Throws `not_signed_in` where their session has ended meanwhile. */
  renew: (browser: Browser, userId: string, hasSecondFactor: boolean) => Promise<SignedIn>
  /** The user who has taken the first step of a sign-in in this browser. Throws where it is over. */
  readFirstStep: (cookie: string | undefined) => Promise<FirstStep>
  /** Ends the first step of a sign-in. Returns the cookie that clears it. */
  endFirstStep: (cookie: string | undefined) => Promise<string>
  /** Ends the session of these cookies. Returns the cookie that clears it. */
  signOut: (cookie: string | undefined) => Promise<string>
  readSession: ReadSession
}

/** For a user who took too long between the two steps of signing in, or had too many wrong codes. */
export const signInEnded = () =>
  new AppError('not_signed_in', 'Please begin again with your email address and password.')

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
      isRequired: accountSettings.requiresSecondFactor,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(accountSettings, sql`true`)
    .where(
      and(
        eq(sessions.token, hashToken(token)),
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

type SessionSettings = { hasSecondFactor: boolean; isRenewal: boolean }

/** Sets up sessions and password checks. */
export function createAuth(db: Database, siteUrl: string): Auth {
  const jar = accountCookies(siteUrl)
  const { session, firstStep } = cookies
  const clearSession = jar.make(session.name, '', 0)
  const firstStepOf = (cookie: string | undefined) => jar.read(cookie, firstStep.name)

  // In version 0.1 a dot and a signature followed the token.
  const tokenOf = (cookie: string | undefined) => jar.read(cookie, session.name)?.split('.')[0]

  /** Ends the session of these cookies, and returns whose it was. */
  async function end(tx: Database | Transaction, cookie: string | undefined) {
    const isIt = eq(sessions.token, hashToken(tokenOf(cookie) ?? ''))
    const [ended] = await tx.delete(sessions).where(isIt).returning({ userId: sessions.userId })
    return ended?.userId
  }

  async function replace(browser: Browser, userId: string, set: SessionSettings) {
    const { cookie, userAgent, address } = browser
    const token = makeToken()
    const now = new Date()
    const user = await db.transaction(
      async (tx) => {
        const user = await lockUser(tx, userId)
        const before = await end(tx, cookie)
        if (set.isRenewal && before !== userId) throw notSignedIn()
        await tx.insert(sessions).values({
          ...{ id: randomUUID(), token: hashToken(token), userId, userAgent, ipAddress: address },
          ...{ createdAt: now, confirmedAt: now, lastUsedAt: now },
          expiresAt: new Date(now.getTime() + lifetime),
          hasSecondFactor: set.hasSecondFactor,
        })
        return user
      },
      { isolationLevel: 'read committed' },
    )
    return { user, setCookie: [jar.make(session.name, token, lifetime / 1000)] }
  }

  const begin: Auth['begin'] = (browser, userId, hasSecondFactor) =>
    replace(browser, userId, { hasSecondFactor, isRenewal: false })

  return {
    async signIn({ email, password, ...browser }) {
      const userId = await findByPassword(db, eq(users.email, email), password)
      if (userId === undefined) return undefined
      const factors = await readFactors(db, userId)
      if (!hasFactor(factors)) return begin(browser, userId, false)
      await db.transaction(async (tx) => {
        await lockUser(tx, userId)
        await end(tx, browser.cookie)
      })
      const step = await remember(db, 'first-step', { value: userId, seconds: firstStepSeconds })
      const setCookie = [jar.make(firstStep.name, step, firstStepSeconds), clearSession]
      return { ways: waysOf(factors), setCookie }
    },
    begin,
    renew: (browser, userId, hasSecondFactor) =>
      replace(browser, userId, { hasSecondFactor, isRenewal: true }),
    async readFirstStep(cookie) {
      const token = firstStepOf(cookie)
      const userId = (await readRemembered(db, 'first-step', token)) ?? ''
      const [user] = await db.select(userColumns).from(users).where(eq(users.id, userId))
      if (!token || !user) throw signInEnded()
      return { userId, email: user.email, key: hashToken(token) }
    },
    async endFirstStep(cookie) {
      await takeRemembered(db, 'first-step', firstStepOf(cookie))
      return jar.make(firstStep.name, '', 0)
    },
    async signOut(cookie) {
      await end(db, cookie)
      return clearSession
    },
    async readSession(cookie, isByPerson) {
      const token = tokenOf(cookie)
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
        setCookie: use.secondsLeft ? [jar.make(session.name, token, use.secondsLeft)] : [],
      }
    },
  }
}
