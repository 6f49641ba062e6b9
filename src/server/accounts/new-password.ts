import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  findLengthProblem,
  findNameProblem,
  type PasswordContext,
} from '#/contracts/accounts/passwords.ts'
import { AppError } from '../http/errors.ts'

/** Short hashes of the common passwords that are long enough to be set, sorted. */
export const commonPasswordsFile = fileURLToPath(
  // From the sources and from the build, which are as deep as each other.
  new URL('../../../src/server/accounts/common-passwords.bin', import.meta.url),
)

/** With these bytes no more than one other password in 25 million is taken for a common one. */
export const bytesOfEach = 5

/** The first bytes of the hash of a password; case does not count. */
export function shortHash(password: string): Buffer {
  const text = password.normalize('NFKC').toLowerCase()
  return createHash('sha256').update(text).digest().subarray(0, bytesOfEach)
}

/**
 * True for one of the million most common passwords. The list is read each time: passwords are set
 * seldom, and it is not worth memory in between.
 */
function isCommonPassword(password: string): boolean {
  const wanted = shortHash(password)
  const list = readFileSync(commonPasswordsFile)
  let from = 0
  let to = list.length / bytesOfEach
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    const order = list.compare(
      wanted,
      0,
      bytesOfEach,
      middle * bytesOfEach,
      (middle + 1) * bytesOfEach,
    )
    if (order === 0) return true
    if (order < 0) from = middle + 1
    else to = middle
  }
  return false
}

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
