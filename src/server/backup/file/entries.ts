import { createReadStream } from 'node:fs'
import { buffer, text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { extract, pack } from 'tar-stream'
import { BackupError, describeDiskError } from './backup-error.ts'

/** One file within a backup, which is a tar. */
export type Entry = { name: string; content: Buffer }

/** More than any part has, so that a damaged or invented length does not fill the memory. */
const longestEntry = 64 * 1024 * 1024

/** How a tar ends. */
const tarEnd = Buffer.alloc(1024)

/** An entry as a tar has it: with its header, and zeros up to the next block. */
async function tarOf({ name, content }: Entry): Promise<Buffer> {
  const tar = pack()
  tar.entry({ name, mode: 0o600 }, content)
  tar.finalize()
  return (await buffer(tar)).subarray(0, -tarEnd.byteLength)
}

/** Makes a tar of entries, each when the one before it was taken. */
export async function* writeEntries(
  entries: AsyncIterable<Entry> | Iterable<Entry>,
): AsyncGenerator<Buffer> {
  for await (const entry of entries) yield tarOf(entry)
  yield tarEnd
}

/** How a file begins that age has encrypted. */
const ageHeader = 'age-encryption.org/'

/** Throws a BackupError for a file that cannot be read, or that an earlier version has encrypted. */
async function refuseUnreadable(path: string): Promise<void> {
  const start = createReadStream(path, { end: ageHeader.length - 1 })
  const beginning = await text(start).catch((error) => {
    throw new BackupError(describeDiskError(error, path) ?? error.message)
  })
  if (beginning !== ageHeader) return
  throw new BackupError(
    `${path} is encrypted. Versions up to 1.0.0 could do that. Decrypt it with age first, then restore NEWFILE: age --decrypt --identity KEYFILE --output NEWFILE ${path}`,
  )
}

async function readContent(entry: AsyncIterable<Buffer>, size: number): Promise<Buffer> {
  if (size > longestEntry) throw new Error('an entry is too long')
  const content = await buffer(entry)
  if (content.byteLength !== size) throw new Error('an entry is too short')
  return content
}

/**
 * Reads the entries of a backup in order. Throws a BackupError that says where it is cut off or
 * damaged, as far as that shows without the manifest.
 */
export async function* readEntries(path: string): AsyncGenerator<Entry> {
  await refuseUnreadable(path)
  const tar = extract()
  let failure: unknown
  const source = createReadStream(path, { highWaterMark: 256 * 1024 })
  pipeline(source, tar as unknown as NodeJS.WritableStream).catch((error) => {
    failure = error
  })
  let place = 'at its beginning'
  try {
    for await (const entry of tar) {
      const { size = 0 } = entry.header
      // It may stand in a line for a terminal, which other characters could control.
      const name = entry.header.name.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 200)
      place = `in ${name}`
      const content = await readContent(entry as unknown as AsyncIterable<Buffer>, size)
      yield { name, content }
      place = `after ${name}`
    }
  } catch (error) {
    throw new BackupError(`${path} is cut off or damaged ${place}.`, { cause: failure ?? error })
  } finally {
    tar.destroy()
  }
}
