import { createHash } from 'node:crypto'
import { z } from 'zod'
import { decryptText, encryptText } from '../../runtime/encryption.ts'
import { parseJson } from '../../runtime/parse-json.ts'
import { type JournalRecord, readRecord } from '../journal/journal-record.ts'

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

const lineSchema = z.object({
  at: z.iso.datetime(),
  age: z.string().optional(),
  lead: z.unknown().optional(),
  erased: z.array(z.string()).optional(),
})

/** Reads a line as `writeLine` made it; a line that says something else counts as damaged. */
export async function readLine(
  line: string,
  secretKeys: readonly string[],
): Promise<MirrorLine | UnreadLine> {
  const json = line.slice(sumLength + 1)
  const { data } = lineSchema.safeParse(
    sumOf(json) === line.slice(0, sumLength) ? parseJson(json) : undefined,
  )
  if (data?.age === undefined) return toLine(data)
  try {
    return toLine(lineSchema.safeParse(parseJson(await decryptText(data.age, secretKeys))).data)
  } catch {
    return { problem: 'encrypted' }
  }
}

function toLine(read: z.output<typeof lineSchema> | undefined): MirrorLine | UnreadLine {
  const { at = '', erased } = read ?? {}
  const lead = readRecord(read?.lead)
  if (lead) return { at, lead }
  return erased ? { at, erased } : { problem: 'damaged' }
}
