import { APIError } from 'better-auth/api'
import type { Proof } from '#/contracts/proof.ts'
import { unavailable } from '../http/errors.ts'
import { type Auth, type Browser, headersOf } from './auth.ts'

/** Checks what somebody who is signed in proves with. Undefined if it is wrong. */
export async function checkProof(
  auth: Auth,
  browser: Browser,
  proof: Proof,
): Promise<true | undefined> {
  const api = await auth.getApi()
  try {
    await api.verifyPassword({ body: { password: proof.password }, headers: headersOf(browser) })
    return true
  } catch (error) {
    if (!(error instanceof APIError)) throw error
    if (Number(error.statusCode) >= 500) throw unavailable()
    return undefined
  }
}
