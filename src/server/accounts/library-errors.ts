import type { APIError } from 'better-auth/api'
import { AppError } from '../http/errors.ts'
import { disabledCode, unverifiedCode } from './library-names.ts'

/** Marks an error of the library that says that a query failed, by its `cause`. */
export type QueryFailure = { isQueryFailure: true }

/** True for an error of the library, which names it so that nobody needs to load its class. */
export const isLibraryError = (error: unknown): error is APIError =>
  error instanceof Error && error.name === 'APIError'

/** What to throw for an error of the library: where a query failed, what that failed with. */
export function reasonOf(error: unknown): unknown {
  return isLibraryError(error) && 'isQueryFailure' in error ? error.cause : error
}

/** The codes by which the library says that the first step of a sign-in does not count any more. */
const endedSteps = ['INVALID_TWO_FACTOR_COOKIE', 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE']

/** The library calls it its own fault when a browser's answer is wrong. */
const wrongPasskey = 'FAILED_TO_VERIFY_REGISTRATION'

/** For whoever took too long between the two steps of signing in, or had too many wrong codes. */
export const signInEnded = () =>
  new AppError('not_signed_in', 'Please begin again with your email address and password.')

/**
 * The answer of the library; undefined where it says that what was tried is wrong. Throws what the
 * person must know, and the reason where a query failed.
 */
export async function unlessWrong<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call
  } catch (error) {
    if (!isLibraryError(error)) throw error
    const code = String(error.body?.code)
    if (code === disabledCode) {
      throw new AppError(
        'not_allowed',
        'This account is disabled. Please ask an admin of this site.',
      )
    }
    if (code === unverifiedCode) {
      throw new AppError(
        'invalid_request',
        'This passkey did not check that it is you. Turn on its PIN, fingerprint or face check, and try again.',
      )
    }
    if (endedSteps.includes(code)) throw signInEnded()
    if (Number(error.statusCode) >= 500 && code !== wrongPasskey) throw reasonOf(error)
    return undefined
  }
}
