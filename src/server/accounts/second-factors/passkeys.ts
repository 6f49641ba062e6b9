import { randomBytes, randomUUID } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { eq } from 'drizzle-orm'
import { cookies } from '#/content/browser-data.ts'
import type { User } from '#/contracts/accounts/accounts.ts'
import { systemInWords } from '#/contracts/accounts/browser-words.ts'
import type {
  AddPasskey,
  PasskeyJson,
  PasskeyOptions,
} from '#/contracts/accounts/second-factors.ts'
import { passkeys } from '#/server/db/tables/schema.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import { accountCookies, type Browser } from '../account-cookies.ts'
import { remember, takeRemembered } from '../remembered.ts'
import { passkeyOrigin, passkeySite } from './passkey-site.ts'

/** What is remembered while a passkey is asked for a sign-in or a proof, which a stranger may cause too. */
export const passkeyAsked = 'passkey'

/** EdDSA, ES256 and RS256, as COSE numbers them. */
const supportedAlgorithmIDs = [-8, -7, -257]

const newPasskeyAsked = (userId: string) => `new passkey of ${userId}`

/** How long a browser has to send the response of a passkey. */
const askedSeconds = 300

/** What passkeys need to know of the site. */
export type PasskeyParts = { db: Database; siteUrl: string }

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

async function rememberAsked(
  { db, siteUrl }: PasskeyParts,
  what: string,
  options: PasskeyOptions,
): Promise<Asked> {
  const token = await remember(db, what, { value: options.challenge, seconds: askedSeconds })
  const { make } = accountCookies(siteUrl)
  return { options, setCookie: make(cookies.passkey.name, token, askedSeconds) }
}

/** What an answer is checked against; undefined where this browser was not asked, or long ago. */
async function takeExpected({ db, siteUrl }: PasskeyParts, browser: Browser, what: string) {
  const token = accountCookies(siteUrl).read(browser.cookie, cookies.passkey.name)
  const expectedChallenge = await takeRemembered(db, what, token)
  if (expectedChallenge === undefined) return undefined
  return {
    expectedChallenge,
    expectedOrigin: passkeyOrigin(siteUrl, browser.origin),
    expectedRPID: passkeySite(siteUrl).id,
    // Checked by `assertUserVerified`, which says more than that the answer is wrong.
    requireUserVerification: false,
  }
}

/** Refuses a passkey that was only touched: a thief of the device could do that. */
function assertUserVerified(isVerified: boolean): void {
  if (isVerified) return
  throw new AppError(
    'invalid_request',
    'This passkey did not check that it is you. Turn on its PIN, fingerprint or face check, and try again.',
  )
}

/** What a browser needs to ask a passkey for a sign-in, or one of those of a user for a proof. */
export async function askPasskey(parts: PasskeyParts, userId?: string): Promise<Asked> {
  const { generateAuthenticationOptions } = await loadLibrary()
  const options = await generateAuthenticationOptions({
    rpID: passkeySite(parts.siteUrl).id,
    userVerification: 'required',
    allowCredentials: userId === undefined ? [] : await listCredentials(parts.db, userId),
  })
  return rememberAsked(parts, passkeyAsked, { ...options })
}

/** The id of the user whose passkey has answered. Undefined if the answer is wrong. */
export async function checkPasskey(
  parts: PasskeyParts,
  browser: Browser,
  response: PasskeyJson,
): Promise<string | undefined> {
  const { db } = parts
  const expected = await takeExpected(parts, browser, passkeyAsked)
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
export async function askNewPasskey(
  parts: PasskeyParts & { siteName: string },
  user: User,
): Promise<Asked> {
  const { generateRegistrationOptions } = await loadLibrary()
  const options = await generateRegistrationOptions({
    rpName: parts.siteName,
    rpID: passkeySite(parts.siteUrl).id,
    userID: new Uint8Array(randomBytes(32)),
    userName: user.email,
    userDisplayName: user.email,
    excludeCredentials: await listCredentials(parts.db, user.id),
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return rememberAsked(parts, newPasskeyAsked(user.id), { ...options })
}

/** What keeps a passkey, by the number that it gives of itself (AAGUID): the common ones. */
const keepers: Record<string, string> = {
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'Apple Passwords',
}

/** What a passkey is called that has no name of its own. */
function nameOf(aaguid: string, userAgent = ''): string {
  const system = systemInWords(userAgent)
  return keepers[aaguid] ?? (system ? `Passkey on ${system}` : 'Passkey')
}

/** Stores a passkey of a user. False if the answer is wrong, or came too late. */
export async function addPasskey(
  parts: PasskeyParts,
  { userId, browser }: { userId: string; browser: Browser },
  { name, response }: AddPasskey,
): Promise<boolean> {
  const expected = await takeExpected(parts, browser, newPasskeyAsked(userId))
  if (!expected) return false
  const { verifyRegistrationResponse } = await loadLibrary()
  const checking = verifyRegistrationResponse({
    ...expected,
    response: response as RegistrationResponseJSON,
    supportedAlgorithmIDs,
  })
  const checked = await checking.catch(() => undefined)
  if (!checked?.verified) return false
  const { aaguid, credential, userVerified } = checked.registrationInfo
  assertUserVerified(userVerified)
  const added = await parts.db
    .insert(passkeys)
    .values({
      ...{ id: randomUUID(), userId, name: name ?? nameOf(aaguid, browser.userAgent) },
      credentialID: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64'),
      counter: credential.counter,
      transports: response.response.transports?.join(',') ?? '',
    })
    .onConflictDoNothing()
    .returning({ id: passkeys.id })
  return added.length > 0
}
