import { createHash, randomInt } from 'node:crypto'

const codes = 10

/** Without signs that are easily taken for each other. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Of 24 such signs: so much chance that a fast hash is enough to store them safely. */
const groups = 6
const groupLength = 4

const randomGroup = () =>
  Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Makes the recovery codes of a person, as they are shown once. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: codes }, () => Array.from({ length: groups }, randomGroup).join('-'))
}

/** What is stored of a recovery code, however it is typed. */
export function hashRecoveryCode(typed: string): string {
  const plain = typed.toLowerCase().replace(/[^a-z0-9]/g, '')
  return createHash('sha256').update(plain).digest('base64url')
}

/** The hashes of a person's codes, as the column holds them. */
export function storedCodes(codes: readonly string[]): string {
  return JSON.stringify(codes.map(hashRecoveryCode))
}

/** How many codes that column holds: a used one is taken out. */
export function countStored(stored: string): number {
  return JSON.parse(stored).length
}
