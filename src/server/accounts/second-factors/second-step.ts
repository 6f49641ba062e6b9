import { and, eq, gt } from 'drizzle-orm'
import {
  isAppCode,
  type PasskeyJson,
  type PasskeyOptions,
  plainCode,
} from '#/contracts/accounts/second-factors.ts'
import { users, verifications } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import type { Auth, SignedIn } from '../auth.ts'
import { type Browser, headersOf } from '../browser.ts'
import { signInEnded, unlessWrong } from '../library-errors.ts'
import { cookieNames } from '../library-names.ts'
import { readFactors } from './factor-store.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { takeCode } from './used-codes.ts'

/** Without the session: somebody who is signed in may sign in again, as another person too. */
function withoutSession(browser: Browser, siteUrl: string): Browser {
  const start = `${cookieNames(siteUrl).session}=`
  const cookie = browser.cookie
    ?.split('; ')
    .filter((pair) => !pair.startsWith(start))
    .join('; ')
  return { ...browser, cookie }
}

/** What the routes of the second step need. */
export type SecondStepParts = { db: Database; auth: Auth; siteUrl: string }

/**
 * Who has taken the first step of a sign-in in this browser. Throws where nobody has within the last
 * minutes.
 */
export async function firstStepOf(
  { db, siteUrl }: SecondStepParts,
  { cookie }: Browser,
): Promise<{ id: string; email: string }> {
  const { parseCookies } = await import('better-auth/cookies')
  const signed = parseCookies(cookie ?? '').get(cookieNames(siteUrl).firstStep)
  // The library checks the signature when the step is taken.
  const identifier = signed?.split('.')[0] ?? ''
  const [user] = await db
    .select({ id: users.id, email: users.email })
    .from(verifications)
    .innerJoin(users, eq(users.id, verifications.value))
    .where(and(eq(verifications.identifier, identifier), gt(verifications.expiresAt, new Date())))
  if (!user) throw signInEnded()
  return user
}

/** Signs in by a code of the app or a recovery code, after the password. Undefined if it is wrong. */
export async function signInByCode(
  parts: SecondStepParts,
  browser: Browser,
  { userId, code }: { userId: string; code: string },
): Promise<(SignedIn & { recoveryCodesLeft: number | undefined }) | undefined> {
  const { db, auth, siteUrl } = parts
  const api = await auth.getApi()
  const call = {
    headers: headersOf(withoutSession(browser, siteUrl)),
    returnHeaders: true,
  } as const
  const isOfApp = isAppCode(code)
  if (isOfApp && !(await takeCode(db, userId, plainCode(code)))) return undefined
  const proven = await unlessWrong(
    isOfApp
      ? api.verifyTOTP({ ...call, body: { code: plainCode(code) } })
      : api.verifyBackupCode({ ...call, body: { code: hashRecoveryCode(code) } }),
  )
  if (!proven) return undefined
  const signedIn = await auth.endSignIn(browser, userId, proven.headers)
  const { recoveryCodesLeft } = await readFactors(db, userId)
  return { ...signedIn, recoveryCodesLeft: isOfApp ? undefined : recoveryCodesLeft }
}

/** What a browser needs to ask a passkey for a sign-in, and the cookie that goes with it. */
export async function askPasskey({ auth }: { auth: Auth }, browser: Browser) {
  const api = await auth.getApi()
  const { headers, response } = await api.generatePasskeyAuthenticationOptions({
    headers: headersOf(browser),
    returnHeaders: true,
  })
  // The library has no option for it; what the device says is checked in factor-plugins.ts.
  const options: PasskeyOptions = { ...response, userVerification: 'required' }
  return { options, setCookie: headers.getSetCookie() }
}

/** As `askPasskey`, for whoever signs in. */
export function askPasskeyOfAnybody(parts: SecondStepParts, browser: Browser) {
  return askPasskey(parts, withoutSession(browser, parts.siteUrl))
}

/** Signs in by a passkey, with or without the password before. Undefined if it is wrong. */
export async function signInByPasskey(
  { auth, siteUrl }: SecondStepParts,
  browser: Browser,
  response: PasskeyJson,
): Promise<SignedIn | undefined> {
  const api = await auth.getApi()
  const proven = await unlessWrong(
    api.verifyPasskeyAuthentication({
      body: { response: response as never },
      headers: headersOf(withoutSession(browser, siteUrl)),
      returnHeaders: true,
    }),
  )
  if (!proven) return undefined
  return auth.endSignIn(browser, proven.response.user.id, proven.headers)
}
