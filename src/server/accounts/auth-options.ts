import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import { and, eq, isNotNull } from 'drizzle-orm'
import { passwordLimits } from '#/contracts/limits.ts'
import type { Database } from '../db/database.ts'
import { accounts, sessions, users, verifications } from '../db/schema.ts'
import { sessionCookieName } from '../http/sessions.ts'
import { passwordHashing } from './password-hashes.ts'
import { sessionRenewal } from './session-renewal.ts'
import { withHashedTokens } from './session-tokens.ts'

const sessionDays = 7
const day = 24 * 3600

/** The header by which the library is told the address of a client. It trusts no other. */
export const addressHeader = 'x-client-address'

/** What the library throws when somebody signs in whom an admin has disabled. */
export const disabledCode = 'ACCOUNT_DISABLED'

/** However somebody proves who they are, a disabled account gets no session. */
async function refuseDisabled(db: Database, userId: string): Promise<void> {
  const [disabled] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.disabledAt)))
  if (disabled) throw new APIError('FORBIDDEN', { code: disabledCode, message: 'disabled' })
}

/** The library for sessions and passwords with all of our options, also where they are its defaults. */
export function configureAuth(db: Database, siteUrl: string, secret: string) {
  const isHttps = siteUrl.startsWith('https://')
  return betterAuth({
    baseURL: siteUrl,
    secret,
    database: withHashedTokens(
      drizzleAdapter(db, {
        provider: 'pg',
        schema: { user: users, session: sessions, account: accounts, verification: verifications },
      }),
    ),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      // Lengths are checked when a password is set. The library counts some characters twice.
      maxPasswordLength: 2 * passwordLimits.max,
      password: passwordHashing(db),
    },
    user: { additionalFields: { role: { type: 'string', required: true, input: false } } },
    session: {
      expiresIn: sessionDays * day,
      updateAge: day,
      additionalFields: {
        confirmedAt: { type: 'date', input: false, defaultValue: () => new Date() },
        hasSecondFactor: { type: 'boolean', input: false, defaultValue: false },
        lastUsedAt: { type: 'date', input: false, defaultValue: () => new Date() },
      },
    },
    plugins: [sessionRenewal],
    databaseHooks: {
      session: { create: { before: ({ userId }) => refuseDisabled(db, userId) } },
    },
    // The product's routes call better-auth and limit the tries. better-auth's routes are not
    // exposed.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      ipAddress: { ipAddressHeaders: [addressHeader] },
      // The library's prefix is __Secure-; ours is the stricter __Host-, set by name.
      useSecureCookies: false,
      cookies: {
        session_token: {
          name: isHttps ? `__Host-${sessionCookieName}` : sessionCookieName,
          attributes: { secure: isHttps, sameSite: 'lax', path: '/', httpOnly: true },
        },
      },
    },
  })
}
