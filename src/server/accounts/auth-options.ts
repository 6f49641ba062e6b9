import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { betterAuth } from 'better-auth/minimal'
import { passwordLimits } from '#/contracts/limits.ts'
import type { Database } from '../db/database.ts'
import { accounts, sessions, users, verifications } from '../db/schema.ts'
import { withHashedTokens } from './session-tokens.ts'

const sessionDays = 7
const day = 24 * 3600

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
      minPasswordLength: passwordLimits.min,
      maxPasswordLength: passwordLimits.max,
    },
    user: { additionalFields: { role: { type: 'string', required: true, input: false } } },
    session: { expiresIn: sessionDays * day, updateAge: day },
    // The product's routes call better-auth and limit the tries. better-auth's routes are not
    // exposed.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      ipAddress: { disableIpTracking: true },
      // The library's prefix is __Secure-; ours is the stricter __Host-, set by name.
      useSecureCookies: false,
      cookies: {
        session_token: {
          name: isHttps ? '__Host-breezeway-session' : 'breezeway-session',
          attributes: { secure: isHttps, sameSite: 'lax', path: '/', httpOnly: true },
        },
      },
    },
  })
}
