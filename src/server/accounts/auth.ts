import { eq } from 'drizzle-orm'
import type { Role, User } from '#/contracts/accounts/accounts.ts'
import type { SecondStepWay } from '#/contracts/accounts/second-factors.ts'
import type { Database } from '../db/database.ts'
import { sessions, users } from '../db/tables/schema.ts'
import type { Session } from '../http/sessions.ts'
import { requiresSecondFactor } from './account-settings.ts'
import type { configureAuth } from './auth-options.ts'
import { type Browser, headersOf } from './browser.ts'
import { isLibraryError, reasonOf, signInEnded, unlessWrong } from './library-errors.ts'
import { readFactors, waysOf } from './second-factors/factor-store.ts'
import { readSecret } from './secrets.ts'
import { hashToken } from './session-tokens.ts'

/** However it is used, a session ends then, so that a stolen one does. */
const longestSessionMs = 30 * 24 * 3600_000

/** How seldom it is stored that a session is in use, so that not every request writes. */
const useStoredEveryMs = 5 * 60_000

/** A user who has signed in, and the cookies to send to the browser. */
export type SignedIn = { user: User; setCookie: string[] }

/** Somebody whose password was right, and who is asked for a second factor in one of these ways. */
export type AwaitsSecondStep = { ways: SecondStepWay[]; setCookie: string[] }

/** Who signs in, and with what browser. */
export type Credentials = Browser & { email: string; password: string }

/** What the rest of the server can do with sessions. `cookie` is the request's Cookie header. */
export type Auth = {
  /**
   * Undefined for a wrong email or password. Ends the session that the browser had before. Throws
   * `not_allowed` for an account that is disabled.
   */
  signIn: (credentials: Credentials) => Promise<SignedIn | AwaitsSecondStep | undefined>
  /**
   * For whoever has proved a second factor: ends the session that the browser had before. `headers`
   * are those by which the library begins the new one.
   */
  endSignIn: (browser: Browser, userId: string, headers: Headers) => Promise<SignedIn>
  /** Ends the session of these cookies; answers the cookies that clear them. */
  signOut: (cookie: string | undefined) => Promise<string[]>
  /**
   * The user of these cookies; undefined without a session. What a person does prolongs a session,
   * and then `setCookie` is not empty; what a page does by itself must not.
   */
  readSession: (
    cookie: string | undefined,
    isByPerson: boolean,
  ) => Promise<(SignedIn & { session: Session }) | undefined>
  /**
   * Begins a new session in place of the one of these cookies, for whoever has just proved again
   * who they are. Answers its cookies.
   */
  renewSession: (
    browser: Browser,
    session: { id: string; hasSecondFactor: boolean },
  ) => Promise<string[]>
  /** The calls of the library, for the parts of this folder that have more to ask of it. */
  getApi: () => Promise<AuthApi>
  /** Encrypts what only this installation may read, by the key that signs cookies. */
  encrypt: (text: string) => Promise<string>
}

type Library = ReturnType<typeof configureAuth>

/** The calls of the library. */
export type AuthApi = Library['api']

/** How the person with this email can take the second step of a sign-in. */
async function waysOfEmail(db: Database, email: string): Promise<SecondStepWay[]> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  return user ? waysOf(await readFactors(db, user.id)) : []
}

async function loadLibrary(db: Database, siteUrl: string): Promise<Library> {
  const secret = await readSecret(db, 'session-signing')
  const { configureAuth } = await import('./auth-options.ts')
  return configureAuth(db, siteUrl, secret)
}

/**
 * The library, loaded and set up at the first use: a process that only visitors use does without
 * (decision 044). The signing key is read then, and stored in the database if that has none.
 */
function createGetLibrary(db: Database, siteUrl: string): () => Promise<Library> {
  let configured: Promise<Library> | undefined
  return () => {
    configured ??= loadLibrary(db, siteUrl).catch((error: unknown) => {
      // The database is away. The next caller tries again.
      configured = undefined
      throw error
    })
    return configured
  }
}

const toUser = ({ id, email, name, role }: Record<keyof User, string>): User => ({
  id,
  email,
  name,
  role: role as Role,
})

/** Ends a session by its token. */
const createEndSession = (db: Database) => (token: string) =>
  db.delete(sessions).where(eq(sessions.token, hashToken(token)))

/** Reads the session of a Cookie header, as the library knows it, with its token. */
function createReadSession(db: Database, getApi: () => Promise<AuthApi>) {
  const endSession = createEndSession(db)
  return async (cookie: string | undefined, isByPerson: boolean) => {
    if (cookie === undefined) return undefined
    const api = await getApi()
    try {
      const { headers, response } = await api.getSession({
        headers: headersOf({ cookie }),
        query: { disableRefresh: !isByPerson },
        returnHeaders: true,
      })
      if (!response) return undefined
      const { id, token, createdAt, confirmedAt, hasSecondFactor, lastUsedAt } = response.session
      if (createdAt.getTime() + longestSessionMs <= Date.now()) {
        await endSession(token)
        return undefined
      }
      if (isByPerson && lastUsedAt.getTime() + useStoredEveryMs <= Date.now()) {
        await db.update(sessions).set({ lastUsedAt: new Date() }).where(eq(sessions.id, id))
      }
      return {
        token,
        user: toUser(response.user as User),
        session: {
          id,
          confirmedAt,
          hasSecondFactor,
          lacksSecondFactor: !hasSecondFactor && (await requiresSecondFactor(db)),
        },
        setCookie: headers.getSetCookie(),
      }
    } catch (error) {
      // It was ended while it was to be prolonged.
      if (isLibraryError(error) && error.status === 'UNAUTHORIZED') return undefined
      throw reasonOf(error)
    }
  }
}

/** Sets up sessions and password checks. */
export function createAuth(db: Database, siteUrl: string): Auth {
  const getLibrary = createGetLibrary(db, siteUrl)
  const getApi = async () => (await getLibrary()).api
  const endSession = createEndSession(db)
  const readSession = createReadSession(db, getApi)

  return {
    async signIn({ email, password, ...browser }) {
      const api = await getApi()
      const before = await readSession(browser.cookie, false)
      const proven = await unlessWrong(
        api.signInEmail({
          body: { email, password },
          headers: headersOf({ ...browser, cookie: undefined }),
          returnHeaders: true,
        }),
      )
      if (!proven) return undefined
      const { headers, response } = proven
      const setCookie = headers.getSetCookie()
      // Also where a second step is to come: the library has the browser forget its session then.
      if (before) await endSession(before.token)
      if (!('user' in response)) return { ways: await waysOfEmail(db, email), setCookie }
      return { user: toUser(response.user as User), setCookie }
    },
    async endSignIn(browser, userId, headers) {
      const before = await readSession(browser.cookie, false)
      const [user] = await db.select().from(users).where(eq(users.id, userId))
      if (!user) throw signInEnded()
      if (before) await endSession(before.token)
      return { user: toUser(user), setCookie: headers.getSetCookie() }
    },
    async signOut(cookie) {
      const session = await readSession(cookie, false)
      // Done here, because the library would report success even if it could not end the session.
      if (session) await endSession(session.token)
      const api = await getApi()
      const { headers } = await api.signOut({ headers: headersOf({ cookie }), returnHeaders: true })
      return headers.getSetCookie()
    },
    async readSession(cookie, isByPerson) {
      const session = await readSession(cookie, isByPerson)
      if (!session) return undefined
      const { token: _token, ...known } = session
      return known
    },
    async renewSession(browser, { id, hasSecondFactor }) {
      const api = await getApi()
      const { headers } = await api.renewSession({
        body: { hasSecondFactor },
        headers: headersOf(browser),
        returnHeaders: true,
      })
      await db.delete(sessions).where(eq(sessions.id, id))
      return headers.getSetCookie()
    },
    getApi,
    async encrypt(text) {
      const { secretConfig } = await (await getLibrary()).$context
      const { symmetricEncrypt } = await import('better-auth/crypto')
      return symmetricEncrypt({ key: secretConfig, data: text })
    },
  }
}
