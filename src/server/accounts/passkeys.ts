import { randomBytes, randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { eq } from 'drizzle-orm'
import { cookies } from '#/content/browser-data.ts'
import type { PasskeyOptions, User } from '#/contracts/accounts/accounts.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import type { Database } from '../db/database.ts'
import { passkeys } from '../db/tables/schema.ts'
import { isThisMachine } from '../http/client-address.ts'
import { AppError } from '../http/errors.ts'
import { accountCookies, type Browser } from './account-cookies.ts'
import { issueLink, linkLifetimes, takeLink } from './account-links.ts'
import type { SentPasskey } from './account-schemas.ts'

/** EdDSA, ES256 and RS256, as COSE numbers them. */
const supportedAlgorithmIDs = [-8, -7, -257]

/** For which site passkeys are: `id` is the name that browsers tie them to. */
type PasskeySite = {
  id: string
  /** The origin of its pages; undefined where it is any port of this machine. */
  origin: string | undefined
  /** Why passkeys cannot be used here, in the words of those who wanted to. */
  problem: string | undefined
}

/**
 * Passkeys need https and a name. On this machine `localhost` is such a name without https; an
 * address such as 127.0.0.1 never is.
 */
export function passkeySite(siteUrl: string): PasskeySite {
  const { protocol, hostname, origin } = new URL(siteUrl)
  if (protocol === 'http:' && isThisMachine(hostname)) {
    return { id: 'localhost', origin: undefined, problem: undefined }
  }
  const hasName = isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0
  if (protocol === 'https:' && hasName) return { id: hostname, origin, problem: undefined }
  return {
    id: hostname,
    origin,
    problem: hasName
      ? 'Passkeys need an encrypted connection. They work once the site’s address begins with https.'
      : 'Passkeys need a domain name. They don’t work while the site’s address is only numbers.',
  }
}

/**
 * The origin that a passkey must have seen: the site's, or on this machine that of the request, at
 * whatever port. Empty where there is none, which no passkey sees.
 */
export function passkeyOrigin(siteUrl: string, origin = ''): string {
  const ofSite = passkeySite(siteUrl).origin
  return ofSite ?? (/^http:\/\/localhost(:\d+)?$/.test(origin) ? origin : '')
}

/** What passkeys need to know of the site. */
type PasskeyParts = { db: Database; site: Site }

/** The options for the browser, and the cookie that goes with them. */
type Asked = { options: PasskeyOptions; setCookie: string }

/** Loaded with the first passkey: most sites have none, and it takes 27 MB of memory. */
const loadLibrary = () => import('@simplewebauthn/server')

/** The passkeys of a user, as browsers know them. */
async function listCredentials(db: Database, userId: string) {
  const rows = await db.select().from(passkeys).where(eq(passkeys.userId, userId))
  return rows.map(({ credentialID, transports }) => ({
    id: credentialID,
    transports: (transports?.split(',').filter(Boolean) ?? []) as AuthenticatorTransport[],
  }))
}

/** The challenge for a passkey, as it sends it back, is the token that the browser's cookie holds. */
const challengeOf = (token: string) => Buffer.from(token).toString('base64url')

/** What to ask a browser for, by a library's function that is given the challenge. */
async function ask(
  { db, site }: PasskeyParts,
  purpose: 'passkey' | 'new-passkey',
  userId: string | null,
  makeOptions: (challenge: string) => Promise<{ challenge: string }>,
): Promise<Asked> {
  const token = await issueLink(db, purpose, { userId })
  const { make } = accountCookies(site.url)
  const setCookie = make(cookies.passkey.name, token, linkLifetimes[purpose] / 1000)
  return { options: { ...(await makeOptions(token)) }, setCookie }
}

/** What a response is checked against; undefined where this browser was not asked, or long ago. */
async function takeExpected(
  { db, site }: PasskeyParts,
  browser: Browser,
  purpose: 'passkey' | 'new-passkey',
  userId: string | null = null,
) {
  const token = accountCookies(site.url).read(browser.cookie, cookies.passkey.name)
  const asked = await takeLink(db, purpose, token)
  if (!token || asked?.userId !== userId) return undefined
  return {
    expectedChallenge: challengeOf(token),
    expectedOrigin: passkeyOrigin(site.url, browser.origin),
    expectedRPID: passkeySite(site.url).id,
    // Checked by `assertUserVerified`, which says more than that the response is wrong.
    requireUserVerification: false,
  }
}

/** Refuses a passkey that was only touched: a thief of the device could do that. */
function assertUserVerified(isVerified: boolean): void {
  if (isVerified) return
  throw new AppError(
    'invalid_request',
    'This passkey didn’t check that it’s you. Turn on its PIN, fingerprint or face check, and try again.',
  )
}

/** What a browser needs to ask a passkey for a sign-in, or one of those of a user for a proof. */
export async function askPasskey(parts: PasskeyParts, userId?: string): Promise<Asked> {
  const { generateAuthenticationOptions } = await loadLibrary()
  const allowCredentials = userId === undefined ? [] : await listCredentials(parts.db, userId)
  return ask(parts, 'passkey', null, (challenge) =>
    generateAuthenticationOptions({
      challenge,
      rpID: passkeySite(parts.site.url).id,
      userVerification: 'required',
      allowCredentials,
    }),
  )
}

/** The id of the user whose passkey has answered. Undefined if the answer is wrong. */
export async function checkPasskey(
  parts: PasskeyParts,
  browser: Browser,
  response: SentPasskey,
): Promise<string | undefined> {
  const { db } = parts
  const expected = await takeExpected(parts, browser, 'passkey')
  const [key] = await db.select().from(passkeys).where(eq(passkeys.credentialID, response.id))
  if (!expected || !key) return undefined
  const { verifyAuthenticationResponse } = await loadLibrary()
  const checking = verifyAuthenticationResponse({
    ...expected,
    response: response as AuthenticationResponseJSON,
    credential: {
      id: key.credentialID,
      publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64')),
      counter: key.counter,
    },
  })
  // It rejects what a browser cannot have sent.
  const checked = await checking.catch(() => undefined)
  if (!checked?.verified) return undefined
  const { userVerified, newCounter } = checked.authenticationInfo
  assertUserVerified(userVerified)
  await db.update(passkeys).set({ counter: newCounter }).where(eq(passkeys.id, key.id))
  return key.userId
}

/** What a browser needs to make a passkey. */
export async function askNewPasskey(parts: PasskeyParts, user: User): Promise<Asked> {
  const { generateRegistrationOptions } = await loadLibrary()
  const excludeCredentials = await listCredentials(parts.db, user.id)
  return ask(parts, 'new-passkey', user.id, (challenge) =>
    generateRegistrationOptions({
      challenge,
      rpName: parts.site.name,
      rpID: passkeySite(parts.site.url).id,
      userID: new Uint8Array(randomBytes(32)),
      userName: user.email,
      userDisplayName: user.email,
      excludeCredentials,
      supportedAlgorithmIDs,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    }),
  )
}

/** Stores a passkey of a user. False if the answer is wrong, or came too late. */
export async function addPasskey(
  parts: PasskeyParts,
  { userId, browser }: { userId: string; browser: Browser },
  { name, response }: { name?: string | undefined; response: SentPasskey },
): Promise<boolean> {
  const expected = await takeExpected(parts, browser, 'new-passkey', userId)
  if (!expected) return false
  const { verifyRegistrationResponse } = await loadLibrary()
  const checking = verifyRegistrationResponse({
    ...expected,
    response: response as RegistrationResponseJSON,
    supportedAlgorithmIDs,
  })
  const checked = await checking.catch(() => undefined)
  if (!checked?.verified) return false
  const { credential, userVerified } = checked.registrationInfo
  assertUserVerified(userVerified)
  const added = await parts.db
    .insert(passkeys)
    .values({
      id: randomUUID(),
      userId,
      name: name ?? 'Passkey',
      credentialID: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64'),
      counter: credential.counter,
      transports: response.response.transports?.join(',') ?? '',
    })
    .onConflictDoNothing()
    .returning({ id: passkeys.id })
  return added.length > 0
}
