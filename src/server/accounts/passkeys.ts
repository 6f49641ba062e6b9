import { randomBytes, randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { eq } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookies } from '#/content/browser-data.ts'
import type { PasskeyOptions, User } from '#/contracts/accounts/accounts.ts'
import type { Site } from '#/contracts/pages/documents.ts'
import type { Database } from '../db/database.ts'
import { passkeys } from '../db/tables/schema.ts'
import { isThisMachine } from '../http/client-address.ts'
import { AppError } from '../http/errors.ts'
import { signedInUser } from '../http/sessions.ts'
import { accountCookies } from './account-cookies.ts'
import { issueLink, linkLifetimes, takeLink } from './account-links.ts'
import type { SentPasskey } from './account-schemas.ts'

/** EdDSA, ES256 and RS256, as COSE numbers them. */
const supportedAlgorithmIDs = [-8, -7, -257]

/** Tells a person why passkeys cannot be used at an address. They need a name and https. */
function whyNoPasskeys({ protocol, hostname }: URL): string | undefined {
  if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0)
    return 'Passkeys need a domain name. They don’t work while the site’s address is only numbers.'
  if (protocol !== 'https:')
    return 'Passkeys need an encrypted connection. They work once the site’s address begins with https.'
  return undefined
}

/**
 * For which site passkeys are: `id` is the name that browsers tie them to; `origin` is undefined where it is
 * any port of this machine; `problem` says why passkeys cannot be used here. On this machine `localhost` is a
 * name that needs no https; an address such as 127.0.0.1 never is one.
 */
export function passkeySite(siteUrl: string) {
  const url = new URL(siteUrl)
  const { protocol, hostname, origin } = url
  if (protocol === 'http:' && isThisMachine(hostname)) {
    return { id: 'localhost', origin: undefined, problem: undefined }
  }
  return { id: hostname, origin, problem: whyNoPasskeys(url) }
}

/**
 * The origin that a passkey must have seen: the site's, or on this machine that of the request, at
 * whatever port. Empty where there is none, which no passkey sees.
 */
export function passkeyOrigin(siteUrl: string, origin = ''): string {
  const ofSite = passkeySite(siteUrl).origin
  return ofSite ?? (/^http:\/\/localhost(:\d+)?$/.test(origin) ? origin : '')
}

type PasskeyParts = { db: Database; site: Site }

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

type Library = Awaited<ReturnType<typeof loadLibrary>>

/** What to ask a browser for, as the library makes it. Throws `conflict` where passkeys cannot be used. */
async function ask(
  { db, site }: PasskeyParts,
  reply: FastifyReply,
  purpose: 'passkey' | 'new-passkey',
  userId: string | null,
  makeOptions: (
    library: Library,
    asked: { challenge: string; rpID: string },
  ) => Promise<{ challenge: string }>,
): Promise<PasskeyOptions> {
  const { id, problem } = passkeySite(site.url)
  if (problem) throw new AppError('conflict', problem)
  const token = await issueLink(db, purpose, { userId })
  const seconds = linkLifetimes[purpose] / 1000
  accountCookies(site.url).set(reply, cookies.passkey.name, token, seconds)
  return { ...(await makeOptions(await loadLibrary(), { challenge: token, rpID: id })) }
}

/** What a response is checked against; undefined where this browser was not asked, or long ago. */
async function takeExpected(
  { db, site }: PasskeyParts,
  { headers }: FastifyRequest,
  purpose: 'passkey' | 'new-passkey',
  userId: string | null = null,
) {
  const token = accountCookies(site.url).read(headers.cookie, cookies.passkey.name)
  const asked = await takeLink(db, purpose, token)
  if (!token || asked?.userId !== userId) return undefined
  return {
    // As a passkey sends it back.
    expectedChallenge: Buffer.from(token).toString('base64url'),
    expectedOrigin: passkeyOrigin(site.url, headers.origin),
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
export async function askPasskey(parts: PasskeyParts, reply: FastifyReply, userId?: string) {
  const allowCredentials = userId === undefined ? [] : await listCredentials(parts.db, userId)
  return ask(parts, reply, 'passkey', null, ({ generateAuthenticationOptions }, asked) =>
    generateAuthenticationOptions({ ...asked, userVerification: 'required', allowCredentials }),
  )
}

/** The id of the user whose passkey has answered. Undefined if the answer is wrong. */
export async function checkPasskey(
  parts: PasskeyParts,
  request: FastifyRequest,
  response: SentPasskey,
): Promise<string | undefined> {
  const { db } = parts
  const expected = await takeExpected(parts, request, 'passkey')
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
export async function askNewPasskey(parts: PasskeyParts, reply: FastifyReply, user: User) {
  const excludeCredentials = await listCredentials(parts.db, user.id)
  return ask(parts, reply, 'new-passkey', user.id, ({ generateRegistrationOptions }, asked) =>
    generateRegistrationOptions({
      ...asked,
      rpName: parts.site.name,
      userID: new Uint8Array(randomBytes(32)),
      userName: user.email,
      userDisplayName: user.email,
      excludeCredentials,
      supportedAlgorithmIDs,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    }),
  )
}

/** Stores a passkey of the signed-in user. False if the answer is wrong, or came too late. */
export async function addPasskey(
  parts: PasskeyParts,
  request: FastifyRequest,
  response: SentPasskey,
): Promise<boolean> {
  const userId = signedInUser(request).id
  const expected = await takeExpected(parts, request, 'new-passkey', userId)
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
  const { rowCount } = await parts.db
    .insert(passkeys)
    .values({
      id: randomUUID(),
      userId,
      name: 'Passkey',
      credentialID: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64'),
      counter: credential.counter,
      transports: response.response.transports?.join(',') ?? '',
    })
    .onConflictDoNothing()
  return rowCount === 1
}
