import type { User } from '#/contracts/accounts/accounts.ts'
import { systemInWords } from '#/contracts/accounts/browser-words.ts'
import {
  type AddPasskey,
  type AppKey,
  isAppCode,
  plainCode,
} from '#/contracts/accounts/second-factors.ts'
import type { Database } from '../../db/database.ts'
import { AppError } from '../../http/errors.ts'
import type { Auth } from '../auth.ts'
import { type Browser, headersOf } from '../browser.ts'
import { unlessWrong } from '../library-errors.ts'
import { appKeyUri, makeAppKey, toBase32 } from './code-app.ts'
import {
  isAppBegun,
  readFactors,
  renamePasskey,
  renewRecoveryCodes,
  settleFactors,
  storeAppKey,
} from './factor-store.ts'
import { takeCode } from './used-codes.ts'

/** What setting up needs. */
export type SetUpParts = { db: Database; auth: Auth; siteName: string }

/** Who sets something up, in which session. */
export type Person = { user: User; sessionId: string; browser: Browser }

/** What follows a new factor: a new session that has it, and codes for whoever has none. */
export type AddedFactor = { recoveryCodes: string[]; setCookie: string[] }

async function afterAdding(
  { db, auth }: SetUpParts,
  { user, sessionId, browser }: Person,
  libraryHeaders: Headers,
): Promise<AddedFactor> {
  await settleFactors(db, user.id)
  const { recoveryCodesLeft } = await readFactors(db, user.id)
  const recoveryCodes = recoveryCodesLeft === 0 ? await renewRecoveryCodes(db, user.id) : []
  // With somebody's first app the library begins a new session by itself.
  const begun = libraryHeaders.getSetCookie()
  const session = { id: sessionId, hasSecondFactor: true }
  const setCookie = begun.length > 0 ? begun : await auth.renewSession(browser, session)
  return { recoveryCodes, setCookie }
}

/** Makes the key of an app. It does not count before its first code. */
export async function beginApp({ db, auth, siteName }: SetUpParts, user: User): Promise<AppKey> {
  if ((await readFactors(db, user.id)).hasApp) {
    throw new AppError('conflict', 'An app is set up already. Remove it to set up another one.')
  }
  const key = makeAppKey()
  await storeAppKey(db, user.id, await auth.encrypt(key))
  const uri = appKeyUri(key, { issuer: siteName, account: user.email })
  return { uri, key: toBase32(new TextEncoder().encode(key)) }
}

/** Ends setting up an app by its first code. Undefined if the code is wrong. */
export async function endApp(
  parts: SetUpParts,
  person: Person,
  typed: string,
): Promise<AddedFactor | undefined> {
  const { db, auth } = parts
  const code = plainCode(typed)
  if (!(await isAppBegun(db, person.user.id))) {
    throw new AppError('conflict', 'No app is being set up any more. Please begin again.')
  }
  if (!isAppCode(typed) || !(await takeCode(db, person.user.id, code))) return undefined
  const api = await auth.getApi()
  const headers = headersOf(person.browser)
  const proven = await unlessWrong(api.verifyTOTP({ body: { code }, headers, returnHeaders: true }))
  return proven && afterAdding(parts, person, proven.headers)
}

/** What a browser needs to make a passkey, and the cookie that goes with it. */
export async function askNewPasskey({ auth, siteName }: SetUpParts, browser: Browser) {
  const api = await auth.getApi()
  const { headers, response } = await api.generatePasskeyRegistrationOptions({
    headers: headersOf(browser),
    returnHeaders: true,
  })
  const options = { ...response, rp: { ...response.rp, name: siteName } }
  return { options, setCookie: headers.getSetCookie() }
}

/** What a passkey is called for which nobody has given a name. */
async function nameOf(aaguid: string | null | undefined, userAgent = ''): Promise<string> {
  const { getAuthenticatorName } = await import('@better-auth/passkey')
  const maker = getAuthenticatorName(aaguid ?? undefined)
  const system = systemInWords(userAgent)
  return maker ?? (system ? `Passkey on ${system}` : 'Passkey')
}

/** Adds a passkey. Undefined if its answer is wrong, or came too late. */
export async function addPasskey(
  parts: SetUpParts,
  person: Person,
  { name, response }: AddPasskey,
): Promise<AddedFactor | undefined> {
  const { db, auth } = parts
  const { user, browser } = person
  const api = await auth.getApi()
  const added = await unlessWrong(
    api.verifyPasskeyRegistration({
      body: { response, name },
      headers: headersOf(browser),
      returnHeaders: true,
    }),
  )
  if (!added) return undefined
  const { id, aaguid } = added.response
  if (!name) await renamePasskey(db, user.id, { id, name: await nameOf(aaguid, browser.userAgent) })
  return afterAdding(parts, person, added.headers)
}
