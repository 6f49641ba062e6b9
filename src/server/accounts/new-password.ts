import {
  findLengthProblem,
  findNameProblem,
  type PasswordContext,
} from '#/contracts/accounts/passwords.ts'
import { AppError } from '../http/errors.ts'
import { isCommonPassword } from './common-passwords.ts'

/** Why a password must not be set, in words for who chose it; undefined where it may. */
export function findPasswordProblem(
  password: string,
  context: PasswordContext,
): string | undefined {
  return (
    findLengthProblem(password) ??
    findNameProblem(password, context) ??
    (isCommonPassword(password)
      ? 'This is one of the passwords that are used most, and tried first. Please use another.'
      : undefined)
  )
}

/** Throws `invalid_request` with the problem of the field `password` where it must not be set. */
export function checkNewPassword(password: string, context: PasswordContext): void {
  const problem = findPasswordProblem(password, context)
  if (problem) throw new AppError('invalid_request', problem, { fields: { password: problem } })
}
