import type { Proof, ProofWay } from '#/contracts/accounts/proof.ts'
import { isAppCode, type PasskeyJson, plainCode } from '#/contracts/accounts/second-factors.ts'
import type { Database } from '../db/database.ts'
import type { Session } from '../http/sessions.ts'
import type { Auth } from './auth.ts'
import { type Browser, headersOf } from './browser.ts'
import { unlessWrong } from './library-errors.ts'
import {
  type Factors,
  hasFactor,
  ownsCredential,
  readFactors,
} from './second-factors/factor-store.ts'
import { hashRecoveryCode } from './second-factors/recovery-codes.ts'
import { takeCode } from './second-factors/used-codes.ts'
import { isPasswordOf } from './users.ts'

/** What a person with these factors proves with: who has one does not get by with the password. */
export function proofWaysOf(factors: Factors): ProofWay[] {
  if (!hasFactor(factors)) return ['password']
  const isCode = factors.hasApp || factors.recoveryCodesLeft > 0
  return [
    ...(factors.passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(isCode ? (['code'] as const) : []),
  ]
}

/** Who proves, and in which session. */
export type Prover = { browser: Browser; userId: string; session: Session }

/**
 * Begins a new session for whoever is signed in and has proved again who they are; answers its
 * cookies. Undefined if what they proved with is wrong, or less than they have.
 */
export async function prove(
  { db, auth }: { db: Database; auth: Auth },
  { browser, userId, session }: Prover,
  proof: Proof,
): Promise<string[] | undefined> {
  const api = await auth.getApi()
  const headers = headersOf(browser)
  const factors = await readFactors(db, userId)
  if (!proofWaysOf(factors).includes(proof.way)) return undefined

  async function isRightCode(code: string): Promise<boolean> {
    if (!isAppCode(code)) {
      const body = { code: hashRecoveryCode(code) }
      return (await unlessWrong(api.verifyBackupCode({ body, headers }))) !== undefined
    }
    const plain = plainCode(code)
    if (!factors.hasApp || !(await takeCode(db, userId, plain))) return false
    return (await unlessWrong(api.verifyTOTP({ body: { code: plain }, headers }))) !== undefined
  }

  /** The library begins a new session for the owner of the passkey, so that must be this user. */
  async function sessionByPasskey(response: PasskeyJson): Promise<string[] | undefined> {
    if (!(await ownsCredential(db, userId, response.id))) return undefined
    const proven = await unlessWrong(
      api.verifyPasskeyAuthentication({
        body: { response: response as never },
        headers,
        returnHeaders: true,
      }),
    )
    if (!proven) return undefined
    return (await auth.endSignIn(browser, userId, proven.headers)).setCookie
  }

  if (proof.way === 'passkey') return sessionByPasskey(proof.response)
  if (proof.way === 'code') {
    if (!(await isRightCode(proof.code))) return undefined
    return auth.renewSession(browser, { id: session.id, hasSecondFactor: true })
  }
  if (!(await isPasswordOf(db, userId, proof.password))) return undefined
  return auth.renewSession(browser, session)
}
