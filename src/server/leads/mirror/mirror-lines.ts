import { createHash } from 'node:crypto'
import { decryptText, encryptText } from '../../runtime/encryption.ts'
import type { JournalRecord } from '../journal/journal.ts'

/** What a line of the mirror tells: a lead as it was received, or whose leads were erased. */
export type MirrorLine =
  | { at: string; lead: JournalRecord }
  | { at: string; erased: readonly string[] }

/** A line that cannot be read, or needs a key that is not there. */
export type UnreadLine = { problem: 'damaged' | 'encrypted' }

const sumLength = 16

const sumOf = (json: string) => createHash('sha256').update(json).digest('hex').slice(0, sumLength)

/** A line of the file: the beginning of a SHA-256, a space, and the JSON that it is of. */
export async function writeLine(line: MirrorLine, publicKeys: readonly string[]): Promise<string> {
  const plain = JSON.stringify(line)
  // Nobody is known by what tells of an erasure.
  const isPlain = publicKeys.length === 0 || 'erased' in line
  const json = isPlain
    ? plain
    : JSON.stringify({ at: line.at, age: await encryptText(plain, publicKeys) })
  return `${sumOf(json)} ${json}\n`
}

/** Reads a line as `writeLine` made it. */
export async function readLine(
  line: string,
  secretKeys: readonly string[],
): Promise<MirrorLine | UnreadLine> {
  const json = line.slice(sumLength + 1)
  if (sumOf(json) !== line.slice(0, sumLength)) return { problem: 'damaged' }
  const parsed = JSON.parse(json) as MirrorLine | { at: string; age: string }
  if (!('age' in parsed)) return parsed
  try {
    return JSON.parse(await decryptText(parsed.age, secretKeys))
  } catch {
    return { problem: 'encrypted' }
  }
}
