import { APIError } from 'better-auth/api'
import { eq } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Role, User } from '#/contracts/accounts.ts'
import type { Database } from '../db/database.ts'
import { sessions } from '../db/schema.ts'
import { AppError, unavailable } from '../http/errors.ts'
import type { Session } from '../http/sessions.ts'
import { requiresSecondFactor } from './account-settings.ts'
import { addressHeader, configureAuth, disabledCode } from './auth-options.ts'
import { readSecret } from './secrets.ts'
import { hashToken } from './session-tokens.ts'

/** However it is used, a session ends then, so that a stolen one does. */
const longestSessionMs = 30 * 24 * 3600_000

/** How seldom it is stored that a session is in use, so that not every request writes. */
const useStoredEveryMs = 5 * 60_000

/** A user who has signed in, and the cookies to send to the browser. */
export type SignedIn = { user: User; setCookie: string[] }

/** Where a request comes from. `cookie` is its Cookie header. */
export type Browser = {
  userAgent?: string | undefined
  cookie?: string | undefined
  address?: string | undefined
}

/** Who signs in, and with what browser. */
export type Credentials = Browser & { email: string; password: string }

/** What the rest of the server can do with sessions. `cookie` is the request's Cookie header. */
export type Auth = {
  /**
   * Undefined for a wrong email or password. Ends the session that the browser had before. Throws
   * `not_allowed` for an account that is disabled.
   */
  signIn: (credentials: Credentials) => Promise<SignedIn | undefined>
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
}

/** The calls of the library. */
export type AuthApi = ReturnType<typeof configureAuth>['api']

/** Where a request comes from. */
export const browserOf = ({ headers, ip }: FastifyRequest): Browser => ({
  userAgent: headers['user-agent'],
  cookie: headers.cookie,
  address: ip,
})

/** Sends cookies with an answer. */
export function setCookies(reply: FastifyReply, cookies: string[]): void {
  for (const cookie of cookies) reply.header('set-cookie', cookie)
}

/** What the library is to know of a request. */
export function headersOf({ cookie, userAgent, address }: Browser): Headers {
  const headers = { cookie, 'user-agent': userAgent, [addressHeader]: address }
  return new Headers(Object.entries(headers).flatMap(([k, v]) => (v === undefined ? [] : [[k, v]])))
}

const disabledAccount = () =>
  new AppError('not_allowed', 'This account is disabled. Please ask an admin of this site.')

/**
 * The library, set up at the first use: the signing key is read then, and stored in the database if
 * that has none.
 */
function createGetApi(db: Database, siteUrl: string): () => Promise<AuthApi> {
  let configured: Promise<AuthApi> | undefined
  return () => {
    configured ??= readSecret(db, 'session-signing').then(
      (secret) => configureAuth(db, siteUrl, secret).api,
      (error: unknown) => {
        // The database is away. The next caller tries again.
        configured = undefined
        throw error
      },
    )
    return configured
  }
}

/** Sets up sessions and password checks. */
export function createAuth(db: Database, siteUrl: string): Auth {
  const getApi = createGetApi(db, siteUrl)
  const toUser = ({ id, email, name, role }: Record<keyof User, string>): User => ({
    id,
    email,
    name,
    role: role as Role,
  })

  const endSession = (token: string) =>
    db.delete(sessions).where(eq(sessions.token, hashToken(token)))

  async function readSession(cookie: string | undefined, isByPerson: boolean) {
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
      // The library hides the reason, which is a failed query.
      if (error instanceof APIError) throw unavailable()
      throw error
    }
  }

  return {
    async signIn({ email, password, ...browser }) {
      const api = await getApi()
      const before = await readSession(browser.cookie, false)
      try {
        const { headers, response } = await api.signInEmail({
          body: { email, password },
          headers: headersOf({ ...browser, cookie: undefined }),
          returnHeaders: true,
        })
        const user = toUser(response.user as User)
        if (before) await endSession(before.token)
        return { user, setCookie: headers.getSetCookie() }
      } catch (error) {
        if (!(error instanceof APIError)) throw error
        if (Number(error.statusCode) >= 500) throw unavailable()
        if (error.body?.code === disabledCode) throw disabledAccount()
        return undefined
      }
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
  }
}
