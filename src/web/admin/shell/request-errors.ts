import type { ErrorCode } from '#/contracts/errors.ts'
import { RequestError } from '../../request.ts'

/** True for an answer with this status. */
export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof RequestError && error.status === status
}

/** True for an answer with this code. */
export function hasCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof RequestError && error.code === code
}

/** The text for a refused form: the server's words on the field, else on the form, else our own. */
export function refusalOf(error: unknown, fieldName?: string): string {
  if (!(error instanceof RequestError)) {
    return 'The server cannot be reached. Check your connection and try again.'
  }
  const ofField = fieldName === undefined ? undefined : error.fields[fieldName]
  return ofField ?? error.reason ?? 'Something went wrong. Please try again.'
}
