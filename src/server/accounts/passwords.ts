import {
  argon2,
  createHash,
  randomBytes,
  type ScryptOptions,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { fieldError } from '../http/errors.ts'
import { createTurns } from '../runtime/turns.ts'
import { findLengthProblem } from './account-schemas.ts'

const runArgon2 = promisify(argon2)
const runScrypt = promisify<string, string, number, ScryptOptions, Buffer>(scrypt)

/** The first choice of OWASP's Password Storage Cheat Sheet: 19 MiB and two passes. */
const current = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32

/**
 * Each takes 19 MiB and one of the four threads that files and compression need too, so that more
 * of them wait for one another.
 */
const inTurn = createTurns(2)

type Settings = typeof current

const settingsInWords = ({ memory, passes, parallelism }: Settings) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`

/** True for a hash with the settings of now. */
export const isCurrentHash = (hash: string) => hash.startsWith(settingsInWords(current))

function derive(password: string, salt: Buffer, settings: Settings, tagLength: number) {
  // The same letters can be typed in several ways.
  const message = password.normalize('NFKC')
  return inTurn(() => runArgon2('argon2id', { message, nonce: salt, tagLength, ...settings }))
}

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/={1,2}$/, '')

/** The hash of a password, with all that is needed to check it: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const hash = await derive(password, salt, current, hashBytes)
  return `${settingsInWords(current)}${encode(salt)}$${encode(hash)}`
}

const format = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

/** As versions before argon2id made them: `salt:key`, both in hexadecimal, the salt taken as text. */
async function verifyScrypt(hash: string, password: string): Promise<boolean> {
  const [salt = '', key = ''] = hash.split(':')
  const expected = Buffer.from(key, 'hex')
  const settings = { N: 16_384, r: 16, p: 1, maxmem: 64 * 2 ** 20 }
  const found = await inTurn(() => runScrypt(password.normalize('NFKC'), salt, 64, settings))
  return expected.length === found.length && timingSafeEqual(found, expected)
}

/** True for the password of a hash, with whatever settings and by whatever version it was made. */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', expected = ''] = format.exec(hash) ?? []
  if (!expected) return verifyScrypt(hash, password)
  const settings = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  }
  const bytes = Buffer.from(expected, 'base64')
  const found = await derive(password, Buffer.from(salt, 'base64'), settings, bytes.length)
  return timingSafeEqual(found, bytes)
}

/** Short hashes of the common passwords that are long enough to be set, sorted. */
const commonPasswordsFile = fileURLToPath(
  // From the sources and from the build, which are as deep as each other.
  new URL('../../../src/server/accounts/common-passwords.bin', import.meta.url),
)

/** With these bytes no more than one other password in 25 million is taken for a common one. */
const bytesOfEach = 5

/** The first bytes of the hash of a password; case does not count. */
function shortHash(password: string): Buffer {
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
  let at = list.indexOf(wanted)
  // Of the end of one and the beginning of the next it would be no hash of the list.
  while (at % bytesOfEach > 0) at = list.indexOf(wanted, at + 1)
  return at >= 0
}

/** Why a password must not be set, in words for who chose it; undefined where it may. */
export function findPasswordProblem(password: string): string | undefined {
  return (
    findLengthProblem(password) ??
    (isCommonPassword(password)
      ? 'This is one of the most common passwords, which attackers try first. Please use another.'
      : undefined)
  )
}

/** Throws `invalid_request` with the problem of the field `password` where it must not be set. */
export function checkNewPassword(password: string): void {
  const problem = findPasswordProblem(password)
  if (problem) throw fieldError('password', problem)
}
