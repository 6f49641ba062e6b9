import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import { and, eq, isNotNull } from 'drizzle-orm'
import { passwordLimits } from '#/contracts/limits.ts'
import type { Database } from '../db/database.ts'
import {
  accounts,
  passkeys,
  sessions,
  twoFactors,
  users,
  verifications,
} from '../db/tables/schema.ts'
import { addressHeader, cookieNames, disabledCode } from './library-names.ts'
import { passwordHashing } from './password-hashes.ts'
import { withQueryFailures } from './query-failures.ts'
import { factorPaths, factorPlugins } from './second-factors/factor-plugins.ts'
import { sessionRenewal } from './session-renewal.ts'
import { withHashedTokens } from './session-tokens.ts'

const sessionDays = 7
const day = 24 * 3600

/** However somebody proves who they are, a disabled account gets no session. */
async function refuseDisabled(db: Database, userId: string): Promise<void> {
  const [disabled] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.disabledAt)))
  if (disabled) throw new APIError('FORBIDDEN', { code: disabledCode, message: 'disabled' })
}

/** What the library calls its cookies, with our names and attributes. */
function ownCookies(siteUrl: string) {
  const names = cookieNames(siteUrl)
  const secure = siteUrl.startsWith('https://')
  const attributes = { secure, sameSite: 'lax', path: '/', httpOnly: true } as const
  return {
    session_token: { name: names.session, attributes },
    two_factor: { name: names.firstStep, attributes },
    'better-auth-passkey': { name: names.passkey, attributes },
  }
}

/** The library for sessions and passwords with all of our options, also where they are its defaults. */
export function configureAuth(db: Database, siteUrl: string, secret: string) {
  return betterAuth({
    baseURL: siteUrl,
    secret,
    database: withHashedTokens(
      withQueryFailures(
        drizzleAdapter(db, {
          provider: 'pg',
          schema: {
            user: users,
            session: sessions,
            account: accounts,
            verification: verifications,
            twoFactor: twoFactors,
            passkey: passkeys,
          },
        }),
      ),
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
      // Our guards ask for a fresh proof; the library would ask for a new session.
      freshAge: 0,
      additionalFields: {
        confirmedAt: { type: 'date', input: false, defaultValue: () => new Date() },
        hasSecondFactor: { type: 'boolean', input: false, defaultValue: false },
        lastUsedAt: { type: 'date', input: false, defaultValue: () => new Date() },
      },
    },
    plugins: [sessionRenewal, ...factorPlugins(siteUrl)],
    databaseHooks: {
      session: {
        create: {
          async before({ userId }, context) {
            await refuseDisabled(db, userId)
            if (factorPaths.includes(context?.path)) return { data: { hasSecondFactor: true } }
          },
        },
      },
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
      cookies: ownCookies(siteUrl),
    },
  })
}
